"""What observers of the calls are told, after it is on disk."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from assent.model.call import Call
from assent.model.intervention import Intervention
from assent.model.lifecycle import State

Channel = Literal["stdout", "stderr"]


@dataclass(frozen=True, slots=True)
class Moved:
    """A call took a step."""

    call: Call
    state: State
    at: datetime


@dataclass(frozen=True, slots=True)
class Intervened:
    """Somebody did something to a running command."""

    call: Call
    what: Intervention
    at: datetime


@dataclass(frozen=True, slots=True)
class Output:
    """A running command wrote; `data` is raw, cut anywhere, and never in a log or a repr."""

    call_id: str
    channel: Channel
    data: bytes

    def __repr__(self) -> str:
        """Say how much, never what: outputs hold secrets."""
        return f"Output({self.call_id!r}, {self.channel!r}, {len(self.data)} bytes)"


Event = Moved | Intervened | Output
