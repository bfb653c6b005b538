"""What is to be known of a command that goes on without a console, and of one that did."""

from dataclasses import dataclass
from typing import Literal

from assent.host.trees.usage import Usage

# Seconds that a command may go on without a console that had no deadline.
LONGEST_S = 86_400.0


@dataclass(frozen=True)
class Clock:
    """How long a command ran of what it may in all, and how long it was silent of what it may be, in seconds.

    None sets no limit for silence.
    """

    ran_s: float
    total_s: float
    silent_s: float
    idle_s: float | None


@dataclass(frozen=True)
class Place:
    """Where a kept command is found again: a folder and a socket bound in it, both open descriptors."""

    name: str
    folder: int
    listener: int


@dataclass(frozen=True)
class Order:
    """How to keep a command: `room_bytes` of output may still be kept, `came_bytes` came before."""

    room_bytes: int
    came_bytes: int
    clock: Clock
    keeps_leftovers: bool


@dataclass(frozen=True)
class Ended:
    """How a kept command ended: with `code` (negative for a signal), or when its time was `over`."""

    code: int
    over: Literal["", "total", "idle"]
    after_s: float
    ran_s: float
    usage: Usage
    came_bytes: int
