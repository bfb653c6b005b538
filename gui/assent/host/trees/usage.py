"""What a tree of processes uses of the machine."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Usage:
    """What a tree uses now, or what it used in all once it has ended.

    `cpu_s` is processor time in all, also of those that ended. `memory_bytes` is what all of it holds now; of
    an ended tree the most that one of its processes held, or the largest sum that was seen while it ran; 0
    where the system cannot tell. `processes` is how many there are.
    """

    cpu_s: float
    memory_bytes: int
    processes: int
