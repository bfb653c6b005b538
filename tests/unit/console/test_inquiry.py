"""The rules are asked first, then a person; what was approved as another thing is never for the rules."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from assent.console.approval import No, NoAnswer, Yes, tool_call
from assent.console.inquiry import Inquiry
from assent.console.policy_desk import PolicyDesk
from assent.console.waiting import Waiting
from assent.journal.journal import Journal
from assent.model.inspection import Inspection
from assent.model.lifecycle import Expired, Refused
from assent.model.question import Question
from assent.policy.judge import Judge
from assent.policy.rulebook import Rulebook
from builders import PERSON, a_call, a_proposal, a_question, write_rules
from fakes import Approver

SEEN = Inspection()


class Answering(Approver):
    """Says the same to everything."""

    def __init__(self, answer: Yes | No | NoAnswer) -> None:
        super().__init__()
        self.answer = answer

    async def ask(self, question: Question) -> Yes | No | NoAnswer:
        """Answer at once."""
        return self.answer


@asynccontextmanager
async def inquiry(folder: Path, answer: Yes | No | NoAnswer, **rules: str) -> AsyncIterator[Inquiry]:
    """Ask the rules of a folder, then one who answers like this."""
    write_rules(folder, **rules)
    journal = Journal(folder / "state")
    rulebook = Rulebook(folder / "rules.toml")
    desk = PolicyDesk(rulebook, journal.decisions)
    asked = Inquiry(Judge(rulebook, grants=desk.granted), Waiting(Answering(answer)), desk)
    try:
        yield asked
    finally:
        await asked.close()
        journal.close()


@pytest.mark.parametrize(
    ("answer", "end"),
    [
        (Yes(by=PERSON), Yes(by=PERSON)),
        (No(by=PERSON, reason="no", stops=True), Refused(by=PERSON, reason="no", stops=True)),
        (NoAnswer(after_s=3), Expired(after_s=3)),
    ],
)
async def test_a_persons_answer_is_a_yes_or_an_end(
    tmp_path: Path, answer: Yes | No | NoAnswer, end: Yes | Refused | Expired
):
    async with inquiry(tmp_path, answer) as asked:
        question = a_question("ls")
        with tool_call(question.call):
            assert await asked.ask(question) == end


async def test_who_runs_it_himself_can_get_a_yes_only_to_what_he_asked_for(tmp_path: Path):
    question = a_question("rm -rf x").model_copy(update={"call": a_call("rm -rf x", wants="permission")})
    async with inquiry(tmp_path, Yes(by=PERSON, proposal=a_proposal("ls"))) as asked:
        with tool_call(question.call):
            refused = await asked.ask(question)
        assert isinstance(refused, Refused)
        assert refused.reason.endswith(": ls")
    same = Yes(by=PERSON, proposal=question.proposal)
    async with inquiry(tmp_path, same) as asked:
        with tool_call(question.call):
            assert await asked.ask(question) == same


async def test_no_rule_allows_what_is_another_thing_than_what_was_approved(tmp_path: Path):
    async with inquiry(tmp_path, Yes(by=PERSON), allow="ls", deny="rm") as asked:
        assert (await asked.judged_to_run(a_call("ls"), a_proposal("ls"), SEEN)).decision == "allow"
        changed = asked.judged_as_changed(a_call("ls"), a_proposal("ls"), SEEN)
        assert (changed.decision, changed.by) == ("ask", None)
        assert asked.judged_as_changed(a_call("rm x"), a_proposal("rm x"), SEEN).decision == "deny"


async def test_a_question_says_what_was_said_before(tmp_path: Path):
    async with inquiry(tmp_path, Yes(by=PERSON)) as asked:
        call, proposal = a_call("echo x"), a_proposal("echo x")
        question = asked.question(call, proposal, asked.judged(call, proposal, SEEN), SEEN)
        assert (question.call, question.judgement.decision) == (call, "ask")
        assert question.past.approved == 0
