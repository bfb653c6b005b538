"""A command that was left to its warden, as if the console had ended."""

import contextlib
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from assent.host.terminal import Terminal
from assent.host.trees.family import mark_of_call
from assent.host.trees.keeping import Clock, Ended, Order
from assent.host.trees.kept import KeptCommands, Taken
from assent.model.guarantee import Kind
from builders import chosen
from unit.host.grown import launch
from waiting import until

CALL = "0123456789abcdef0123456789abcdef"
CLOCK = Clock(ran_s=1.0, total_s=600.0, silent_s=0.0, idle_s=None)
ORDER = Order(room_bytes=1 << 20, came_bytes=5, clock=CLOCK, keeps_leftovers=False)


@dataclass
class KeptOne:
    """Where it is kept, and the file that it writes."""

    commands: KeptCommands
    folder: Path
    spool: Path
    pid: int

    @property
    def text(self) -> str:
        """What was poured so far, with the terminal's line ends made plain."""
        return self.spool.read_text()

    @property
    def notes(self) -> set[str]:
        """The endings of what is noted of it."""
        return {path.suffix for path in self.folder.iterdir()}

    async def find(self) -> Taken | Ended | None:
        """Look for it as the next console does."""
        return await self.commands.find(CALL, self.pid)

    async def ended(self) -> Ended:
        """Wait until its end is noted, and return that."""
        await until(lambda: self.notes == {".end"})
        found = await self.find()
        assert isinstance(found, Ended)
        return found


@contextlib.asynccontextmanager
async def kept(
    kind: Kind, block: str, folder: Path, *, order: Order = ORDER, in_terminal: bool = False
) -> AsyncIterator[KeptOne]:
    """Leave a block to its warden, which begins then; ends what is left of it afterwards."""
    wall, gate = await chosen(kind), folder / "gate"
    os.mkfifo(gate)
    terminal = Terminal(24, 80) if in_terminal else None
    tree = await wall.start(launch(f"read -r _ < {gate}; {block}", terminal=terminal, ASSENT_CALL_ID=CALL))
    one = KeptOne(KeptCommands(folder / "kept"), folder / "kept", folder / "spool", tree.pid)
    spool = os.open(one.spool, os.O_WRONLY | os.O_CREAT, 0o600)
    outputs = [number for number in (tree.stdout, tree.stderr) if number >= 0]
    try:
        with one.commands.place(CALL) as place:
            await tree.keep(place, order, spool, outputs)
        for number in outputs:
            os.close(number)
        if terminal is not None:
            terminal.close()
        tree.close()
        gate.write_text("kept\n")
        yield one
        found = await one.find()
        if isinstance(found, Taken):
            give_back(found)
    finally:
        os.close(spool)
        wall.close()


def give_back(found: Taken) -> None:
    """End a command that was taken back."""
    tree = found.tree
    tree.end_now()
    for number in (tree.stdout, tree.stderr):
        if number >= 0:
            os.close(number)
    if tree.terminal is not None:
        tree.terminal.close()
    tree.close()


def mark() -> bytes:
    """What tells the command's processes from others."""
    return mark_of_call(CALL)
