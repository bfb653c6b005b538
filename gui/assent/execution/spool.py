"""Keeps the whole of a long output on disk, within limits, for whoever needs more than the result holds."""

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path

from assent.host.folders import make_private

MOST_BYTES = 64 << 20  # of one call
MOST_BYTES_IN_ALL = 1 << 30
# Bytes per write: few large writes hold the loop up less than many small ones.
SEGMENT_BYTES = 1 << 20
# Seconds that one call's writes may hold the loop up in all; a disk that needs more is left alone.
MOST_SECONDS = 0.5
_ENDING = ".out"
_COMMON_FLAGS = os.O_WRONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_FLAGS = _COMMON_FLAGS | os.O_CREAT | os.O_EXCL
_FLAGS_TO_GO_ON = _COMMON_FLAGS | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)


class Spool:
    """One call's file. Nothing it does raises: a full disk must not break a call.

    `kept_bytes` is how much of the output is in it, from the beginning; `problem` is why it is not there.
    """

    # Written by the loop itself, as the journal is: into the system's cache, at the speed of memory. A thread
    # would need a queue, and a queue would need a limit where this needs none.

    def __init__(
        self,
        path: Path,
        most_bytes: int,
        on_close: Callable[[], None],
        clock: Callable[[], float],
        *,
        goes_on: bool = False,
    ) -> None:
        """Create the file, which must not exist; where one `goes_on`, add to the one that is there."""
        self.path = path
        self.problem = ""
        self.kept_bytes = 0
        self._room = most_bytes
        self._buffer = bytearray()
        self._on_close, self._clock = on_close, clock
        self._spent_s = 0.0
        self._file = -1
        try:
            make_private(path.parent)
            self._file = os.open(path, _FLAGS_TO_GO_ON if goes_on else _FLAGS, 0o600)
            if goes_on:
                self.kept_bytes = os.fstat(self._file).st_size
                self._room = max(most_bytes - self.kept_bytes, 0)
        except OSError as problem:
            self._give_up(problem.strerror or str(problem))

    def write(self, data: bytes) -> None:
        """Take the next bytes; those over the limit are left out."""
        if self._file < 0:
            return
        taken = data[: self._room]
        self._room -= len(taken)
        self._buffer += taken
        if len(self._buffer) >= SEGMENT_BYTES:
            self._flush()
        if not self._room:
            self.close()

    def lent(self) -> tuple[int, int]:
        """Return the file for another writer, who closes it, and how much may still be written into it.

        When no more is written into this one, that is the file that keeps nothing.
        """
        self.flush()
        if self._file < 0:
            return os.open(os.devnull, os.O_WRONLY), 0
        return os.dup(self._file), self._room

    def flush(self) -> None:
        """Write what came so far: somebody is told where it is."""
        if self._file >= 0:
            self._flush()

    def close(self) -> None:
        """Write the rest and give the file back."""
        if self._file >= 0:
            self._flush()
            self._close_file()

    def _flush(self) -> None:
        began = self._clock()
        try:
            with memoryview(self._buffer) as view:
                written = 0
                while written < len(view):
                    written += os.write(self._file, view[written:])
        except OSError as problem:
            self._give_up(problem.strerror or str(problem))
            return
        self.kept_bytes += len(self._buffer)
        self._buffer = bytearray()
        self._spent_s += self._clock() - began
        if self._spent_s > MOST_SECONDS:
            self._close_file()  # what is written stays

    def _give_up(self, problem: str) -> None:
        """Free the space: on a full disk the journal needs it more."""
        self.problem = problem
        self.kept_bytes = 0
        is_ours = self._file >= 0
        self._close_file()
        if is_ours:
            with contextlib.suppress(OSError):
                self.path.unlink()

    def _close_file(self) -> None:
        self._buffer = bytearray()
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
        self._on_close()


class Spools:
    """The folder of all calls' files: one a call, the oldest removed when they are too much together."""

    def __init__(
        self,
        folder: Path,
        *,
        most_bytes: int = MOST_BYTES,
        most_bytes_in_all: int = MOST_BYTES_IN_ALL,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Keep files in `folder`; it is made when it is needed."""
        self.folder = folder
        self._most_bytes, self._most_bytes_in_all, self._clock = most_bytes, most_bytes_in_all, clock
        self._open: set[Path] = set()

    def open(self, call_id: str, most_bytes: int | None = None) -> Spool:
        """Start the file of a call, after making room for it; `most_bytes` of this one, else the usual."""
        most = min(self._most_bytes if most_bytes is None else most_bytes, self._most_bytes_in_all)
        self.prune(self._most_bytes_in_all - most)
        path = self.path(call_id)
        self._open.add(path)
        return Spool(path, most, lambda: self._open.discard(path), self._clock)

    def go_on(self, call_id: str, most_bytes: int) -> Spool:
        """Go on with the file of a call that an earlier console began."""
        path = self.path(call_id)
        self._open.add(path)
        return Spool(path, most_bytes, lambda: self._open.discard(path), self._clock, goes_on=True)

    def spare(self, call_id: str) -> None:
        """Do not remove this call's file to make room: it is being written, not by us."""
        self._open.add(self.path(call_id))

    def remove(self, call_id: str) -> None:
        """Remove the file of a call, if it has one: to be called with the removal of its record."""
        with contextlib.suppress(OSError):
            self.path(call_id).unlink()

    def prune(self, most_bytes_in_all: int | None = None) -> None:
        """Remove the oldest files until all are within the limit; those being written stay."""
        limit = self._most_bytes_in_all if most_bytes_in_all is None else most_bytes_in_all
        found = []
        with contextlib.suppress(OSError):  # no folder, no files
            for path in self.folder.glob(f"*{_ENDING}"):
                with contextlib.suppress(OSError):
                    status = path.lstat()
                    found.append((status.st_mtime_ns, status.st_size, path))
        in_all = sum(size for _, size, _ in found)
        for _, size, path in sorted(found):
            if in_all <= limit:
                return
            if path not in self._open:
                with contextlib.suppress(OSError):
                    path.unlink()
                    in_all -= size

    def path(self, call_id: str) -> Path:
        """Return where the file of a call is, or would be."""
        return self.folder / f"{call_id}{_ENDING}"
