"""Background tasks as an agent meets them on the socket: started, looked at, waited for, stopped, told of."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from assent.console.approval import No, Yes
from assent.console.console import Console
from assent.model.intervention import ProcessEnded
from builders import PERSON
from fakes import Approver, says_yes
from namespaces import need_namespaces
from unit.console.serving import Agent, connected, serving
from waiting import lives, processes_with, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash")

SESSION = {"id": "s1", "cwd": "/"}


def supervised(kind: str) -> str:
    """Return settings with this kind of supervision and leftovers that may stay."""
    if kind == "namespace":
        need_namespaces()
    return f'[tools.shell]\nsupervision = "{kind}"\nleftovers = "keep"\n'


KINDS = ["session", *(["warden", "namespace"] if sys.platform == "linux" else [])]


@pytest.fixture
async def console() -> AsyncIterator[Console]:
    """Serve, with a person who agrees to everything."""
    async with serving(says_yes()) as serves:
        yield serves


@pytest.fixture
async def agent(console: Console) -> AsyncIterator[Agent]:
    """Connect an agent with a session."""
    async with connected(console, session=SESSION) as one:
        yield one


@pytest.fixture
def gate(tmp_path: Path) -> Path:
    """Return a pipe: `cat gate` waits until something is written to it."""
    os.mkfifo(tmp_path / "gate")
    return tmp_path / "gate"


async def open_(gate: Path) -> None:
    await asyncio.to_thread(gate.write_text, "opened\n")


def field(result: dict[str, Any], name: str) -> str:
    """Return what a line of a result says: `name: value`."""
    found = re.search(rf"^{name}: (.*)$", result["result"]["output"], re.MULTILINE)
    assert found, result["result"]["output"]
    return found.group(1)


async def ended(agent: Agent, task_id: str) -> dict[str, Any]:
    return await agent.use("TaskOutput", task_id=task_id, block=True, timeout=30)


async def test_the_answer_to_a_start_has_what_an_agent_needs(agent: Agent, gate: Path):
    arguments = {"command": f"cat {gate}", "run_in_background": True, "description": "Wait", "timeout": 301}
    answer = await agent.use("Shell", **arguments)
    result = answer["result"]
    assert not result["is_error"]
    assert result["message"] == "Background task started."
    for line in ("task_id: bash-", "status: starting", "automatic_notification: true", "human_shell_hint: "):
        assert f"\n{line}" in f"\n{result['output']}"
    assert result["display"][0] == {"kind": "brief", "text": f"Started {field(answer, 'task_id')}"}
    await agent.use("TaskStop", task_id=field(answer, "task_id"))


async def test_it_runs_on_is_looked_at_and_ends(agent: Agent, gate: Path):
    task_id, call_id = await agent.start(f"echo hello; cat {gate}")
    told = await agent.use("TaskOutput", task_id=task_id)
    assert (field(told, "retrieval_status"), field(told, "status")) == ("not_ready", "running")
    assert told["result"]["message"] == "Task snapshot retrieved."
    told = await agent.use("TaskOutput", task_id=task_id, block=True, timeout=0)
    assert field(told, "retrieval_status") == "timeout"
    await open_(gate)
    told = await ended(agent, task_id)
    assert (field(told, "retrieval_status"), field(told, "status")) == ("success", "completed")
    assert field(told, "exit_code") == "0"
    assert told["result"]["output"].endswith("[output]\nhello\nopened")
    [note] = [note["params"] for note in agent.notes if note["params"]["state"]["kind"] == "settled"]
    assert note["call_id"] == call_id
    assert note["state"]["result"]["message"].startswith("Background task completed: Work. ")


async def test_another_connection_of_the_session_finds_it_and_no_other_does(console: Console, gate: Path):
    async with connected(console, session=SESSION) as agent:
        task_id, _ = await agent.start(f"cat {gate}")
    async with connected(console, session={"id": "s2", "cwd": "/"}) as stranger:
        told = await stranger.use("TaskList")
        assert told["result"]["output"].startswith("active_background_tasks: 0\n")
        told = await stranger.use("TaskStop", task_id=task_id)
        assert told["result"]["message"] == f"Task not found: {task_id}"
    async with connected(console, session=SESSION) as again:
        assert field(await again.use("TaskList"), "task_id") == task_id
        await open_(gate)
        assert field(await ended(again, task_id), "status") == "completed"


async def test_the_fifth_waits_for_the_end_of_another(agent: Agent):
    tasks = [(await agent.start("exec sleep 30"))[0] for _ in range(4)]
    given = {"command": "true; true", "run_in_background": True, "description": "Fifth"}
    told = await agent.use("Shell", **given)
    text = "Failed to start background task: Too many background tasks are already running."
    assert (told["result"]["message"], told["outcome"]["kind"]) == (text, "failed")
    assert told["result"]["display"][0]["text"] == "Start failed"
    await agent.use("TaskStop", task_id=tasks[0])
    await ended(agent, (await agent.start("true; true"))[0])
    for task_id in tasks[1:]:
        await agent.use("TaskStop", task_id=task_id)
    listed = await agent.use("TaskList", active_only=False)
    assert listed["result"]["output"].count("status: killed\n") == 4


async def test_a_deadline_is_kept_in_the_background(agent: Agent):
    task_id, _ = await agent.start("sleep 30", timeout=1)
    told = await ended(agent, task_id)
    assert (field(told, "status"), field(told, "timed_out"), field(told, "interrupted")) == (
        "failed",
        "true",
        "true",
    )
    assert field(told, "reason") == "Command timed out after 1s"


@pytest.mark.parametrize("kind", KINDS)
async def test_a_stop_is_asked_for_and_leaves_nothing(kind: str, tmp_path: Path):
    word = f"{tmp_path}/sleeps"
    block = f"ln -s $(command -v sleep) {word}; setsid {word} 300 & {word} 300 & {word} 300; true"
    approver = Approver(Yes(by=PERSON), No(by=PERSON, reason="let it work"), Yes(by=PERSON))
    async with (
        serving(approver, settings=supervised(kind)) as console,
        connected(console, session=SESSION) as agent,
    ):
        task_id, _ = await agent.start(block)
        await until(lambda: len(processes_with(word)) == 3)
        told = await agent.use("TaskStop", task_id=task_id)
        assert told["outcome"]["kind"] == "refused"
        assert len(processes_with(word)) == 3
        told = await agent.use("TaskStop", task_id=task_id, reason="stop test")
        assert (field(told, "status"), field(told, "reason")) == ("killed", "stop test")
        assert processes_with(word) == []
        _, proposal = approver.asked[-1]
        assert proposal.title == f"Stop background task {task_id}"
        assert f"setsid {word} 300" in str(proposal.display)


async def test_of_a_long_output_the_last_32_kib_are_shown_and_the_whole_is_kept(agent: Agent):
    task_id, _ = await agent.start("echo first; seq -f %010.0f 1 20000; echo last")
    told = await ended(agent, task_id)
    assert (field(told, "output_truncated"), field(told, "output_preview_bytes")) == ("true", "32768")
    text = told["result"]["output"]
    path = field(told, "output_path")
    assert f"[Truncated. Full output: {path}]" in text
    assert text.endswith("\nlast")
    assert "\nfirst\n" not in text
    assert Path(path).read_text().startswith("first\n0000000001\n")


@pytest.mark.parametrize("kind", KINDS)
async def test_leftovers_are_in_sight_and_each_can_be_ended(kind: str):
    async with (
        serving(says_yes(), settings=supervised(kind)) as console,
        connected(console, session=SESSION) as agent,
    ):
        agent.run(1, "sleep 300 >/dev/null 2>&1 & sleep 301 >/dev/null 2>&1 & echo started")
        answer = (await agent.answer(1))["result"]
        assert (answer["outcome"], answer["result"]["output"]) == (None, "started\n")
        pids = answer["result"]["extras"]["background_pids"]
        assert len(pids) == 2
        assert all(map(lives, pids))
        for pid in pids:
            assert pid in console.members(answer["call_id"])
            assert console.intervene(answer["call_id"], ProcessEnded(by=PERSON, pid=pid))
            await until(lambda pid=pid: not lives(pid))  # type: ignore[misc]
        told = await agent.step("settled")
        assert told["call_id"] == answer["call_id"]
        assert told["state"]["outcome"] == {"kind": "exited", "code": 0}


@pytest.mark.parametrize("kind", KINDS)
async def test_leftovers_end_with_the_console(kind: str):
    async with serving(says_yes(), close=False, settings=supervised(kind)) as console:
        async with connected(console) as agent:
            agent.run(1, "setsid sleep 300 >/dev/null 2>&1 & sleep 301 & echo started")
            pids = (await agent.answer(1))["result"]["result"]["extras"]["background_pids"]
        assert all(map(lives, pids))
        await console.close()
        assert not any(map(lives, pids))


@pytest.mark.parametrize("tool", ["TaskOutput", "TaskStop"])
@pytest.mark.parametrize("task_id", ["", "x", "../escape", "BASH-123"])
async def test_what_is_no_id_is_refused_in_words(agent: Agent, tool: str, task_id: str):
    told = await agent.use(tool, task_id=task_id)
    assert told["result"]["message"] == (
        "Error validating JSON arguments: task_id: it must be an id as TaskList shows it, like bash-1a2b3c4d"
    )
