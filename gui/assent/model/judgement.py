"""What the rules say of a block, and why: shown in the modal, printed by `assent rules check`."""

from typing import Literal

from pydantic import Field

from assent.model.authority import Authority, RuleName
from assent.model.frozen import Frozen
from assent.model.rules import Decision

Risk = Literal["none", "low", "medium", "high"]
# What may be missed: a control of the reading order, a sign without width, a blank that is none to a shell, a
# control character, an escape sequence, a letter that looks like another, a broken character, stacked marks,
# blanks that push the rest out of sight.
DisguiseKind = Literal[
    "bidi", "invisible", "blank", "control", "escape", "look-alike", "ill-formed", "combining", "padding"
]


class Disguise(Frozen):
    """Something in a text that the eye would miss: `offset` counts code points from its start."""

    offset: int
    code_points: tuple[int, ...]
    kind: DisguiseKind


class Part(Frozen):
    """One simple command of a block: `start` and `end` are its place, in code points.

    `words` are as the shell decodes them, none where that is not certain. `decision` is of this part alone,
    `by` the rule that made it. `reads` and `writes` are files that its profile knows of; a path that ends in
    `/` is a folder with all that is in it. `risk` says how much harm it could do, `danger` why.
    """

    start: int
    end: int
    text: str
    words: tuple[str, ...] = ()
    decision: Decision
    by: RuleName | None = None
    reason: str = ""
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    risk: Risk = "low"
    danger: str = ""


class Judgement(Frozen):
    """A decision and its reason; `by` is set when a rule, a grant or a mode made it.

    `message` is the rule's advice to the agent. `parts` are empty where the block could not be taken apart
    with certainty and nothing in it could be named.
    """

    decision: Decision
    reason: str
    by: Authority | None = None
    message: str = ""
    parts: tuple[Part, ...] = Field(default=())
    disguises: tuple[Disguise, ...] = Field(default=())

    @property
    def may_be_granted(self) -> bool:
        """Whether a rule of its own could allow it: nothing decided or hidden is, nor what is not certain."""
        is_open = self.decision == "ask" and self.by is None and not self.disguises
        return is_open and bool(self.parts) and all(part.words for part in self.parts)
