"""How the console answers what no rule decides, as the person set it."""

from typing import Literal

from pydantic import AwareDatetime, model_validator

from assent.model.authority import Authority
from assent.model.frozen import Frozen

# Ask; let what only reads pass, inside the agent's folder; run everything that is not denied, until a time;
# deny everything.
ModeName = Literal["ask", "auto-read", "trust", "lockdown"]


class Mode(Frozen):
    """The mode in force. `until` ends `trust`, and only that; `is_away`: nobody is at the desk.

    What needs a person then waits, or is refused, by `approval.while_away` of the settings.
    """

    name: ModeName = "ask"
    until: AwareDatetime | None = None
    is_away: bool = False

    @model_validator(mode="after")
    def _trust_has_an_end(self) -> "Mode":
        if (self.name == "trust") != (self.until is not None):
            raise ValueError("until: trust needs it, and nothing else has it")
        return self


class ModeSet(Frozen):
    """Somebody put the console into a mode: on record."""

    kind: Literal["mode_set"] = "mode_set"
    mode: Mode
    by: Authority
