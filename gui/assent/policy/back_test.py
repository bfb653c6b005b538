"""What rules would have answered of what is on record: the figure beside an offer."""

import time
from collections.abc import Callable, Iterable

from assent.model.call import Call, Proposal
from assent.model.grant import BackTest

# A person looks at a menu meanwhile.
MOST_S = 0.25


def back_test(
    requests: Iterable[tuple[Call, Proposal, bool]],
    is_allowed: Callable[[Call, Proposal], bool],
    *,
    most_s: float = MOST_S,
    clock: Callable[[], float] = time.monotonic,
) -> BackTest:
    """Try the requests, each with whether a person refused it, until all are tried or the time is up.

    `requests` of the answer is how many were tried: the newest, when they come so.
    """
    until = clock() + most_s
    known: dict[tuple[str | None, str, str], bool] = {}
    tried = answered = refused = 0
    for call, proposal, was_refused in requests:
        if clock() >= until:
            break
        # Agents ask for the same again and again.
        key = (proposal.command, proposal.cwd, proposal.confinement)
        if key not in known:
            known[key] = is_allowed(call, proposal)
        tried += 1
        if known[key]:
            answered += 1
            refused += was_refused
    return BackTest(requests=tried, answered=answered, refused_then=refused)
