"""A grant's terms come to what they say."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from assent.desktop.approval.terms import TermKind, midnight, term_choices, told_term
from assent.model.asker import Asker
from assent.model.grant import Always, ForUses, Session, Term, UntilAgentEnds, UntilTime
from builders import a_call, a_process

NOW = datetime(2026, 3, 1, 22, 30, tzinfo=UTC)
AGENT = a_process(pid=7, name="codex")
CALL = a_call(asker=Asker(process=a_process(name="bash", executable="/bin/bash"), parents=(AGENT,)))


@pytest.mark.parametrize(
    ("kind", "term"),
    [
        ("session", Session()),
        ("15 min", UntilTime(at=NOW + timedelta(minutes=15))),
        ("1 h", UntilTime(at=NOW + timedelta(hours=1))),
        ("tonight", UntilTime(at=datetime(2026, 3, 2, tzinfo=UTC))),
        ("uses", ForUses(uses=3)),
        ("agent", UntilAgentEnds(process=AGENT)),
        ("always", Always()),
    ],
)
def test_each_choice_makes_its_term(kind: TermKind, term: Term) -> None:
    (choice,) = (each for each in term_choices(CALL) if each.kind == kind)
    assert choice.makes(NOW, 3) == term


def test_the_narrowest_comes_first_and_for_good_last() -> None:
    kinds = [choice.kind for choice in term_choices(CALL)]
    assert (kinds[0], kinds[-1]) == ("session", "always")


def test_midnight_is_that_of_the_persons_own_zone() -> None:
    zone = timezone(timedelta(hours=5))
    assert midnight(datetime(2026, 3, 1, 23, 59, tzinfo=zone)) == datetime(2026, 3, 2, tzinfo=zone)


def test_only_what_is_for_good_is_written() -> None:
    for choice in term_choices(CALL):
        told = told_term(choice.makes(NOW, 1))
        assert ("nothing is written" in told) == (choice.kind != "always")
    assert "1 more command," in told_term(ForUses(uses=1))
