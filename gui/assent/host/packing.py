"""Says to a warden's child (`host/warden.py`) what it is to run, in the bytes that it reads (Linux)."""

import os
import resource
import sys

from assent.host.launch import Launch
from assent.model.limits import Limits

assert sys.platform == "linux"

# A namespace has a limit of its own for the numbers of its processes since this version; before, writing it
# would limit the whole machine.
_HAS_OWN_NUMBERS = (6, 14)
# Numbers below this are not given out again.
_FIRST_NUMBERS = 300


def packed(launch: Launch, *, in_namespace: bool) -> bytes:
    """Return folder, limits, number of words, words, NAME=VALUE lines, with a zero byte between each.

    Raises ValueError for what the system has no way to say.
    """
    if not launch.words or not launch.words[0]:
        raise ValueError("no program is named")
    if any("=" in name or not name for name in launch.environment):
        raise ValueError("illegal environment variable name")
    lines = (f"{name}={value}" for name, value in launch.environment.items())
    limits = " ".join(_limits(launch.limits, in_namespace=in_namespace))
    head = (launch.cwd, limits, str(len(launch.words)))
    parts = [os.fsencode(part) for part in (*head, *launch.words, *lines)]
    if any(b"\0" in part for part in parts):
        raise ValueError("embedded null byte")
    return b"\0".join(parts)


def _limits(limits: Limits, *, in_namespace: bool) -> list[str]:
    """Return what the kernel can hold by itself; the rest is counted by whoever runs the command."""
    found = []
    if limits.cpu_s is not None:
        # Of one process and not of all together: for a tree between two looks of whoever counts.
        found.append(f"{resource.RLIMIT_CPU}={limits.cpu_s + 1}:{limits.cpu_s + 1}")
    if limits.processes is not None and in_namespace and _version() >= _HAS_OWN_NUMBERS:
        found.append(f"pid_max={_FIRST_NUMBERS + _most_threads(limits.processes)}")
    return found


def _most_threads(processes: int) -> int:
    """Return how many threads the processes may have: those are what the kernel counts."""
    return max(4 * processes, 512)


def _version() -> tuple[int, ...]:
    major, minor = os.uname().release.split(".")[:2]
    return int(major), int("".join(sign for sign in minor if sign.isdigit()) or 0)
