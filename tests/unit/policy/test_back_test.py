"""An offer's figures are of what is on record, and are had in a bounded time."""

from assent.model.call import Call, Proposal
from assent.model.grant import BackTest
from assent.policy.back_test import back_test
from builders import a_call, a_proposal


def request(command: str, *, refused: bool = False) -> tuple[Call, Proposal, bool]:
    return a_call(command), a_proposal(command), refused


REQUESTS = [request("ls"), request("rm"), request("ls", refused=True), request("ls")]


def is_ls(_call: Call, proposal: Proposal) -> bool:
    return proposal.command == "ls"


def test_it_counts_what_would_have_been_answered_and_what_a_person_refused_then():
    assert back_test(REQUESTS, is_ls) == BackTest(requests=4, answered=3, refused_then=1)
    assert back_test([], is_ls) == BackTest(requests=0, answered=0, refused_then=0)


def test_what_came_again_is_judged_once():
    judged: list[str | None] = []

    def is_any(_call: Call, proposal: Proposal) -> bool:
        judged.append(proposal.command)
        return True

    assert back_test(REQUESTS, is_any).answered == 4
    assert judged == ["ls", "rm"]


def test_it_stops_when_its_time_is_up_and_says_how_many_were_tried():
    clock = iter(range(100))
    tried = back_test(REQUESTS, is_ls, most_s=3, clock=lambda: next(clock))
    assert tried == BackTest(requests=2, answered=1, refused_then=0)
