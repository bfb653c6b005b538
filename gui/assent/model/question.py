"""What a person is asked: a proposal, who makes it, and all that is known of it."""

from pydantic import AwareDatetime

from assent.model.call import Call, Proposal
from assent.model.frozen import Frozen
from assent.model.inspection import Inspection
from assent.model.judgement import Judgement
from assent.model.seal import Difference


class Past(Frozen):
    """The earlier answers to the same command in any folder: how many of which, and the last of them."""

    approved: int = 0
    refused: int = 0
    last_at: AwareDatetime | None = None
    last_reason: str = ""


class Question(Frozen):
    """One question: `differences` are there when it was approved, and something changed before it started.

    `expires_after_s` is when nobody's answer becomes one by itself, None: never.
    """

    call: Call
    proposal: Proposal
    judgement: Judgement
    inspection: Inspection = Inspection()
    past: Past = Past()
    differences: tuple[Difference, ...] = ()
    expires_after_s: float | None = None
