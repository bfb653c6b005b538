"""Runs one command to its end: streams its output, keeps its deadline, leaves nothing of it behind."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assent.execution.capture import Capture
from assent.execution.flow import Flow
from assent.host.pipe import PipeReader
from assent.host.process import Tree, Trees
from assent.model.authority import Authority
from assent.model.events import Channel
from assent.model.lifecycle import Exited, Failed, Stopped, TimedOut

# Seconds between asking a tree to end and ending it.
GRACE_S = 2.0
# Seconds after the shell's exit in which its last output may still come. Not until the end of file: a child
# in the background holds the pipe open for as long as it likes.
DRAIN_S = 0.2
# Seconds between two looks at a tree that was told to end.
_POLL_S = 0.02

Ending = Exited | TimedOut | Stopped | Failed


@dataclass(frozen=True)
class Command:
    """What is to be started: the words of the process, its folder and environment, seconds it may take."""

    words: Sequence[str]
    cwd: str
    environment: Mapping[str, str]
    timeout_s: float

    def __repr__(self) -> str:
        """Leave the environment out: it holds secrets."""
        return f"Command({self.words!r}, cwd={self.cwd!r}, timeout_s={self.timeout_s})"


class Control:
    """What may be done to a running command from outside."""

    def __init__(self) -> None:
        """Start with nothing asked."""
        self.flow = Flow()
        self.capture: Capture | None = None  # what the command wrote so far, once it runs
        self.stop_asked: asyncio.Future[Authority] = asyncio.get_running_loop().create_future()

    def stop(self, by: Authority) -> None:
        """Ask for the command's end; the first who asks is named in the outcome."""
        if not self.stop_asked.done():
            self.stop_asked.set_result(by)


OnStart = Callable[[int], None]
OnOutput = Callable[[Channel, bytes], None]


async def run(
    command: Command,
    *,
    trees: Trees,
    control: Control,
    capture: Capture,
    on_start: OnStart,
    on_output: OnOutput,
) -> Ending:
    """Run `command` and return how it ended; what it wrote is in `capture` and went to `on_output`.

    It is started as one of `trees`. When cancelled, the tree is dead before the cancellation goes on.
    """
    try:
        tree = await trees.start(command.words, cwd=command.cwd, environment=command.environment)
    except (OSError, ValueError) as problem:
        return Failed(error=str(problem))
    output = _Output(tree, control.flow, capture, on_output)
    try:
        on_start(tree.pid)
        ending = await _first_of(tree, control, command.timeout_s)
        if isinstance(ending, Exited):
            await output.drain()
        return ending
    finally:
        await _to_its_end(_end(tree, output))


async def _first_of(tree: Tree, control: Control, timeout_s: float) -> Ending:
    """Wait for the exit, the deadline or a stop, whichever comes first."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + timeout_s
    exited = asyncio.ensure_future(tree.exited())
    either: set[asyncio.Future[int] | asyncio.Future[Authority]] = {exited, control.stop_asked}
    try:
        # A loop, since a loop's timer may fire early and a deadline may not.
        while (left := deadline - loop.time()) > 0:
            await asyncio.wait(either, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            if exited.done():
                return Exited(code=exited.result())
            if control.stop_asked.done():
                return Stopped(by=control.stop_asked.result())
        return TimedOut(after_s=timeout_s)
    finally:
        exited.cancel()


async def _to_its_end(work: Coroutine[Any, Any, None]) -> None:
    """Await `work` however often this task is cancelled meanwhile; the cancellation goes on afterwards."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError as again:
            cancelled = cancelled or again
    if cancelled is not None:
        raise cancelled
    task.result()


async def _end(tree: Tree, output: "_Output") -> None:
    """Leave nothing of the tree: ask, wait, end, and look until nothing is left."""
    loop = asyncio.get_running_loop()
    try:
        if not tree.is_empty():
            tree.terminate()
            until = loop.time() + GRACE_S
            # The system tells of no other process than a child, so the tree is looked at again and again.
            while not tree.is_empty() and loop.time() < until:  # noqa: ASYNC110
                await asyncio.sleep(_POLL_S)
        while not tree.is_empty():
            tree.kill()
            await asyncio.sleep(_POLL_S)
    finally:
        if not tree.is_empty():
            tree.end_now()  # the loop itself ends: no time is left to ask
        output.close()
        tree.close()


class _Output:
    """Both channels of a running command, kept for the result and passed on."""

    def __init__(self, tree: Tree, flow: Flow, capture: Capture, on_output: OnOutput) -> None:
        self._capture, self._on_output = capture, on_output
        self._open = 2
        self._ended = asyncio.Event()
        self._readers = [
            PipeReader(tree.stdout, lambda data: self._take("stdout", data), self._one_ended),
            PipeReader(tree.stderr, lambda data: self._take("stderr", data), self._one_ended),
        ]
        flow.attach(lambda: self._apply(flow))
        self._apply(flow)

    async def drain(self) -> None:
        """Read what the command left, until both ends of file or the drain deadline."""
        for reader in self._readers:
            reader.drain()
        # Something in the background may hold the pipe for ever: the command itself has ended.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), DRAIN_S)

    def close(self) -> None:
        """Read the last of it and give the pipes back."""
        for reader in self._readers:
            reader.drain()
            reader.close()

    def _take(self, channel: Channel, data: bytes) -> None:
        self._capture.take(channel, data)
        self._on_output(channel, data)

    def _one_ended(self) -> None:
        self._open -= 1
        if not self._open:
            self._ended.set()

    def _apply(self, flow: Flow) -> None:
        for reader in self._readers:
            reader.pause() if flow.held else reader.resume()
