"""A terminal of a command's own: the side that we hold, and the side that the command gets."""

import asyncio
import contextlib
import errno
import os
import signal
import struct
import sys
from typing import Never

# Bytes of typing that may wait for a command that does not read them: a large paste fits.
WAITING_LIMIT_BYTES = 8 << 20


class Terminal:
    """A pseudo-terminal: `ours` is its master, which does not block, `theirs` the command's side.

    Windows has none here: making one raises OSError, and commands are given pipes.
    """

    ours: int
    theirs: int
    # How the command's side can be opened by name.
    name: str

    def __init__(self, rows: int, columns: int, *, opened: int = -1) -> None:
        """Open one of this size; raises OSError where there is none to be had.

        With the master of one that was `opened` before it is that, as it is.
        """
        self._waiting = bytearray()
        self._loop: asyncio.AbstractEventLoop | None = None  # while it tells when there is room again
        self.ours, self.theirs, self.name = opened, -1, ""
        if opened >= 0:
            return
        self.ours, self.theirs = _opened()
        try:
            self.name = _prepared(self.ours, self.theirs)
            self.resize(rows, columns)
        except BaseException:
            self.close()
            raise

    @classmethod
    def of(cls, ours: int) -> "Terminal":
        """Return one that was opened before, by its master."""
        return cls(0, 0, opened=ours)

    @property
    def echoes(self) -> bool:
        """Whether what is typed now would show; a program that asks for a secret turns it off.

        An editor turns it off too and shows by itself what it takes: nobody can tell those two apart, so
        False says no more than that nobody but the program may show it. In doubt it is False.
        """
        return self.ours >= 0 and _echoes(self.ours)

    def write(self, data: bytes) -> None:
        """Type; what the terminal does not take at once waits for it, in order.

        Raises OSError when more than WAITING_LIMIT_BYTES would wait; nothing of `data` is typed then. Typing
        into one whose command is gone is typing into the void, as it is everywhere.
        """
        if len(self._waiting) + len(data) > WAITING_LIMIT_BYTES:
            raise OSError(errno.ENOBUFS, "the command does not read what was typed before")
        if self.ours >= 0:
            self._waiting += data
            self._type()

    def resize(self, rows: int, columns: int) -> None:
        """Change its size; the programs in it are told (SIGWINCH)."""
        if self.ours >= 0:
            _resize(self.ours, rows, columns)

    def interrupt(self) -> bool:
        """Send what Ctrl+C sends to the foreground of the terminal; whether there is one."""
        return self.ours >= 0 and _interrupted(self.ours)

    def close_theirs(self) -> None:
        """Give the command's side away: only then can the end of its output be seen."""
        if self.theirs >= 0:
            os.close(self.theirs)
            self.theirs = -1

    def close(self) -> None:
        """Give both sides back; the command is hung up, once no copy of `ours` is left."""
        self.close_theirs()
        self._forget()
        if self.ours >= 0:
            os.close(self.ours)
            self.ours = -1

    def _type(self) -> None:
        """Type as much as there is room for, and come again for the rest."""
        try:
            while self._waiting:
                del self._waiting[: os.write(self.ours, self._waiting[:65_536])]
        except BlockingIOError:
            if self._loop is None:
                self._loop = asyncio.get_running_loop()
                self._loop.add_writer(self.ours, self._type)
        except OSError:
            self._forget()  # nobody is there any more
        else:
            self._forget()

    def _forget(self) -> None:
        self._waiting.clear()
        if self._loop is not None:
            self._loop.remove_writer(self.ours)
            self._loop = None


if sys.platform == "win32":

    def _none(*_: object) -> Never:
        raise OSError(errno.ENOSYS, "no terminals are to be had on this system yet")

    _opened = _prepared = _echoes = _resize = _interrupted = _none

else:
    import fcntl
    import termios

    # Linux: signals whoever is in the foreground of the terminal, as a key does, whatever user that runs as.
    _SIGNAL_FOREGROUND = 0x40045436
    # Erasing takes away a character and not a byte; Python 3.11 has no name for it.
    _UTF_8_INPUT = 0x4000

    _opened = os.openpty

    def _prepared(ours: int, theirs: int) -> str:
        os.set_blocking(ours, False)
        modes = termios.tcgetattr(theirs)
        modes[0] |= _UTF_8_INPUT
        termios.tcsetattr(theirs, termios.TCSANOW, modes)
        return os.ttyname(theirs)

    def _echoes(ours: int) -> bool:
        try:
            return bool(termios.tcgetattr(ours)[3] & termios.ECHO)
        except (OSError, termios.error):
            return False  # gone with the command

    def _resize(ours: int, rows: int, columns: int) -> None:
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _interrupted(ours: int) -> bool:
        try:
            group = os.tcgetpgrp(ours)
            if group <= 0:
                return False
            if sys.platform == "linux":
                with contextlib.suppress(OSError):  # its number is another on a few processors
                    fcntl.ioctl(ours, _SIGNAL_FOREGROUND, int(signal.SIGINT))
                    return True
            os.killpg(group, signal.SIGINT)
        except OSError:
            return False
        return True
