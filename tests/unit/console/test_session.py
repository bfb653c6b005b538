"""One connected agent: each request has one answer, and what it asked for ends with it."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from assent.console.approval import No, Yes
from assent.console.console import Console
from assent.console.requests import MOST_AT_ONCE
from assent.console.session import Session
from assent.execution.control import Control
from assent.model.call import Call
from assent.model.events import Event, Moved
from assent.model.frozen import Frozen
from assent.model.intervention import SentToBackground
from assent.model.lifecycle import Running, Settled, Withdrawn
from assent.wire import messages
from assent.wire.channel import Channel
from builders import PERSON, an_asker
from fakes import Approver, says_yes
from unit.console.serving import connected, serving
from waiting import lives, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash")


async def test_the_console_introduces_itself():
    async with serving(says_yes()) as console, connected(console, greet=False) as agent:
        answer = await agent.ask("initialize", protocol_version=1, client={"name": "x"})
        assert answer["result"]["pid"] == os.getpid()
        assert answer["result"]["server"]["name"] == "assent"
        assert answer["result"]["limits"] == {
            "longest_line_bytes": messages.LONGEST_LINE,
            "most_requests_at_once": MOST_AT_ONCE,
        }


async def test_every_request_of_the_table_is_answered():
    params = {
        "initialize": {"protocol_version": 1, "client": {"name": "x"}},
        "tools/call": {"name": "Shell", "arguments": {"command": "true"}},
        "permission/request": {"name": "Shell", "arguments": {"command": "true"}},
    }
    async with serving(says_yes()) as console, connected(console, greet=False) as agent:
        for method, (_, result) in messages.REQUESTS.items():
            answer = await agent.ask(method, **params.get(method, {}))
            assert result.model_validate(answer["result"])


async def test_a_call_is_told_step_by_step_and_its_output_as_it_comes():
    async with serving(says_yes()) as console, connected(console) as agent:
        agent.run(1, "echo out; true", stream=True)
        answer = (await agent.answer(1))["result"]
        told = [note["params"].get("state", {}).get("kind", "output") for note in agent.notes]
        assert told == ["received", "asking", "approved", "running", "output"]
        assert {note["params"]["call_id"] for note in agent.notes} == {answer["call_id"]}
        assert agent.notes[-1]["params"]["text"] == answer["result"]["output"] == "out\n"


async def test_what_the_agent_says_of_itself_is_on_record():
    async with serving(says_yes()) as console, connected(console) as agent:
        agent.run(1, "true; true")
        await agent.answer(1)
        [moved] = console.history(5)
        assert moved.call.client.name == "agent"
        assert moved.call.session.cwd == "/"
        assert moved.call.asker.process.pid == os.getpid()


@pytest.mark.parametrize(
    ("answer", "decision", "reason"),
    [
        (Yes(by=PERSON), "allow", "Allowed."),
        (No(by=PERSON, reason="no"), "deny", "The tool call is rejected by the user. User feedback: no"),
    ],
)
async def test_a_permission_is_a_decision_and_nothing_runs(answer: Yes | No, decision: str, reason: str):
    async with serving(Approver(answer)) as console, connected(console) as agent:
        found = await agent.ask("permission/request", name="Shell", arguments={"command": "exit 3; true"})
        assert (found["result"]["decision"], found["result"]["reason"]) == (decision, reason)


async def test_a_session_ends_when_the_last_of_its_calls_has():
    approver = Approver()
    async with serving(approver) as console:
        async with connected(console) as agent:
            agent.run(1, "true; true")
            await until(lambda: approver.asked)
            assert len(console._sessions) == 1
        await until(lambda: not console._sessions)
        assert (approver.taken_back, len(console.calls), console._controls) == (1, 0, {})


async def test_a_request_cancelled_before_it_began_is_recorded_and_answered():
    async with serving(Approver()) as console, connected(console) as agent:
        agent.run(1, "true; true")
        agent.send(None, "cancel", id=1)
        answer = (await agent.answer(1))["result"]
        assert answer["outcome"] == {"kind": "withdrawn", "why": "the agent cancelled it"}
        assert console.history(1)[0].call.id == answer["call_id"]


async def test_an_id_is_free_as_soon_as_its_answer_is_sent(monkeypatch: pytest.MonkeyPatch):
    again = [b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Shell","arguments":{}}}']
    plain = Channel.result

    def quick(channel: Channel, request_id: int | str, result: Frozen) -> None:
        plain(channel, request_id, result)
        if request_id == 1 and again:  # as if the client had read and answered within the same turn
            channel.data_received(again.pop() + b"\n")

    monkeypatch.setattr(Channel, "result", quick)
    async with serving(says_yes()) as console, connected(console) as agent:
        agent.run(1, "true; true")
        assert (await agent.answer(1))["result"]["outcome"]["kind"] == "exited"
        assert (await agent.answer(1))["result"]["outcome"]["kind"] == "failed"


async def test_one_request_more_than_fits_is_refused():
    async with serving(Approver()) as console, connected(console) as agent:
        for number in range(MOST_AT_ONCE + 1):
            agent.run(number, "true; true")
        assert (await agent.answer(MOST_AT_ONCE))["error"]["code"] == messages.TOO_MANY


async def test_a_call_that_cannot_be_recorded_is_an_error_and_is_not_run(monkeypatch: pytest.MonkeyPatch):
    from assent.journal.journal import Journal, JournalError  # noqa: PLC0415  # for this test alone

    def refuse(*_: object) -> None:
        raise JournalError("The call cannot be recorded: database or disk is full")

    async with serving(says_yes()) as console, connected(console) as agent:
        monkeypatch.setattr(Journal, "open", refuse)
        agent.run(1, "true; true")
        error = (await agent.answer(1))["error"]
        assert (error["code"], "can't be recorded" in error["message"]) == (messages.NOT_RECORDED, True)
        assert console._controls == {}


async def test_a_bug_is_answered_without_its_words(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def bug(self: Session, *_: object) -> Call:
        raise ZeroDivisionError("hunter2")

    async with serving(says_yes()) as console, connected(console) as agent:
        monkeypatch.setattr(Session, "_new_call", bug)
        agent.run(1, "true")
        error = (await agent.answer(1))["error"]
        assert (error["code"], error["message"]) == (
            messages.INTERNAL_ERROR,
            "Internal error: ZeroDivisionError",
        )
        assert (await agent.ask("ping"))["result"] == {}
    assert "ZeroDivisionError" in caplog.text


async def test_a_client_that_does_not_read_holds_its_own_command_and_reads_all_of_it_later():
    async with serving(says_yes(), allow="head") as console, connected(console) as agent:
        agent.writer.transport.pause_reading()  # type: ignore[attr-defined]  # it is a read transport too
        agent.run(1, "head -c 20000000 /dev/zero", stream=True, flow="wait", encoding="base64")
        async with connected(console) as other:
            other.run(1, "head -c 3 /dev/zero")
            assert (await other.answer(1))["result"]["outcome"] == {"kind": "exited", "code": 0}
        [control] = console._controls.values()
        assert isinstance(control, Control)
        await until(lambda: control.flow.held)
        agent.writer.transport.resume_reading()  # type: ignore[attr-defined]
        await agent.answer(1)
        outputs = [note["params"] for note in agent.notes if note["method"] == "call/output"]
        assert sum(len(note["base64"]) * 3 // 4 - note["base64"].count("=") for note in outputs) == 20_000_000
        assert sum(note["skipped_bytes"] for note in outputs) == 0


def test_the_asker_is_what_the_kernel_said():
    assert an_asker().process.pid


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """Return a pipe: `cat gate` waits until something is written to it."""
    path = tmp_path / "gate"
    os.mkfifo(path)
    return path


async def test_a_command_in_the_background_is_answered_at_once_and_its_end_is_told(gate: Path):
    async with serving(says_yes()) as console, connected(console) as agent:
        task_id, call_id = await agent.start(f"cat {gate}; exit 3")
        kinds = [note["params"]["state"]["kind"] for note in agent.notes]
        assert kinds == ["received", "asking", "approved", "running"]
        assert (len(console._background), len(console.calls)) == (1, 1)
        assert console.is_answered(call_id)
        await asyncio.to_thread(gate.write_text, "opened\n")
        told = await agent.step("settled")
        assert (told["request_id"], told["call_id"]) == ("ask", call_id)
        assert told["state"]["outcome"] == {"kind": "exited", "code": 3}
        result = told["state"]["result"]
        assert result["output"] == "opened\n"
        assert result["message"].startswith("Background task failed: Work. Command failed with exit code: 3.")
        assert result["extras"]["task_id"] == task_id
        await until(lambda: not console._background)
        assert (console._controls, len(console.calls)) == ({}, 0)
        assert not console.is_answered(call_id)


async def test_after_the_answer_the_id_is_free_and_no_output_is_sent(gate: Path):
    async with serving(says_yes()) as console, connected(console) as agent:
        arguments = {
            "command": f"echo before; cat {gate}; cat {gate}",
            "run_in_background": True,
            "description": "Work",
        }
        agent.send(1, "tools/call", name="Shell", arguments=arguments, stream=True)
        first = (await agent.answer(1))["result"]
        agent.run(1, f"echo during >{gate}; echo again")
        second = (await agent.answer(1))["result"]
        assert second["result"]["output"] == "again\n"
        await asyncio.to_thread(gate.write_text, "after\n")
        told = await agent.step("settled")
        assert (told["call_id"], told["request_id"]) == (first["call_id"], 1)
        assert told["state"]["result"]["output"] == "before\nduring\nafter\n"
        sent = "".join(note["params"].get("text", "") for note in agent.notes)
        assert "during" not in sent
        assert "after" not in sent


async def test_the_end_of_a_task_takes_nothing_from_the_request_that_has_its_id_now(gate: Path):
    async with serving(says_yes()) as console, connected(console) as agent:
        await agent.start(f"cat {gate}")
        agent.send(
            "ask",
            "tools/call",
            name="Shell",
            arguments={"command": "sleep 30; true"},
            stream=True,
            flow="wait",
        )
        second = (await agent.step("running"))["call_id"]
        await asyncio.to_thread(gate.write_text, "opened\n")
        assert (await agent.step("settled"))["call_id"] != second
        [session] = console._sessions
        session.slowed(slow=True)
        assert console._controls[second].flow.held
        agent.send(None, "cancel", id="ask")
        assert (await agent.answer("ask"))["result"]["outcome"]["kind"] == "withdrawn"


async def test_the_agent_may_cancel_and_leave_and_its_task_goes_on(gate: Path):
    async with serving(says_yes()) as console:
        async with connected(console) as agent:
            task_id, call_id = await agent.start(f"cat {gate}")
            agent.send(None, "cancel", id="ask")
            assert (await agent.ask("ping"))["result"] == {}
        await until(lambda: not console._sessions)
        async with connected(console) as another:
            told = (await another.use("TaskOutput", task_id=task_id))["result"]
            assert told["extras"]["status"] == "running"
            await asyncio.to_thread(gate.write_text, "opened\n")
            told = (await another.use("TaskOutput", task_id=task_id, block=True))["result"]
            assert told["output"].endswith("[output]\nopened")
            assert all(note["params"]["call_id"] != call_id for note in another.notes)


async def test_a_cancel_that_crosses_the_answer_ends_nothing():
    async with serving(says_yes()) as console, connected(console) as agent:
        control_of: list[Control] = []

        def hear(event: Event) -> None:
            if isinstance(event, Moved) and isinstance(event.state, Running):
                # The command detaches in this turn; the client cancels and hangs up before the next.
                control_of.append(console._controls[event.call.id])
                asyncio.get_running_loop().call_soon(cancel)

        def cancel() -> None:
            assert control_of[0].detached.done()
            [session] = console._sessions
            session.received(b'{"jsonrpc":"2.0","method":"cancel","params":{"id":"ask"}}')
            session._requests.withdraw_all("the agent hung up")

        stop = console.calls.observe(hear)
        task_id, _ = await agent.start("sleep 0.3; exit 7")
        stop()
        assert control_of
        told = await agent.use("TaskOutput", task_id=task_id, block=True)
        assert "\nexit_code: 7\n" in told["result"]["output"]


async def test_who_leaves_before_the_start_takes_it_back():
    approver = Approver()
    async with serving(approver) as console:
        async with connected(console) as agent:
            arguments = {"command": "true; true", "run_in_background": True, "description": "Work"}
            agent.send(1, "tools/call", name="Shell", arguments=arguments)
            await until(lambda: approver.asked)
        await until(lambda: not console._sessions)
        assert (approver.taken_back, len(console.calls), console._background) == (1, 0, set())


async def test_a_closing_console_ends_what_goes_on_in_the_background():
    async with serving(says_yes(), close=False) as console:
        async with connected(console) as agent:
            _, call_id = await agent.start("echo $$; sleep 30")
            [pid] = console.members(call_id)
        await console.close()
        assert not lives(pid)
        assert (console._background, len(console.calls)) == (set(), 0)
        later = Console(console.folders, says_yes())
        [moved] = [moved for moved in later.history(9) if moved.call.id == call_id]
        assert isinstance(moved.state, Settled)
        assert moved.state.outcome == Withdrawn(why="the console was closed")
        await later.close()


async def test_a_person_sends_a_command_to_the_background(gate: Path):
    async with serving(says_yes()) as console, connected(console) as agent:
        agent.run(1, f"echo before; cat {gate}", stream=True)
        call_id = (await agent.step("running"))["call_id"]
        assert not console.is_answered(call_id)
        assert console.intervene(call_id, SentToBackground(by=PERSON))
        assert console.is_answered(call_id)
        answer = (await agent.answer(1))["result"]
        assert answer["outcome"] is None
        assert answer["result"]["message"].startswith("The user sent the command to the background.")
        assert not console.intervene(call_id, SentToBackground(by=PERSON))
        assert agent.notes[-1]["params"]["intervention"]["kind"] == "sent_to_background"
        await asyncio.to_thread(gate.write_text, "after\n")
        told = (await agent.step("settled"))["state"]["result"]
        assert told["output"] == "before\nafter\n"
        assert told["extras"]["timeout_s"] == 86_400


async def test_a_slow_client_holds_no_command_back_that_has_left_it(gate: Path):
    async with serving(says_yes()) as console, connected(console) as agent:
        agent.run(1, f"cat {gate}; head -c 3000000 /dev/zero; echo end", stream=True, flow="wait")
        call_id = (await agent.step("running"))["call_id"]
        [session] = console._sessions
        session.slowed(slow=True)
        assert console._controls[call_id].flow.held
        console.intervene(call_id, SentToBackground(by=PERSON))
        await agent.answer(1)
        session.slowed(slow=True)
        await asyncio.to_thread(gate.write_text, "go\n")
        assert (await agent.step("settled"))["state"]["outcome"] == {"kind": "exited", "code": 0}
