"""Stands over a command while no console runs: pours its output, keeps its deadlines, notes its end.

It is part of the warden's program (`warden.py`): standard library only. With "keep" come a file with
words, a folder, a bound socket NAME.sock in it, the output's file, and the read ends of the output or its
terminal. The words, with a zero byte between each:

    NAME ROOM_BYTES CAME_BYTES RAN_S TOTAL_S SILENT_S IDLE_S KEEPS_LEFTOVERS

ROOM_BYTES may still be written, CAME_BYTES came before; IDLE_S is 0 without such a deadline. Whoever connects
to the socket as the same user and says "take" is the command's console from then on. At the end of the
command NAME.end is written into the folder, a word and its value a line.
"""

import math
import os
import select
import socket
import struct
import sys
import time
from collections.abc import Callable

assert sys.platform == "linux"

# Seconds between asking a tree to end and ending it, and between two looks whether it has ended.
GRACE_S = 2.0
_KILL_EVERY_S = 0.1
# Seconds that a visitor has to say what it wants.
_VISIT_S = 1.0
_READ_BYTES = 1 << 18
_MOST_LEFT_BYTES = 1 << 21  # of one output when all has ended: more than a pipe holds


class Keeper:
    """What is kept of one command, and how it is to end."""

    def __init__(
        self,
        descriptors: list[int],
        *,
        woken: int,
        collect: Callable[[], tuple[int | None, tuple[float, int] | None]],
        terminate: Callable[[], None],
        kill: Callable[[], None],
    ) -> None:
        """Take over what came with "keep".

        `woken` can be read when a child has ended; `collect` then returns the command's wait status, or None
        while it runs, and what all used if nobody is left, else None.
        """
        what, self._folder, listener, self._spool, *self.outputs = descriptors
        self._listener = socket.socket(fileno=listener)
        self._woken, self._collect, self._terminate, self._kill = woken, collect, terminate, kill
        words = os.pread(what, os.fstat(what).st_size, 0).split(b"\0")
        os.close(what)
        self._name = words[0].decode()
        self._room, self._came, self._keeps_leftovers = int(words[1]), int(words[2]), words[7] == b"1"
        ran_s, self._total_s, silent_s, self._idle_s = map(float, words[3:7])
        now = time.monotonic()
        self._began, self._heard = now - ran_s, now - silent_s
        self.status: int | None = None  # of the command's end, as the system tells it
        self._over = "-"
        self._asked_at: float | None = None  # when the tree was asked to end
        self._events = select.poll()
        for descriptor in (woken, listener, *self.outputs):
            self._events.register(descriptor, select.POLLIN)
        self._listener.listen(4)

    def stand(self) -> socket.socket | None:
        """Return the connection to the console that takes the command, or None when the end is noted."""
        while True:
            for descriptor, _ in self._events.poll(self._patience_ms()):
                if descriptor == self._woken:
                    os.read(self._woken, 4096)
                elif descriptor != self._listener.fileno():
                    self._pour(descriptor)
                elif (console := self._visitor()) is not None:
                    self._close()
                    return console
            self.status, used = self._collect()
            if used is not None:
                self._note_end(*used)
                self._close()
                return None
            self._keep_time()

    def told(self) -> str:
        """Say where the command stands, for the console that takes it."""
        now = time.monotonic()
        status = "-" if self.status is None else self.status
        clock = f"{now - self._began:.3f} {self._total_s} {now - self._heard:.3f} {self._idle_s}"
        return f"{status} {self._came} {clock}"

    def _patience_ms(self) -> int:
        if self._asked_at is not None:
            until = max(self._asked_at + GRACE_S, time.monotonic() + _KILL_EVERY_S)
        else:
            until = self._began + self._total_s
            if self._idle_s:
                until = min(until, self._heard + self._idle_s)
        return max(0, math.ceil((until - time.monotonic()) * 1000)) + 1

    def _keep_time(self) -> None:
        now = time.monotonic()
        if self._asked_at is None:
            if self.status is not None and not self._keeps_leftovers:
                self._end(now)
            elif now >= self._began + self._total_s:
                self._over = "total" if self.status is None else "-"
                self._end(now)
            elif self._idle_s and now >= self._heard + self._idle_s and self.status is None:
                self._over = "idle"
                self._end(now)
        elif now >= self._asked_at + GRACE_S:
            self._kill()

    def _end(self, now: float) -> None:
        self._asked_at = now
        self._terminate()

    def _pour(self, descriptor: int) -> int:
        """Write what came to the file; return how much that was. What it has no room for is counted only."""
        try:
            data = os.read(descriptor, _READ_BYTES)
        except BlockingIOError:
            return 0
        except OSError:
            data = b""  # how a terminal tells that the last one has let go of it
        if not data:
            self._events.unregister(descriptor)
            return 0
        self._heard = time.monotonic()
        self._came += len(data)
        taken = memoryview(data)[: self._room]
        self._room -= len(taken)
        try:
            while taken:
                taken = taken[os.write(self._spool, taken) :]
        except OSError:
            self._room = 0  # a full disk: the beginning stays
        return len(data)

    def _visitor(self) -> socket.socket | None:
        """Return the connection of a console of this user's that takes the command, or None."""
        connection, _ = self._listener.accept()
        credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        try:
            connection.settimeout(_VISIT_S)
            if struct.unpack("3i", credentials)[1] == os.getuid() and connection.recv(16) == b"take":
                connection.settimeout(None)
                return connection
        except OSError:
            pass
        connection.close()
        return None

    def _note_end(self, cpu_s: float, peak_bytes: int) -> None:
        for descriptor in self.outputs:
            left = _MOST_LEFT_BYTES
            while left > 0 and (read := self._pour_last(descriptor)):
                left -= read
        try:
            os.fsync(self._spool)
        except OSError:
            pass  # no disk is behind it, or none that works: the end is noted all the same
        ran_s = time.monotonic() - self._began
        after_s = self._idle_s if self._over == "idle" else self._total_s
        lines = (
            f"status {self.status}",
            f"over {self._over}",
            f"after_s {after_s}",
            f"ran_s {ran_s:.3f}",
            f"cpu_s {cpu_s:.6f}",
            f"peak_bytes {peak_bytes}",
            f"came_bytes {self._came}",
        )
        text = "".join(f"{line}\n" for line in lines).encode()
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC
        file = os.open(f"{self._name}.new", flags, 0o600, dir_fd=self._folder)
        os.write(file, text)
        os.fsync(file)
        os.close(file)
        os.rename(f"{self._name}.new", f"{self._name}.end", src_dir_fd=self._folder, dst_dir_fd=self._folder)
        os.fsync(self._folder)

    def _pour_last(self, descriptor: int) -> int:
        try:
            return self._pour(descriptor)
        except KeyError:
            return 0  # its end was seen before

    def _close(self) -> None:
        """Give back all but the outputs; nobody finds the command here any more."""
        try:
            os.unlink(f"{self._name}.sock", dir_fd=self._folder)
        except OSError:
            pass
        self._listener.close()
        for descriptor in (self._folder, self._spool):
            os.close(descriptor)
