"""The commands that go on without a console: where they are kept, and how the next console finds them."""

import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from assent.host.folders import make_private
from assent.host.trees.family import mark_of_call
from assent.host.trees.keeping import Clock, Ended, Place
from assent.host.trees.launch import Launch
from assent.host.trees.process import Tree


@dataclass(frozen=True)
class Taken:
    """A kept command that still runs: ours again, as it stands."""

    tree: Tree
    clock: Clock
    came_bytes: int

    async def start(self, _launch: Launch) -> Tree:
        """Return the tree: it was started long ago."""
        return self.tree


class KeptCommands:
    """A private folder with a socket for each kept command that runs, and a note for each that has ended."""

    def __init__(self, folder: Path) -> None:
        """Use this folder; it is made when it is needed."""
        self._folder = folder

    @contextlib.contextmanager
    def place(self, call_id: str) -> Iterator[Place]:
        """Open the place of a call's command for its warden, which gets copies; raises OSError.

        When the command is not kept, `forget` removes it.
        """
        make_private(self._folder)
        self.forget(call_id)
        with _place(self._folder, call_id) as place:
            yield place

    async def find(self, call_id: str, pid: int) -> Taken | Ended | None:
        """Take the command of a call back if it runs, or return how it ended; None when it is lost.

        `pid` is its first process. Of one that is lost nothing runs any more.
        """
        mark = mark_of_call(call_id)
        if self._folder.is_dir():
            taken = await _taken(self._folder, call_id, pid, mark)
            if taken is not None:
                tree, clock, came_bytes = taken
                return Taken(tree, clock, came_bytes)
            if (ended := _noted(self._folder / f"{call_id}.end")) is not None:
                return ended
        await _end_marked(mark)
        return None

    def forget(self, call_id: str) -> None:
        """Remove what is noted of a command: its end is on record elsewhere, or it is not kept."""
        for ending in ("sock", "new", "end"):
            with contextlib.suppress(OSError):
                os.unlink(self._folder / f"{call_id}.{ending}")  # noqa: PTH108


if sys.platform == "linux":
    from assent.host.trees.taking import end_marked as _end_marked
    from assent.host.trees.taking import noted as _noted
    from assent.host.trees.taking import place as _place
    from assent.host.trees.taking import taken as _taken

else:

    @contextlib.contextmanager
    def _place(_folder: Path, _name: str) -> Iterator[Place]:
        raise OSError("no command can be kept on this system")
        yield

    async def _taken(_folder: Path, _name: str, _pid: int, _mark: bytes) -> tuple[Tree, Clock, int] | None:
        return None

    def _noted(_path: Path) -> Ended | None:
        return None

    async def _end_marked(_mark: bytes) -> None:
        return None
