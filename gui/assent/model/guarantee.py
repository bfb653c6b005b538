"""What is certain of a command's processes on this machine, for the person who watches them."""

from typing import Literal

from assent.model.frozen import Frozen

Kind = Literal["namespace", "bubblewrap", "warden", "session"]  # the strongest first


class Guarantee(Frozen):
    """How surely every process of a command ends with it."""

    kind: Kind
    sentence: str
    # Why each stronger kind is not to be had here, one sentence each.
    instead_of: tuple[str, ...] = ()
