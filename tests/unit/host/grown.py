"""A command that runs under one kind of trees, by pipes or in a terminal, with what it wrote so far."""

import contextlib
import os
import sys
from collections.abc import AsyncIterator, Sequence

import pytest

from assent.host.pipe import PipeReader
from assent.host.terminal import Terminal
from assent.host.trees.launch import Launch
from assent.host.trees.process import Supervision, Tree
from assent.model.guarantee import Kind
from assent.model.limits import Limits
from builders import chosen
from waiting import until

KINDS: tuple[Kind, ...] = (
    ("namespace", "bubblewrap", "warden", "session") if sys.platform == "linux" else ("session",)
)
each_kind = pytest.mark.parametrize("kind", KINDS)
piped_or_not = pytest.mark.parametrize("in_terminal", [False, True], ids=["pipes", "terminal"])


def launch(
    block: str | Sequence[str],
    *,
    terminal: Terminal | None = None,
    cwd: str = "/",
    limits: Limits | None = None,
    **environment: str,
) -> Launch:
    """Return what starts a block of the shell's language, or these words."""
    words = ["/bin/bash", "-c", block] if isinstance(block, str) else block
    return Launch(words, cwd, {"PATH": os.environ["PATH"], **environment}, terminal, limits or Limits())


class Grown:
    """A running command; `text` is what it wrote, on both channels."""

    def __init__(self, tree: Tree, terminal: Terminal | None, wall: Supervision) -> None:
        """Read all that it writes."""
        self.tree, self.terminal, self._wall = tree, terminal, wall
        self.data = bytearray()
        self.ends = 0
        outputs = [number for number in (tree.stdout, tree.stderr) if number >= 0]
        self._readers = [PipeReader(number, self.data.extend, self._one_ended) for number in outputs]

    @property
    def text(self) -> str:
        """What came, with the terminal's line ends made plain."""
        return self.data.decode(errors="replace").replace("\r\n", "\n")

    async def said(self, word: str) -> str:
        """Wait until it wrote this, and return all that it wrote."""
        await until(lambda: word in self.text)
        return self.text

    async def words(self, count: int) -> list[str]:
        """Wait until it wrote so many words."""
        return await until(lambda: len(found := self.text.split()) >= count and found)

    async def ended(self) -> int:
        """Wait until nothing of it is left and all was read; return the exit code."""
        code = await self.tree.exited()
        await until(self.tree.is_empty)
        await until(lambda: self.ends == len(self._readers))
        return code

    def close(self) -> None:
        """Give everything back."""
        for reader in self._readers:
            reader.close()
        self.tree.end_now()
        self.tree.close()
        if self.terminal is not None:
            self.terminal.close()
        self._wall.close()

    def _one_ended(self) -> None:
        self.ends += 1


@contextlib.asynccontextmanager
async def grown(
    kind: Kind,
    block: str | Sequence[str],
    *,
    in_terminal: bool = False,
    cwd: str = "/",
    limits: Limits | None = None,
    **environment: str,
) -> AsyncIterator[Grown]:
    """Start a command; ends what is left of it afterwards."""
    wall = await chosen(kind)
    terminal = Terminal(24, 80) if in_terminal else None
    try:
        tree = await wall.start(launch(block, terminal=terminal, cwd=cwd, limits=limits, **environment))
    except BaseException:
        if terminal is not None:
            terminal.close()
        wall.close()
        raise
    running = Grown(tree, terminal, wall)
    try:
        yield running
    finally:
        running.close()
