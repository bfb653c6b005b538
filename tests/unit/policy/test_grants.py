"""A grant is for who asked, on record at each step, and over when its time, uses, session or agent are."""

from datetime import timedelta
from typing import Any

import pytest

from assent.journal.errors import JournalError
from assent.model.asker import Asker, Process
from assent.model.asker import Session as AgentSession
from assent.model.call import Call
from assent.model.grant import (
    Always,
    Ended,
    ForUses,
    Granted,
    Offer,
    Session,
    Term,
    UntilAgentEnds,
    UntilTime,
    Used,
    Wish,
)
from assent.model.rules import Rule
from assent.policy.grants import Grants
from builders import AT, PERSON, a_call, a_process

RULE = Rule(command="git status", decision="allow")
OFFER = Offer(cover="prefix", text="git status …", rules=(RULE,), toml="")
AGENT = a_process()
OTHER_RUN = a_process(pid=5, started_at=5.0)
OTHER_AGENT = a_process(pid=6, executable="/usr/bin/other")
BASH = a_process(pid=7, name="bash", executable="/bin/bash")


class Desk:
    """Grants with clocks and processes of the test's own."""

    def __init__(self) -> None:
        self.deeds: list[Any] = []
        self.dead: set[Process] = set()
        self.now, self.passed_s = AT, 0.0
        self.grants = Grants(
            self.deeds.append,
            lambda process: process not in self.dead,
            clock=lambda: self.now,
            monotonic=lambda: self.passed_s,
        )

    def give(self, term: Term, call: Call | None = None) -> str:
        return self.grants.add(Wish(offer=OFFER, term=term), call or a_call(), PERSON).id

    def holds_for(self, call: Call | None = None) -> bool:
        return [each.rule for each in self.grants.layered(call or a_call())] == [RULE]


def by(*processes: Process, session: str = "s1") -> Call:
    asker = Asker(process=processes[0], parents=processes[1:])
    return a_call(asker=asker, session=AgentSession(id=session))


def test_without_grants_nothing_is_granted():
    assert Desk().grants.layered(a_call()) == ()


def test_a_grant_is_told_listed_and_on_record():
    desk = Desk()
    grant_id = desk.give(ForUses(uses=3))
    [grant] = desk.grants.all()
    assert (grant.id, grant.left, grant.agent, grant.words) == (
        grant_id,
        3,
        "agent",
        "git status …, for 3 commands",
    )
    [layered] = desk.grants.layered(a_call())
    assert (layered.layer, layered.grant, layered.name.grant) == ("grant", grant, grant_id)
    assert desk.deeds == [Granted(grant=grant, by=PERSON)]


@pytest.mark.parametrize(
    ("term", "calls", "holds"),
    [
        (Session(), (AGENT,), True),
        (Session(), (BASH, AGENT), True),
        (Session(), (OTHER_RUN,), False),
        (UntilAgentEnds(process=AGENT), (BASH, AGENT), True),
        (UntilAgentEnds(process=AGENT), (a_process(pid=9), AGENT), True),
        (UntilAgentEnds(process=AGENT), (OTHER_RUN,), False),
        (ForUses(uses=1), (OTHER_RUN,), True),
        (ForUses(uses=1), (OTHER_AGENT,), False),
        (UntilTime(at=AT + timedelta(hours=1)), (BASH, OTHER_RUN), True),
        (UntilTime(at=AT + timedelta(hours=1)), (OTHER_AGENT,), False),
    ],
)
def test_it_is_for_the_agent_that_asked(term: Term, calls: tuple[Process, ...], holds: bool):
    desk = Desk()
    desk.give(term, by(AGENT))
    assert desk.holds_for(by(*calls)) is holds


def test_the_rules_are_the_same_tuple_while_no_grant_begins_or_ends():
    desk = Desk()
    first = desk.give(Session())
    desk.give(ForUses(uses=3))
    granted = desk.grants.layered(a_call())
    assert len(granted) == 2
    assert desk.grants.layered(a_call()) is granted
    desk.grants.end(first, PERSON)
    assert len(desk.grants.layered(a_call())) == 1


def test_a_grant_for_a_session_is_for_that_one_only():
    desk = Desk()
    desk.give(Session(), by(AGENT, session="one"))
    assert desk.holds_for(by(AGENT, session="one"))
    assert not desk.holds_for(by(AGENT, session="two"))


@pytest.mark.parametrize("term", [Always(), UntilAgentEnds(process=OTHER_RUN)])
def test_what_is_no_grant_is_refused(term: Term):
    desk = Desk()
    with pytest.raises(ValueError, match="grant"):
        desk.give(term)
    assert (desk.deeds, desk.grants.all()) == ([], ())


def test_it_is_counted_and_over_with_its_last_use():
    desk = Desk()
    grant_id = desk.give(ForUses(uses=2))
    for left in (1, 0):
        assert desk.holds_for()
        desk.grants.use([grant_id, grant_id], a_call(id="c"))
        assert Used(id=grant_id, call="c", left=left) in desk.deeds
    assert not desk.holds_for()
    assert isinstance(desk.deeds[-1], Ended)
    desk.grants.use([grant_id], a_call())  # of one that is over there is nothing to count
    assert len(desk.deeds) == 4


@pytest.mark.parametrize("back", [-60, 0, 60])
def test_its_time_is_up_when_either_clock_says_so(back: float):
    desk = Desk()
    desk.give(UntilTime(at=AT + timedelta(minutes=5)))
    desk.now += timedelta(minutes=4)
    desk.passed_s += 240
    assert desk.holds_for()
    desk.passed_s += 60
    desk.now += timedelta(minutes=1 + back)
    assert not desk.holds_for()


@pytest.mark.parametrize("term", [Session(), UntilAgentEnds(process=AGENT)])
def test_it_ends_with_its_agent(term: Term):
    desk = Desk()
    desk.give(term)
    assert desk.holds_for()
    desk.dead.add(AGENT)
    assert not desk.holds_for()
    assert desk.grants.all() == ()


def test_one_that_is_due_ends_without_a_call():
    desk = Desk()
    desk.give(UntilTime(at=AT + timedelta(minutes=5)))
    desk.give(ForUses(uses=2))
    assert not desk.grants.sweep()
    desk.now += timedelta(minutes=5)
    assert desk.grants.sweep()
    assert len(desk.grants.all()) == 1


def test_a_person_ends_it_and_the_console_ends_all():
    desk = Desk()
    first, _ = desk.give(Session()), desk.give(Session())
    version = desk.grants.version
    assert desk.grants.end(first, PERSON)
    assert not desk.grants.end(first, PERSON)
    assert desk.deeds[-1] == Ended(id=first, by=PERSON)
    desk.grants.close()
    assert desk.grants.all() == ()
    assert desk.grants.version == version + 2


def test_what_cannot_be_recorded_is_not_granted_and_does_not_hold_on():
    desk = Desk()
    grant_id = desk.give(Session())

    def full(_deed: object) -> None:
        raise JournalError("full")

    desk.grants._record = full
    for deed in (
        lambda: desk.give(Session()),
        lambda: desk.grants.use([grant_id], a_call()),
        lambda: desk.grants.end(grant_id, PERSON),
    ):
        with pytest.raises(JournalError):
            deed()
    assert desk.grants.all() == ()
