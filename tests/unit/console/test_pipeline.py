"""The way of a call: checked, judged, asked, run and settled, whatever happens."""

import asyncio
from pathlib import Path

import pytest

from assent.console.approval import No, NoAnswer, Yes, current_tool_call
from assent.execution.control import Control
from assent.journal.journal import JournalError
from assent.model.authority import ByConsole
from assent.model.call import Call
from assent.model.events import Moved
from assent.model.grant import ForUses, Wish
from assent.model.lifecycle import Approved, Exited, Expired, Failed, Permitted, Refused, Stopped, Withdrawn
from assent.model.question import Question
from builders import PERSON, RULE, a_call, a_proposal
from fakes import Approver, says_yes
from unit.console.building import House, house
from waiting import lives, until


async def test_a_person_says_yes_and_it_runs(tmp_path: Path):
    approver, call = says_yes(), a_call("echo hi; true")
    with house(tmp_path, approver) as built:
        settled = await built.pipeline.handle(call, Control())
        assert settled.outcome == Exited(code=0)
        assert settled.result.output == "hi\n"
        assert built.way() == ["received", "asking", "approved", "running", "exited"]
        assert built.recorded() == ["received", "asking", "approved", "running", "settled"]
        assert built.text() == b"hi\n"
        assert [(asked, proposal.command) for asked, proposal in approver.asked] == [(call, "echo hi; true")]


async def test_what_the_person_made_of_it_is_recorded_and_run(tmp_path: Path):
    class Editor:
        async def ask(self, question: Question) -> Yes:
            return Yes(by=PERSON, proposal=question.proposal.model_copy(update={"command": "echo edited"}))

    with house(tmp_path, Editor()) as built:
        settled = await built.pipeline.handle(a_call("echo as asked; true"), Control())
        assert settled.result.output == "edited\n"
        [approved] = [
            event.state
            for event in built.heard
            if isinstance(event, Moved) and isinstance(event.state, Approved)
        ]
        assert approved.proposal.command == "echo edited"


async def test_a_person_says_no_and_nothing_runs(tmp_path: Path):
    with house(tmp_path, Approver(No(by=PERSON, reason="not today"))) as built:
        settled = await built.pipeline.handle(a_call(f"touch {tmp_path}/ran"), Control())
        assert settled.outcome == Refused(by=PERSON, reason="not today")
        assert built.way() == ["received", "asking", "refused"]
    assert not (tmp_path / "ran").exists()


async def test_nobody_answers_and_nothing_runs(tmp_path: Path):
    with house(tmp_path, Approver(NoAnswer(after_s=5))) as built:
        settled = await built.pipeline.handle(a_call(f"touch {tmp_path}/ran"), Control())
        assert settled.outcome == Expired(after_s=5)
        assert built.way() == ["received", "asking", "expired"]
    assert not (tmp_path / "ran").exists()


async def test_a_rule_allows_and_nobody_is_asked(tmp_path: Path):
    approver = Approver()
    with house(tmp_path, approver, allow="echo") as built:
        assert (await built.pipeline.handle(a_call("echo hi"), Control())).outcome == Exited(code=0)
        assert built.way() == ["received", "approved", "running", "exited"]
    assert approver.asked == []


async def test_a_rule_denies_and_nobody_is_asked(tmp_path: Path):
    approver = says_yes()
    with house(tmp_path, approver, allow="*", deny="touch") as built:
        settled = await built.pipeline.handle(a_call(f"touch {tmp_path}/ran"), Control())
        assert isinstance(settled.outcome, Refused)
        assert settled.outcome.by == RULE.model_copy(
            update={"rule": "touch", "source": str(tmp_path / "rules.toml")}
        )
        assert built.way() == ["received", "refused"]
    assert approver.asked == []
    assert not (tmp_path / "ran").exists()


async def test_one_who_runs_it_himself_gets_a_permission(tmp_path: Path):
    with house(tmp_path, says_yes()) as built:
        call = a_call(f"touch {tmp_path}/ran; true", wants="permission")
        settled = await built.pipeline.handle(call, Control())
        assert settled.outcome == Permitted(by=PERSON)
        assert built.way() == ["received", "asking", "approved", "permitted"]
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("changes", [{"tool": "Bash"}, {"arguments": {}}, {"arguments": {"command": ""}}])
async def test_what_makes_no_sense_is_not_shown(tmp_path: Path, changes: dict[str, object]):
    approver = says_yes()
    with house(tmp_path, approver, allow="*") as built:
        settled = await built.pipeline.handle(a_call(**changes), Control())
        assert isinstance(settled.outcome, Failed)
        assert built.way() == ["received", "failed"]
    assert approver.asked == []


@pytest.mark.parametrize("wants", ["execution", "permission"])
async def test_a_tool_that_only_looks_asks_nobody_and_is_on_record(tmp_path: Path, wants: str):
    approver = says_yes()
    with house(tmp_path, approver) as built:
        call = a_call(tool="TaskList", arguments={}, wants=wants)
        settled = await built.pipeline.handle(call, Control())
        end = "returned" if wants == "execution" else "permitted"
        assert settled.outcome.kind == end
        assert built.way() == ["received", "approved", end]
        assert built.recorded() == ["received", "approved", "settled"]
        [approved] = [
            event.state
            for event in built.heard
            if isinstance(event, Moved) and isinstance(event.state, Approved)
        ]
        assert approved.by == ByConsole(reason="it only looks")
    assert approver.asked == []


async def test_withdrawn_while_a_person_is_asked_takes_the_question_back(tmp_path: Path):
    approver = Approver()
    with house(tmp_path, approver) as built:
        task = asyncio.ensure_future(built.pipeline.handle(a_call("true; true"), Control()))
        await until(lambda: approver.asked)
        task.cancel("the agent hung up")
        with pytest.raises(asyncio.CancelledError):
            await task
        assert built.way() == ["received", "asking", "withdrawn"]
        assert built.recorded()[-1] == "settled"
    assert approver.taken_back == 1


async def test_withdrawn_while_it_runs_is_dead_and_keeps_its_output(tmp_path: Path):
    with house(tmp_path, says_yes()) as built:
        task = asyncio.ensure_future(built.pipeline.handle(a_call("echo $$; exec sleep 30"), Control()))
        await until(lambda: built.text().endswith(b"\n"))
        task.cancel("gone")
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not lives(int(built.text()))
        [moved] = built.journal.latest(1)
        assert moved.state.kind == "settled"
        assert moved.state.outcome == Withdrawn(why="gone")
        assert moved.state.result.output.encode() == built.text()


async def test_a_stop_settles_as_stopped(tmp_path: Path):
    control = Control()
    with house(tmp_path, says_yes()) as built:
        task = asyncio.ensure_future(built.pipeline.handle(a_call("exec sleep 30"), control))
        await until(lambda: "running" in built.way())
        control.stop(PERSON)
        assert (await task).outcome == Stopped(by=PERSON)


async def test_the_call_is_the_current_one_while_it_is_handled_and_not_after(tmp_path: Path):
    seen: list[Call | None] = []

    class Curious(Approver):
        async def ask(self, question: Question) -> Yes:
            seen.append(current_tool_call.get())
            return Yes(by=PERSON)

    call = a_call("true; true")
    with house(tmp_path, Curious()) as built:
        await built.pipeline.handle(call, Control())
    assert seen == [call]
    assert current_tool_call.get() is None


async def test_a_call_that_cannot_be_recorded_is_no_call(tmp_path: Path):
    approver = says_yes()
    with house(tmp_path, approver, allow="touch") as built:
        built.fill_disk()
        with pytest.raises(JournalError):
            await built.pipeline.handle(a_call(f"touch {tmp_path}/ran {'x' * 100_000}"), Control())
        assert (built.heard, len(built.calls)) == ([], 0)
    assert approver.asked == []
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("step", ["approved", "running"])
async def test_a_disk_that_fills_on_the_way_ends_the_call_closed(
    tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    with house(tmp_path, says_yes()) as built:
        write = built.journal.write

        def full(call: Call, state: object, at: object) -> None:
            if getattr(state, "kind", "") == step:
                monkeypatch.setattr(built.journal, "write", refuse)
                refuse()
            write(call, state, at)  # type: ignore[arg-type]

        def refuse(*_: object) -> None:
            raise JournalError("The step cannot be recorded: database or disk is full")

        monkeypatch.setattr(built.journal, "write", full)
        settled = await built.pipeline.handle(a_call(f"sleep 1; touch {tmp_path}/ran"), Control())
        assert settled.outcome == Failed(
            error="JournalError: The step cannot be recorded: database or disk is full"
        )
        assert built.way()[-1] == "failed"
        assert step not in built.way()
        assert len(built.calls) == 0
    assert not (tmp_path / "ran").exists()
    assert "is not on record" in caplog.text


async def test_a_bug_ends_its_call_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    class Broken(Approver):
        async def ask(self, question: Question) -> Yes:
            raise ZeroDivisionError("a bug")

    with house(tmp_path, Broken(), allow="echo") as built:
        settled = await built.pipeline.handle(a_call("true; true"), Control())
        assert settled.outcome == Failed(error="ZeroDivisionError: a bug")
        assert (await built.pipeline.handle(a_call("echo hi"), Control())).outcome == Exited(code=0)
    assert "failed" in caplog.text


async def test_many_calls_at_once_each_go_their_way(tmp_path: Path):
    def settled_in(built: House) -> list[str]:
        return [kind for kind in built.way() if kind == "exited"]

    with house(tmp_path, says_yes()) as built:
        calls = [
            built.pipeline.handle(a_call(f"echo {number}; exit {number}"), Control()) for number in range(20)
        ]
        ends = await asyncio.gather(*calls)
        assert [end.outcome for end in ends] == [Exited(code=number) for number in range(20)]
        assert [end.result.output for end in ends] == [f"{number}\n" for number in range(20)]
        assert len(settled_in(built)) == 20


async def test_an_edit_and_a_word_reach_the_agent(tmp_path: Path):
    class Editor(Approver):
        async def ask(self, question: Question) -> Yes:
            edited = question.proposal.model_copy(update={"command": "echo edited"})
            return Yes(by=PERSON, proposal=edited, word="mind the gap")

    with house(tmp_path, Editor()) as built:
        settled = await built.pipeline.handle(a_call("echo as asked; true"), Control())
        assert settled.result.message == (
            "The user changed the command before it ran. What ran: echo edited\n"
            "Command executed successfully.\nThe user says: mind the gap"
        )
        assert (settled.result.extras or {})["command"] == "echo edited"


async def test_who_runs_it_himself_gets_no_permission_for_what_was_changed(tmp_path: Path):
    class Editor(Approver):
        async def ask(self, question: Question) -> Yes:
            return Yes(by=PERSON, proposal=question.proposal.model_copy(update={"command": "ls"}))

    with house(tmp_path, Editor()) as built:
        settled = await built.pipeline.handle(a_call("rm -rf x", wants="permission"), Control())
        assert settled.outcome == Refused(
            by=PERSON, reason="Ask for this command instead, and run it then: ls"
        )
        assert settled.result.is_error


async def test_a_wish_holds_for_the_next_call(tmp_path: Path):
    class Granting(Approver):
        async def ask(self, question: Question) -> Yes:
            self.questions.append(question)
            [offer] = [offer for offer in built.desk.offers(question) if offer.cover == "prefix"]
            return Yes(by=PERSON, wish=Wish(offer=offer, term=ForUses(uses=2)))

    approver = Granting()
    with house(tmp_path, approver) as built:
        ends = [await built.pipeline.handle(a_call(f"echo {number}"), Control()) for number in range(4)]
        assert [end.outcome for end in ends] == [Exited(code=0)] * 4
        assert len(approver.questions) == 2  # the first, and the one after two uses
        states = [event.state for event in built.heard if isinstance(event, Moved)]
        by = [state.by for state in states if isinstance(state, Approved)]
        assert [each.kind for each in by] == ["person", "grant", "grant", "person"]
        await built.pipeline.close()


async def test_a_question_tells_what_was_said_to_the_same_before(tmp_path: Path):
    approver = says_yes()
    with house(tmp_path, approver) as built:
        for _ in range(3):
            await built.pipeline.handle(a_call("true; true"), Control())
        assert [question.past.approved for question in approver.questions] == [0, 1, 2]


async def test_an_edited_proposal_is_looked_at_as_any_other(tmp_path: Path):
    with house(tmp_path, Approver(), deny="rm") as built:
        question = await built.pipeline.review(a_call("ls"), a_proposal("rm x"))
        assert (question.judgement.decision, question.proposal.command) == ("deny", "rm x")
        assert built.desk.offers(await built.pipeline.review(a_call("ls"), a_proposal("echo x")))


async def test_what_waits_is_answered_once_from_anywhere(tmp_path: Path):
    with house(tmp_path, Approver()) as built:
        calls = [a_call(f"true {number}; true") for number in range(50)]
        tasks = [asyncio.ensure_future(built.pipeline.handle(call, Control())) for call in calls]
        await until(lambda: len(built.waiting) == 50)
        for number, call in enumerate(calls):
            assert built.waiting.answer(call.id, No(by=PERSON, reason=str(number)))
            assert not built.waiting.answer(call.id, Yes(by=PERSON))
        ends = await asyncio.gather(*tasks)
        assert [end.outcome for end in ends] == [Refused(by=PERSON, reason=str(n)) for n in range(50)]
