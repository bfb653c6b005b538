"""What a running command writes: read as it comes, kept for the result, and passed on."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterator

from assent.execution.capture import Capture
from assent.execution.control import Control
from assent.execution.flow import Flow
from assent.host.pipe import PipeReader
from assent.host.trees.process import Tree, Usage
from assent.model.events import Channel

# Seconds after the shell's exit in which its last output may still come. Not until the end of file: a child
# in the background holds the pipe open for as long as it likes.
DRAIN_S = 0.2

OnOutput = Callable[[Channel, bytes], None]


class Output:
    """All channels of a running command, kept for the result and passed on."""

    def __init__(self, tree: Tree, control: Control, capture: Capture, on_output: OnOutput) -> None:
        """Begin to read; what comes goes into `capture`, which another reader may take over, and out."""
        self._tree, self._control, self.capture, self._on_output = tree, control, capture, on_output
        self.usage: Usage | None = None
        self._ended = asyncio.Event()
        self._readers = [PipeReader(tree.stdout, lambda data: self._take("stdout", data), self._one_ended)]
        if tree.terminal is None:  # a terminal is one channel
            self._readers.append(
                PipeReader(tree.stderr, lambda data: self._take("stderr", data), self._one_ended)
            )
        self._open = len(self._readers)
        control.flow.attach(lambda: self._apply(control.flow))
        self._apply(control.flow)

    async def drain(self) -> bool:
        """Read what the command left, until all ends of file or the drain deadline; whether the ends came."""
        for reader in self._readers:
            reader.drain()
        if self._ended.is_set():
            return True
        # Something in the background may hold the pipe for ever: the command itself has ended.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), DRAIN_S)
        return self._ended.is_set()

    @contextlib.contextmanager
    def lent(self) -> Iterator[list[int]]:
        """Read nothing for now, and give the read ends to another reader."""
        for reader in self._readers:
            reader.pause()
        with contextlib.ExitStack() as stack:
            outputs = []
            for number, reader in zip((self._tree.stdout, self._tree.stderr), self._readers, strict=False):
                outputs.append(_ended_pipe(stack) if reader.ended else number)
            yield outputs

    def read_on(self) -> None:
        """Read again: nobody else does."""
        self._apply(self._control.flow)

    def give_back(self) -> None:
        """Give the pipes back; another reads them."""
        for reader in self._readers:
            reader.close()

    def close(self) -> None:
        """Read the last of it and give the pipes back."""
        self.usage = self._tree.usage()
        for reader in self._readers:
            reader.drain()
            reader.close()

    def _take(self, channel: Channel, data: bytes) -> None:
        self._control.deadline.heard()
        self.capture.take(channel, data)
        self._on_output(channel, data)

    def _one_ended(self) -> None:
        self._open -= 1
        if not self._open:
            self._ended.set()

    def _apply(self, flow: Flow) -> None:
        for reader in self._readers:
            reader.pause() if flow.held else reader.resume()


def _ended_pipe(stack: contextlib.ExitStack) -> int:
    """Return the read end of a pipe that is at its end; it is closed with `stack`."""
    read, write = os.pipe()
    stack.callback(os.close, read)
    os.close(write)
    return read
