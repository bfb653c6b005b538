"""How the console answers what no rule decides, as the person set it."""

from typing import Literal

from pydantic import AwareDatetime

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
