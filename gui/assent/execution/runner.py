"""Runs one command to its end: streams its output, keeps its deadlines and limits, leaves nothing behind."""

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from assent.execution.capture import Capture
from assent.execution.control import Control
from assent.execution.output import OnOutput, Output
from assent.host.cancelling import to_its_end
from assent.host.held_folder import HeldFolder
from assent.host.terminal import Terminal
from assent.host.trees.keeping import Clock, Order
from assent.host.trees.launch import Launch
from assent.host.trees.process import Starts, Tree, Usage
from assent.model.lifecycle import Exceeded, Exited, Failed, Stopped, TimedOut
from assent.model.limits import Limits

# Seconds between asking a tree to end and ending it.
GRACE_S = 2.0
# Seconds between two looks at a tree that was told to end.
_POLL_S = 0.02
# Seconds between two looks at what a tree with limits uses, and at one that outlives its first process.
SAMPLE_S = 0.25
_MIB = 1 << 20
_log = logging.getLogger(__name__)

Ending = Exited | TimedOut | Exceeded | Stopped | Failed


@dataclass(frozen=True)
class Command:
    """What is to be started: the words of the process, its folder and environment, and what it may take.

    None sets no limit. With a terminal it is that which it reads and writes, and which is closed at its end.
    What it leaves running may run on where it `keeps_leftovers`. `clock` is where that of one stands that ran
    on without us. `folder` is the one that is meant by `cwd`: it is started in no other.
    """

    words: Sequence[str]
    cwd: str
    environment: Mapping[str, str]
    timeout_s: float | None
    idle_timeout_s: float | None = None
    limits: Limits = field(default_factory=Limits)
    terminal: Terminal | None = None
    keeps_leftovers: bool = False
    clock: Clock | None = None
    folder: HeldFolder | None = None

    def __repr__(self) -> str:
        """Leave the environment out: it holds secrets."""
        return f"Command({self.words!r}, cwd={self.cwd!r}, timeout_s={self.timeout_s})"


@dataclass(frozen=True)
class Finished:
    """How a command ended, and what is known of its end.

    `usage` is what it used in all, where the system tells. `is_drained`: the end of its output was seen, not
    only the deadline for that. `leftovers` were its processes when it ended by itself, by number with their
    names.
    """

    ending: Ending
    usage: Usage | None = None
    is_drained: bool = True
    leftovers: Mapping[int, str] = field(default_factory=dict)


class LetGo(asyncio.CancelledError):
    """The command goes on without this console: it has not ended, and there is nothing to settle."""


OnStart = Callable[[int], None]
# Told how the command ended by itself and what it left running; says whether that may run on.
OnLeftovers = Callable[[Finished], bool]


async def run(
    command: Command,
    *,
    trees: Starts,
    control: Control,
    capture: Capture,
    on_start: OnStart,
    on_output: OnOutput,
    on_leftovers: OnLeftovers = lambda _finished: False,
) -> Finished:
    """Run `command` and return how it ended; what it wrote is in `capture` and went to `on_output`.

    It is started as one of `trees`. When cancelled, the tree is dead before the cancellation goes on.
    """
    launch = Launch(
        command.words, command.cwd, command.environment, command.terminal, command.limits, command.folder
    )
    with contextlib.closing(command.terminal) if command.terminal else contextlib.nullcontext():
        try:
            tree = await trees.start(launch)
        except (OSError, ValueError) as problem:
            return Finished(Failed(error=str(problem)))
        if command.clock is None:
            control.deadline.begin(command.timeout_s, command.idle_timeout_s)
        else:
            control.deadline.go_on(command.clock)
        output = Output(tree, control, capture, on_output)
        leftovers, is_drained = dict[int, str](), True
        try:
            control.attach(tree)
            on_start(tree.pid)
            while (ending := await _first_of(tree, control, command.limits)) is None:
                await to_its_end(_keep(tree, control, output, command))
                if control.is_kept:
                    raise LetGo
            control.refuse_to_keep()
            if isinstance(ending, Exited):
                is_drained = await output.drain()
                leftovers = {} if tree.is_empty() else tree.members()
                if leftovers and on_leftovers(Finished(ending, None, is_drained, leftovers)):
                    await _outlived(tree, control, command.limits)
        finally:
            if control.is_kept:
                _let_go(tree, control, output)
            elif tree.is_empty():  # as nearly always: nothing is to be waited for
                _close(tree, control, output)
            else:
                await to_its_end(_end(tree, control, output))
            control.refuse_to_keep()
        return Finished(ending, output.usage, is_drained, leftovers)


async def _first_of(tree: Tree, control: Control, limits: Limits) -> Ending | None:
    """Wait for the exit, a deadline, a limit or a stop, whichever comes first; None when it is to be kept."""
    deadline, is_limited = control.deadline, _is_limited(limits)
    exited = tree.exited()
    try:
        while True:
            waits: set[asyncio.Future[Any]] = {exited, control.stop_asked, deadline.changed}
            if not control.kept.done():
                waits.add(control.keep_asked)
            left_s = deadline.left_s()
            if is_limited:
                left_s = min(left_s, SAMPLE_S) if left_s is not None else SAMPLE_S
            await asyncio.wait(waits, timeout=left_s, return_when=asyncio.FIRST_COMPLETED)
            if exited.done():
                return Exited(code=exited.result())
            if control.stop_asked.done():
                return Stopped(by=control.stop_asked.result())
            if control.keep_asked in waits and control.keep_asked.done():
                return None
            # Looked at again, since a loop's timer may fire early and a deadline may not.
            if over := deadline.reached():
                return over
            if is_limited and (exceeded := _exceeded(tree.usage(), limits)):
                return exceeded
    finally:
        exited.cancel()


def _is_limited(limits: Limits) -> bool:
    return any(limit is not None for limit in (limits.memory_mib, limits.processes, limits.cpu_s))


def _exceeded(usage: Usage, limits: Limits) -> Exceeded | None:
    if limits.memory_mib is not None and usage.memory_bytes > limits.memory_mib * _MIB:
        return Exceeded(what="memory_mib", limit=limits.memory_mib)
    if limits.processes is not None and usage.processes > limits.processes:
        return Exceeded(what="processes", limit=limits.processes)
    if limits.cpu_s is not None and usage.cpu_s > limits.cpu_s:
        return Exceeded(what="cpu_s", limit=limits.cpu_s)
    return None


async def _outlived(tree: Tree, control: Control, limits: Limits) -> None:
    """Wait until those that a command left are gone, or are to be stopped, or have used up what they may."""
    is_limited = _is_limited(limits)
    while not tree.is_empty() and control.deadline.reached() is None:
        if is_limited and _exceeded(tree.usage(), limits):
            return
        waits: set[asyncio.Future[Any]] = {control.stop_asked, control.deadline.changed}
        await asyncio.wait(waits, timeout=SAMPLE_S, return_when=asyncio.FIRST_COMPLETED)
        if control.stop_asked.done():
            return


async def _keep(tree: Tree, control: Control, output: Output, command: Command) -> None:
    """Leave the command to whoever stands over its tree; `control.kept` says whether that came about."""
    with output.lent() as outputs:
        try:
            spool, room = output.capture.lent()
            order = Order(room, output.capture.n_bytes, control.deadline.clock(), command.keeps_leftovers)
            try:
                await tree.keep(control.keep_asked.result(), order, spool, outputs)
            finally:
                os.close(spool)
        except OSError as problem:
            _log.warning("a command could not be kept: %s", problem)
            output.read_on()
            control.refuse_to_keep()
        else:
            control.kept.set_result(True)


def _let_go(tree: Tree, control: Control, output: Output) -> None:
    """Give back what is held of a tree that goes on without us."""
    control.attach(None)
    output.give_back()
    tree.close()


async def _end(tree: Tree, control: Control, output: Output) -> None:
    """Leave nothing of the tree: ask, wait, end, and look until nothing is left."""
    loop = asyncio.get_running_loop()
    try:
        if not tree.is_empty() and not control.kill_asked.is_set():
            tree.terminate()
            until = loop.time() + GRACE_S
            # The system tells of no other process than a child, so the tree is looked at again and again.
            while not (tree.is_empty() or loop.time() > until or control.kill_asked.is_set()):  # noqa: ASYNC110
                await asyncio.sleep(_POLL_S)
        while not tree.is_empty():
            tree.kill()
            await asyncio.sleep(_POLL_S)
    finally:
        if not tree.is_empty():
            tree.end_now()  # the loop itself ends: no time is left to ask
        _close(tree, control, output)


def _close(tree: Tree, control: Control, output: Output) -> None:
    control.attach(None)
    output.close()
    tree.close()
