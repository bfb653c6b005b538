"""The SHA-256 of files, told again without reading while a file is as it was."""

import hashlib
import os
import stat
import time
from collections import OrderedDict
from dataclasses import dataclass

MOST_REMEMBERED = 4096
# Bytes; more are not read where somebody waits (see `Slow`): some milliseconds.
QUICK = 4 << 20
# A file may change twice within one tick of the clock that dates it: such a date proves nothing until the
# tick is over. Nanoseconds, many ticks.
_TOO_FRESH_NS = 100_000_000
Signature = tuple[int, int, int, int, int, int]


class Slow(Exception):  # noqa: N818  # it says what would happen, and is no error
    """It would take long to read the file; ask again from a thread, patiently."""


@dataclass(frozen=True)
class Digest:
    """A file's content in short: its hexadecimal SHA-256, and its size in bytes."""

    sha256: str
    size: int


class Digests:
    """Digests by what the system says of a file: number, size, times."""

    def __init__(self) -> None:
        """Know none."""
        self._known: OrderedDict[Signature, Digest] = OrderedDict()

    def of(self, path: str, *, patient: bool = False) -> Digest | None:
        """Return the digest of a regular file, links followed, or None when it can't be read.

        Raises Slow for a long one that is not known, unless it is asked patiently.
        """
        try:
            found = os.stat(path)
            if not stat.S_ISREG(found.st_mode):
                return None
            known = self._known.get(signature_of(found))
            if known is not None:
                return known
            if found.st_size > QUICK and not patient:
                raise Slow(path)
            return self._read(path)
        except (OSError, ValueError):
            return None

    def _read(self, path: str) -> Digest | None:
        with open(path, "rb", buffering=0, opener=_not_waiting) as file:
            before = os.fstat(file.fileno())
            if not stat.S_ISREG(before.st_mode):
                return None
            digest = Digest(hashlib.file_digest(file, "sha256").hexdigest(), before.st_size)
            after = os.fstat(file.fileno())
        signature = signature_of(after)
        if signature == signature_of(before) and is_settled(after):
            self._known[signature] = digest
            while len(self._known) > MOST_REMEMBERED:
                self._known.popitem(last=False)
        return digest


def signature_of(found: os.stat_result) -> Signature:
    """Return what changes when the file does, once its times are settled."""
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_mode


def is_settled(found: os.stat_result) -> bool:
    """Tell whether another change of the file would change its times for certain."""
    return time.time_ns() - max(found.st_ctime_ns, found.st_mtime_ns) > _TOO_FRESH_NS


def _not_waiting(path: str, flags: int) -> int:
    # A pipe that took the file's place meanwhile would hold us for ever.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
