"""What the kernel by itself holds a command to, for the time between two looks of whoever counts (Linux)."""

import contextlib
import os
import resource
import sys
from pathlib import Path

from assent.model.limits import Limits

assert sys.platform == "linux"

# A namespace has a limit of its own for the numbers of its processes since this version; before, writing it
# would limit the whole machine.
_HAS_OWN_NUMBERS = (6, 14)
# Numbers below this are not given out again.
_FIRST_NUMBERS = 300


def resource_limits(limits: Limits) -> list[tuple[int, int]]:
    """Return (resource, limit) for the first process to hand on: each process is held to it by itself.

    Memory is not among them: many programs reserve far more than they ever hold.
    """
    found = []
    if limits.cpu_s is not None:
        found.append((resource.RLIMIT_CPU, limits.cpu_s + 1))
    if limits.processes is not None and os.geteuid() != 0:  # root is held to none
        found.append((resource.RLIMIT_NPROC, _threads_of_user() + _most_threads(limits.processes)))
    return found


def most_numbers(limits: Limits) -> int | None:
    """Return the highest number that a process namespace may give out, or None when that cannot be said."""
    if limits.processes is None or _version() < _HAS_OWN_NUMBERS:
        return None
    return _FIRST_NUMBERS + _most_threads(limits.processes)


def _most_threads(processes: int) -> int:
    """Return how many threads the processes may have: those are what the kernel counts."""
    return max(4 * processes, 512)


def _threads_of_user() -> int:
    """Count what the kernel has counted so far for this user."""
    threads, user = 0, os.getuid()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if entry.stat().st_uid == user:
                    threads += len(list((entry / "task").iterdir()))
    return threads


def _version() -> tuple[int, ...]:
    major, minor = os.uname().release.split(".")[:2]
    return int(major), int("".join(sign for sign in minor if sign.isdigit()) or 0)
