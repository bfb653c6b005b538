"""A folder that stays the same one from the moment when it was looked at, whatever is done to its path."""

import errno
import os
import sys


class HeldFolder:
    """A folder that is held open, so that its number is given to no other while it is; `close` lets it go.

    Where a folder can't be held open (Windows) it is known by its number alone.
    """

    def __init__(self, path: str) -> None:
        """Hold the folder at `path`, links followed; raises OSError when there is none."""
        self.path, self._descriptor = path, -1
        self.renew()

    @property
    def place(self) -> str:
        """A path that leads to this very folder for whoever has our descriptors; elsewhere its own path."""
        if sys.platform == "linux" and self._descriptor >= 0:
            return f"/proc/self/fd/{self._descriptor}"
        return self.path

    @property
    def identity(self) -> str:
        """What tells it from all others, as one word."""
        return f"{self.device}:{self.inode}"

    def check(self) -> None:
        """Raise OSError when its path leads to nothing now, or to another folder."""
        found = os.stat(self.path)
        if (found.st_dev, found.st_ino) != (self.device, self.inode):
            raise OSError(errno.ESTALE, "It is another folder now", self.path)

    def renew(self) -> None:
        """Hold the one that is at its path now in its place; raises OSError when there is none."""
        descriptor = _opened(self.path)
        found = os.stat(self.path if descriptor < 0 else descriptor)
        self.close()
        self._descriptor = descriptor
        self.device, self.inode = found.st_dev, found.st_ino

    def close(self) -> None:
        """Let it go."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


if sys.platform == "win32":

    def _opened(_path: str) -> int:
        return -1

else:
    # O_PATH asks for no right to read it, and is not to be had everywhere.
    _HOW = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_CLOEXEC

    def _opened(path: str) -> int:
        return os.open(path, _HOW)
