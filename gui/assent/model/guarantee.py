"""What is certain of a command's processes on this machine, for the person who watches them."""

from typing import Literal

from assent.model.frozen import Frozen

Kind = Literal["namespace", "bubblewrap", "warden", "job", "session"]  # the strongest first
# What a person may ask for: "auto" is the strongest that changes nothing for the commands themselves,
# "strongest" the strongest that works, a kind's name that kind or nothing.
Wanted = Literal["auto", "strongest"] | Kind


class Guarantee(Frozen):
    """How surely every process of a command ends with it."""

    kind: Kind
    sentence: str
    # Why it is none of the stronger kinds: what keeps each from working here, or why it was not taken.
    instead_of: tuple[str, ...] = ()
