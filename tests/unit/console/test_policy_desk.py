"""What a person does at the desk holds from then on, is on record, and is told to whoever watches."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assent.console.policy_desk import PolicyDesk
from assent.host.peer import look_at
from assent.journal.journal import Journal, JournalError
from assent.model.asker import Asker
from assent.model.authority import ByRule, RuleName
from assent.model.grant import Always, BackTest, ForUses, Granted, Offer, Session, Term, Wish
from assent.model.judgement import Judgement, Part
from assent.model.lifecycle import Approved, Asking, Received, Refused
from assent.model.mode import Mode, ModeSet
from assent.model.rules import Rule, RuleSaved
from assent.model.settings import ApprovalSettings, Settings
from assent.policy.projects import Projects, TrustedFiles
from assent.policy.rule_uses import RuleUses
from assent.policy.rulebook import Rulebook
from builders import AT, PERSON, a_call, a_proposal, a_question, settled, write_rules

LS = Rule(command="ls", decision="allow")
TOML = '[[rule]]\ncommand = "ls"\ndecision = "allow"\n'
# Of a process that lives as long as the test.
OURS = a_call("ls", asker=Asker(process=look_at(os.getpid())))
OFFER = Offer(cover="prefix", text="ls …", rules=(LS,), toml=TOML)


class Room:
    """A desk with all that belongs to it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = Journal(folder / "state")
        decisions = self.journal.decisions
        self.trusted = TrustedFiles(folder / "trusted.json")
        self.settings = Settings()
        self.rulebook = Rulebook(
            folder / "rules.toml",
            projects=Projects(self.trusted.known),
            uses=RuleUses(decisions.rule_uses(), decisions.add),
        )
        self.desk = PolicyDesk(self.rulebook, decisions, lambda: self.settings, trusted=self.trusted)
        self.told = 0
        self.stop = self.desk.observe(self._hear)

    def _hear(self) -> None:
        self.told += 1

    def fulfil(self, term: Term, offer: Offer = OFFER) -> None:
        self.desk.fulfil(Wish(offer=offer, term=term), a_question("ls", call=OURS), PERSON)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """Return a desk."""
    built = Room(tmp_path)
    yield built
    built.journal.close()


def test_a_mode_holds_is_recorded_and_told(room: Room):
    mode = Mode(name="trust", until=datetime.now(UTC) + timedelta(minutes=5))
    assert not room.desk.ends_by_itself
    assert room.desk.set_mode(mode, PERSON) == ""
    assert (room.desk.mode, room.told, room.desk.ends_by_itself) == (mode, 1, True)
    assert room.journal.decisions.deeds() == [ModeSet(mode=mode, by=PERSON)]
    room.stop()
    room.desk.set_mode(Mode(), PERSON)
    assert room.told == 1


def test_a_lockdown_outlives_the_console(room: Room):
    room.desk.set_mode(Mode(name="lockdown"), PERSON)
    again = PolicyDesk(room.rulebook, room.journal.decisions)
    assert again.mode == Mode(name="lockdown")


def test_a_wish_for_a_while_is_a_grant_until_it_is_ended(room: Room):
    room.fulfil(Session())
    [grant] = room.desk.grants()
    assert [each.rule for each in room.desk.granted(OURS)] == [LS]
    assert isinstance(room.journal.decisions.deeds()[0], Granted)
    assert room.desk.end_grant(grant.id, PERSON)
    assert not room.desk.end_grant(grant.id, PERSON)
    assert (room.desk.grants(), room.desk.granted(OURS)) == ((), ())
    assert room.told == 3


def test_a_wish_for_good_is_written_into_the_rules(room: Room):
    room.fulfil(Always())
    assert (room.folder / "rules.toml").read_text() == TOML
    assert [each.rule for each in room.rulebook.layered()] == [LS]
    path = str(room.folder / "rules.toml")
    assert room.journal.decisions.deeds() == [RuleSaved(path=path, toml=TOML, by=PERSON)]
    assert room.desk.grants() == ()


def test_a_wish_that_cannot_be_had_is_a_problem_until_one_can(room: Room, caplog: pytest.LogCaptureFixture):
    room.fulfil(Always(), OFFER.model_copy(update={"toml": TOML.replace("allow", "deny")}))
    assert room.desk.rulebook_problem is not None
    assert "does not hold" in room.desk.rulebook_problem.message
    assert not (room.folder / "rules.toml").exists()
    room.fulfil(Always())
    assert room.desk.rulebook_problem is None
    assert "does not hold" in caplog.text


def test_an_allowed_call_is_counted_by_what_allowed_it(room: Room):
    room.fulfil(ForUses(uses=2))
    [grant] = room.desk.grants()
    write_rules(room.folder, allow="make")
    (room.folder / "rules.toml").write_text(TOML.replace("ls", "make") + "uses = 1\n")
    name = RuleName(rule="ls", source="granted", grant=grant.id)
    part = Part(start=0, end=2, text="ls", decision="allow", by=name)
    by_rule = ByRule(rule="make", source=str(room.folder / "rules.toml"))
    judgement = Judgement(decision="allow", reason="", by=by_rule, parts=(part,))
    assert len(room.rulebook.layered("/")) == 1
    room.desk.count(judgement, a_call(), "/")
    assert room.desk.grants()[0].left == 1
    assert room.rulebook.layered("/") == ()
    assert room.journal.decisions.rule_uses().popitem()[1] == 1
    room.desk.count(Judgement(decision="allow", reason="", by=grant.authority), a_call(), "/")
    assert room.desk.grants() == ()


def test_an_offer_is_tried_on_what_is_on_record(room: Room):
    for command, state in (
        ("ls -l", Approved(by=PERSON, proposal=a_proposal("ls -l"))),
        ("ls x", settled(Refused(by=PERSON))),
        ("rm x", settled(Refused(by=PERSON))),
    ):
        call = a_call(command)
        room.journal.open(call, (Received(), Asking(proposal=a_proposal(command))), AT)
        room.journal.write(call, state, AT)
    assert room.desk.back_test(OFFER) == BackTest(requests=3, answered=2, refused_then=1)


def test_a_question_has_a_past_and_an_end(room: Room):
    call = a_call("ls")
    room.journal.open(call, (Received(), Asking(proposal=a_proposal("ls"))), AT)
    room.journal.write(call, Approved(by=PERSON, proposal=a_proposal("ls")), AT)
    room.settings = Settings(approval=ApprovalSettings(expires_after_s=60))
    question = room.desk.complete(a_question("ls"))
    assert (question.past.approved, question.expires_after_s) == (1, 60)
    no_command = a_proposal().model_copy(update={"command": None})
    assert room.desk.complete(a_question(proposal=no_command)).past.approved == 0


def test_words_of_refusal_are_the_persons_own_and_those_of_the_settings(room: Room):
    for _ in range(2):
        call = a_call("x")
        room.journal.open(call, (Received(), Asking(proposal=a_proposal("x"))), AT)
        room.journal.write(call, settled(Refused(by=PERSON, reason="use uv")), AT)
    room.settings = Settings(approval=ApprovalSettings(presets=("no", "use uv")))
    assert room.desk.refusals() == ("use uv", "no")


@pytest.mark.parametrize(("away", "choice", "refuses"), [(True, "refuse", True), (True, "wait", False)])
def test_away_is_a_choice(room: Room, away: bool, choice: str, refuses: bool):
    room.settings = Settings(approval=ApprovalSettings.model_validate({"while_away": choice}))
    assert room.desk.unattended() is None
    room.desk.set_mode(Mode(is_away=away), PERSON)
    assert (room.desk.unattended() is not None) is refuses


def test_a_project_is_trusted_and_no_more(room: Room):
    (room.folder / "p" / ".assent").mkdir(parents=True)
    write_rules(room.folder / "p" / ".assent", allow="make")
    folder = str(room.folder / "p")
    assert room.rulebook.layered(folder) == ()
    [(path, sha256)] = room.rulebook.untrusted()
    assert room.desk.trust_rules(path, sha256, PERSON)
    assert len(room.rulebook.layered(folder)) == 1
    assert room.desk.trust_rules(path, "", PERSON)
    assert room.rulebook.layered(folder) == ()
    assert len(room.journal.decisions.deeds()) == 2


def test_trust_that_cannot_be_kept_is_told(room: Room, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise OSError("full")

    monkeypatch.setattr(room.trusted, "trust", full)
    assert not room.desk.trust_rules("/x", "0", PERSON)
    assert room.desk.rulebook_problem is not None


def test_what_changes_by_itself_is_told_once(room: Room):
    room.desk.look()
    told = room.told
    room.desk.look()
    assert room.told == told
    write_rules(room.folder, allow="ls")
    room.desk.look()
    room.desk.look()
    assert room.told == told + 1


def test_a_broken_observer_keeps_nobody_else_from_hearing(room: Room, caplog: pytest.LogCaptureFixture):
    def broken() -> None:
        raise ZeroDivisionError("a bug")

    room.desk.observe(broken)
    room.desk.observe(room._hear)
    room.desk.tell()
    assert room.told == 2
    assert "a bug" in caplog.text


def test_the_end_of_the_console_ends_all_grants(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    room.fulfil(Session())
    room.fulfil(ForUses(uses=2))

    def full(_deed: object) -> None:
        raise JournalError("full")

    monkeypatch.setattr(room.desk._grants, "_record", full)
    room.desk.close()
    assert "not on record" in caplog.text
