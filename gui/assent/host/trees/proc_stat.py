"""What /proc says of the processes below another: their names, and what they use (Linux)."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from assent.host.trees.usage import Usage

if sys.platform == "linux":
    from assent.host.trees.warden import descendants

assert sys.platform == "linux"

_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class _Process:
    name: str
    is_alive: bool
    own_s: float
    collected_s: float  # of children that ended and were waited for
    memory_bytes: int


def members(first: int) -> dict[int, str]:
    """Return the living descendants of a process by number, each with its name."""
    found = {pid: _read(pid) for pid in descendants(first)}
    return {pid: process.name for pid, process in sorted(found.items()) if process and process.is_alive}


def usage(first: int) -> Usage:
    """Return what all descendants of a process use, and what those used that ended."""
    found = [process for pid in descendants(first) if (process := _read(pid))]
    above = _read(first)
    collected_s = sum(process.collected_s for process in found) + (above.collected_s if above else 0.0)
    alive = [process for process in found if process.is_alive]
    return Usage(
        cpu_s=collected_s + sum(process.own_s for process in found),
        memory_bytes=sum(process.memory_bytes for process in alive),
        processes=len(alive),
    )


def _read(pid: int) -> _Process | None:
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return None
    before, _, after = stat.rpartition(b")")  # a name may hold anything, a bracket too
    fields = after.split()
    times = [int(field) / _TICKS_A_SECOND for field in fields[11:15]]
    return _Process(
        name=os.fsdecode(before.partition(b"(")[2]),
        is_alive=fields[0] not in (b"Z", b"X"),
        own_s=times[0] + times[1],
        collected_s=times[2] + times[3],
        memory_bytes=int(fields[21]) * _PAGE_BYTES,
    )
