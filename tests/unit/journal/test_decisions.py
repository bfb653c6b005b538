"""What people decided is found again: their answers by command, their words, their deeds."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from assent.journal.decisions import Deed
from assent.journal.journal import Journal, JournalError
from assent.model.authority import Authority
from assent.model.grant import Ended, Used
from assent.model.lifecycle import Approved, Asking, Received, Refused
from assent.model.mode import Mode, ModeSet
from assent.model.question import Past
from assent.model.rules import RuleSaved, RuleUsed
from builders import AT, CONSOLE, PERSON, RULE, a_call, a_proposal, settled


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Return a journal."""
    opened = Journal(tmp_path)
    yield opened
    opened.close()


def answer(journal: Journal, command: str, *, yes: bool, reason: str = "", by: Authority = PERSON) -> None:
    """Have a command asked for and answered."""
    call, proposal = a_call(command), a_proposal(command)
    journal.open(call, (Received(), Asking(proposal=proposal)), AT)
    if yes:
        journal.write(call, Approved(by=by, proposal=proposal), AT)
    else:
        journal.write(call, settled(Refused(by=by, reason=reason)), AT + timedelta(days=1))


def test_earlier_answers_to_a_command_are_counted_and_the_last_is_told(journal: Journal):
    for _ in range(3):
        answer(journal, "make", yes=True)
    answer(journal, "make", yes=False, reason="not now")
    answer(journal, "make all", yes=True)
    day = timedelta(days=1)
    assert journal.decisions.past("make") == Past(
        approved=3, refused=1, last_at=AT + day, last_reason="not now"
    )
    assert journal.decisions.past("make all") == Past(approved=1, last_at=AT)
    assert journal.decisions.past("make x") == Past()


def test_only_what_a_person_answered_counts(journal: Journal):
    for by in (RULE, CONSOLE):
        answer(journal, "make", yes=True, by=by)
        answer(journal, "make", yes=False, by=by)
    assert journal.decisions.past("make") == Past()


def test_an_edited_command_is_the_one_that_was_approved(journal: Journal):
    call = a_call("rm x")
    journal.open(call, (Received(), Asking(proposal=a_proposal("rm x"))), AT)
    journal.write(call, Approved(by=PERSON, proposal=a_proposal("rm -i x")), AT)
    assert journal.decisions.past("rm x") == Past()
    assert journal.decisions.past("rm -i x").approved == 1


def test_any_text_has_a_past(journal: Journal):
    assert journal.decisions.past("echo \ud800") == Past()


def test_words_that_were_used_twice_are_offered_again(journal: Journal):
    for reason in ("use uv", "no", "use uv", "later", "later", "use uv", "", ""):
        answer(journal, "x", yes=False, reason=reason)
    assert journal.decisions.refusals(5) == ("use uv", "later")
    assert journal.decisions.refusals(1) == ("use uv",)


def test_requests_are_the_newest_commands_with_what_a_person_said(journal: Journal):
    answer(journal, "a", yes=True)
    answer(journal, "b", yes=False)
    call = a_call("c")
    journal.open(call, (Received(), Approved(by=RULE, proposal=a_proposal("c"))), AT)
    denied = a_call("d")
    journal.open(denied, (Received(), settled(Refused(by=RULE))), AT)
    looked = a_call("e")
    journal.open(
        looked,
        (Received(), Approved(by=CONSOLE, proposal=a_proposal().model_copy(update={"command": None}))),
        AT,
    )
    found = [(request.proposal.command, request.was_refused) for request in journal.decisions.requests(9)]
    assert found == [("c", False), ("b", True), ("a", False)]
    assert len(journal.decisions.requests(2)) == 1  # the newest two, one of which ran no command


DEEDS: tuple[Deed, ...] = (
    ModeSet(mode=Mode(name="lockdown"), by=PERSON),
    Used(id="g", call="c", left=2),
    Ended(id="g", by=PERSON),
    RuleSaved(path="/r", toml="", by=PERSON),
    RuleUsed(key="k", call="c"),
    RuleUsed(key="k", call="d"),
    RuleUsed(key="l", call="e"),
)


def test_deeds_are_kept_over_a_restart(tmp_path: Path):
    journal = Journal(tmp_path)
    assert journal.decisions.last_mode() is None
    for deed in DEEDS:
        journal.decisions.add(deed)
    journal.close()
    journal = Journal(tmp_path)
    assert journal.decisions.deeds() == list(DEEDS)
    assert journal.decisions.last_mode() == DEEDS[0]
    assert journal.decisions.rule_uses() == {"k": 2, "l": 1}
    journal.close()


def test_a_deed_that_cannot_be_recorded_is_told(journal: Journal):
    [(pages,)] = journal._database.execute("PRAGMA page_count").fetchall()
    journal._database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError, match="cannot be recorded"):
        journal.decisions.add(RuleSaved(path="/r", toml="x" * 200_000, by=PERSON))
