"""What waits is judged again when the policy is another, and its answer goes the usual way."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assent.console import rejudging
from assent.console.approval import tool_call
from assent.execution.control import Control
from assent.journal.errors import JournalError
from assent.model.authority import ByGrant, ByMode, ByRule
from assent.model.call import Call
from assent.model.grant import ForUses, Offer, Wish
from assent.model.judgement import Judgement
from assent.model.lifecycle import Approved, Exited, Refused, Settled
from assent.model.mode import Mode
from assent.model.question import Question
from assent.model.rules import Rule
from assent.model.seal import Difference
from assent.model.settings import ApprovalSettings, Settings
from builders import PERSON, a_call, a_question, write_rules
from fakes import Approver
from unit.console.building import USUAL, House, house
from waiting import until


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch):
    """Look at files more often."""
    monkeypatch.setattr(rejudging, "LOOK_EVERY_S", 0.01)


@asynccontextmanager
async def waiting(
    folder: Path, *commands: str, settings: Settings = USUAL
) -> AsyncIterator[tuple[House, Approver, list["asyncio.Task[Settled]"]]]:
    """Have these commands wait for an answer, in the order in which they are named."""
    approver = Approver()
    with house(folder, approver, settings=settings) as built:
        tasks = [
            asyncio.ensure_future(built.pipeline.handle(a_call(command), Control())) for command in commands
        ]
        await until(lambda: len(built.waiting) == len(commands))
        try:
            yield built, approver, tasks
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await built.pipeline.close()


def grant(command: str, uses: int = 5) -> Wish:
    offer = Offer(cover="prefix", text=command, rules=(Rule(command=command, decision="allow"),), toml="")
    return Wish(offer=offer, term=ForUses(uses=uses))


def approved(built: House, call: Call) -> Approved:
    [moved] = [event for event in built.heard if getattr(event, "call", None) == call and is_yes(event)]
    state = getattr(moved, "state", None)
    assert isinstance(state, Approved)
    return state


def is_yes(event: object) -> bool:
    return isinstance(getattr(event, "state", None), Approved)


async def test_a_rule_that_is_written_answers_what_waits(tmp_path: Path):
    async with waiting(tmp_path, "echo a", "touch b", "true c") as (built, approver, tasks):
        write_rules(tmp_path, allow="echo", deny="touch")
        first, second = await tasks[0], await tasks[1]
        assert first.outcome == Exited(code=0)
        assert isinstance(second.outcome, Refused)
        assert isinstance(second.outcome.by, ByRule)
        assert [question.proposal.command for question in built.waiting.questions()] == ["true c"]
        assert approver.taken_back == 2
        assert not (tmp_path / "b").exists()


async def test_a_grant_answers_what_waits_and_is_counted(tmp_path: Path):
    async with waiting(tmp_path, "true 1", "true 2", "true 3") as (built, _, tasks):
        question = built.waiting.questions()[0]
        built.desk.fulfil(grant("true", uses=2), question, PERSON)
        for task in tasks[:2]:
            assert (await task).outcome == Exited(code=0)
        assert built.desk.grants() == ()
        assert len(built.waiting) == 1
        assert isinstance(approved(built, question.call).by, ByGrant)


async def test_what_changes_while_it_is_judged_is_judged_once_more(tmp_path: Path):
    async with waiting(tmp_path, "true a") as (built, _, tasks):
        judged: list[Question] = []

        async def judge(question: Question) -> Judgement:
            judged.append(question)
            if len(judged) == 1:
                built.desk.fulfil(grant("make"), question, PERSON)
                return Judgement(decision="allow", reason="", by=ByMode(mode="trust"))
            return Judgement(decision="ask", reason="")

        other = rejudging.Rejudging(built.waiting, built.desk, judge)
        built.desk.tell()
        await until(lambda: len(judged) == 2)
        assert not tasks[0].done()
        assert len(built.waiting) == 1
        await other.close()


@pytest.mark.parametrize("name", ["lockdown", "trust"])
async def test_a_mode_answers_what_waits(tmp_path: Path, name: str):
    async with waiting(tmp_path, "true a", "true; true") as (built, _, tasks):
        until_then = datetime.now(UTC) + timedelta(minutes=5) if name == "trust" else None
        built.desk.set_mode(Mode.model_validate({"name": name, "until": until_then}), PERSON)
        for settled in await asyncio.gather(*tasks):
            if name == "trust":
                assert settled.outcome == Exited(code=0)
            else:
                assert isinstance(settled.outcome, Refused)
                assert settled.outcome.by == ByMode(mode="lockdown")
        built.desk.set_mode(Mode(), PERSON)


async def test_who_goes_away_may_have_refused_what_waits(tmp_path: Path):
    settings = Settings(approval=ApprovalSettings(while_away="refuse"))
    async with waiting(tmp_path, "true a", settings=settings) as (built, _, tasks):
        built.desk.set_mode(Mode(is_away=True), PERSON)
        settled = await tasks[0]
        assert "nobody is there" in settled.result.message
        again = await built.pipeline.handle(a_call("true b"), Control())
        assert isinstance(again.outcome, Refused)


async def test_who_goes_away_has_it_wait_by_default(tmp_path: Path):
    async with waiting(tmp_path, "true a") as (built, _, tasks):
        built.desk.set_mode(Mode(is_away=True), PERSON)
        write_rules(tmp_path, allow="true")
        assert (await tasks[0]).outcome == Exited(code=0)


async def test_what_changed_after_it_was_approved_is_left_to_a_person(tmp_path: Path):
    changed = a_question("true b", differences=(Difference(what="folder", before="a", after="b"),))
    async with waiting(tmp_path, "true a") as (built, _, tasks):

        async def ask() -> object:
            with tool_call(changed.call):
                return await built.pipeline._inquiry.ask(changed)

        asked = asyncio.ensure_future(ask())
        await until(lambda: len(built.waiting) == 2)
        write_rules(tmp_path, allow="true")
        await tasks[0]
        assert built.waiting.questions() == (changed,)
        write_rules(tmp_path, deny="true")
        assert isinstance(await asked, Refused)


async def test_what_cannot_be_recorded_is_not_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async with waiting(tmp_path, "true a") as (built, _, _tasks):
        built.desk.fulfil(grant("never"), built.waiting.questions()[0], PERSON)

        def full(*_: object) -> None:
            raise JournalError("full")

        monkeypatch.setattr(built.desk, "count", full)
        write_rules(tmp_path, allow="true")
        await until(lambda: "cannot be recorded" in caplog.text)
        assert len(built.waiting) == 1


async def test_it_looks_only_while_there_is_a_reason(tmp_path: Path):
    async with waiting(tmp_path, "true a") as (built, _, tasks):
        looking = built.pipeline._inquiry._rejudging._task
        assert looking is not None
        assert not looking.done()
        tasks[0].cancel()
        await asyncio.wait([tasks[0]])
        await until(looking.done)


async def test_many_that_wait_are_answered_by_one_rule(tmp_path: Path):
    commands = [f"true {number}" for number in range(200)]
    async with waiting(tmp_path, *commands) as (built, _, tasks):
        write_rules(tmp_path, deny="true")
        ends = await asyncio.gather(*tasks)
        assert {type(end.outcome) for end in ends} == {Refused}
        assert len(built.waiting) == 0
