"""What the modal may ask of the console while the person thinks: callables, never the console itself."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from assent.model.call import Call, Proposal
from assent.model.confinement import Choice
from assent.model.grant import BackTest, Offer
from assent.model.question import Question


@dataclass(frozen=True)
class Counsel:
    """None of these changes anything but `trust`, which takes a repository's root and fingerprint.

    `review` looks at a proposal that the person changed as at any other; `offers` is what can be granted with
    a yes; `refusals` are words to agents that are often used.
    """

    confinements: Callable[[], Sequence[Choice]]
    review: Callable[[Call, Proposal], Awaitable[Question]]
    offers: Callable[[Question], Sequence[Offer]]
    back_test: Callable[[Offer], BackTest]
    refusals: Callable[[], Sequence[str]]
    trust: Callable[[str, str], None]
