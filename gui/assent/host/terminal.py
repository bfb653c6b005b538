"""A terminal of a command's own: the side that we hold, and the side that the command gets."""

import os


class Terminal:
    """A pseudo-terminal: `ours` is its master, which does not block, `theirs` is the command's side."""

    ours: int
    theirs: int

    def __init__(self, rows: int, columns: int) -> None:
        """Open one of this size; raises OSError where there is none to be had."""
        self.ours, self.theirs = os.openpty()
        self.resize(rows, columns)

    @property
    def echoes(self) -> bool:
        """Whether what is typed now would show; a program that asks for a secret turns it off."""
        raise NotImplementedError

    def write(self, data: bytes) -> None:
        """Type; what the terminal does not take at once waits for it, in order."""
        raise NotImplementedError

    def resize(self, rows: int, columns: int) -> None:
        """Change its size; the programs in it are told (SIGWINCH)."""
        raise NotImplementedError

    def close_theirs(self) -> None:
        """Give the command's side away: only then can the end of its output be seen."""
        raise NotImplementedError

    def close(self) -> None:
        """Give both sides back; whoever still has the other one is hung up."""
        raise NotImplementedError
