"""An agent lists, looks at and stops its own tasks, and is told the words that it knows."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from assent.execution.capture import Capture, Excerpt
from assent.execution.control import Control
from assent.execution.spool import Spools
from assent.execution.tasks import Task, Tasks
from assent.model.authority import Authority
from assent.model.call import Call
from assent.model.events import Moved
from assent.model.lifecycle import Exited, Failed, Outcome, Returned, Stopped, TimedOut
from assent.model.result import BackgroundTaskBlock, ToolReturnValue
from assent.tools import tasks as task_tools
from assent.tools.tasks import (
    ListParameters,
    OutputParameters,
    StopParameters,
    TaskList,
    TaskOutput,
    TaskStop,
)
from assent.tools.tool import Prepared, Run, Tool
from builders import AT, CONSOLE, PERSON, a_call, a_proposal, a_result, settled
from waiting import until

MINE = a_call()
SUCCESS = Exited(code=0)


class House:
    """Tasks and the tools that look after them."""

    def __init__(self) -> None:
        self.tasks = Tasks(lambda: 4)
        self.stopped: list[tuple[str, Authority]] = []
        self.list, self.output = TaskList(self.tasks), TaskOutput(self.tasks)
        self.stop = TaskStop(self.tasks, self._stop)
        self.ends_when_stopped = True

    def start(self, command: str = "npm run watch", spools: Spools | None = None, **call: Any) -> Task:
        """Enter a task that runs."""
        control, of = Control(), a_call(**call)
        control.capture = Capture(None if spools is None else lambda: spools.open(of.id))
        if spools is not None:
            control.capture.keep_whole()
        control.detach(a_result())
        return self.tasks.add(of, a_proposal(command, description="Watch", cwd="/srv"), control)

    def end(self, task: Task, outcome: Outcome = SUCCESS) -> None:
        """End it as the console does."""
        if task.control is not None and task.control.capture is not None:
            task.control.capture.close()
        self.tasks.hear(Moved(task.call, settled(outcome), AT))

    async def told(self, tool: Tool[Any], call: Call = MINE, **arguments: Any) -> ToolReturnValue:
        """Call a tool and return its value."""
        parameters = tool.parameters.model_validate(arguments)
        prepared = tool.prepare(parameters, call)
        if isinstance(prepared, ToolReturnValue):
            return prepared
        run = Run(call, Control(), print, print, PERSON)  # type: ignore[arg-type]
        ending, value = await tool.run(prepared, run)
        assert ending == Returned()
        return value

    def _stop(self, call_id: str, by: Authority) -> None:
        self.stopped.append((call_id, by))
        [task] = [task for task in self.tasks.of(MINE) if task.call.id == call_id]
        if self.ends_when_stopped:
            asyncio.get_running_loop().call_soon(self.end, task, Stopped(by=by))


@pytest.fixture
async def house() -> House:
    """Have no task yet."""
    return House()


def test_only_who_changes_something_asks():
    assert (TaskList.asks, TaskOutput.asks, TaskStop.asks) == (False, False, True)


@pytest.mark.parametrize("tool", [TaskList, TaskOutput, TaskStop])
def test_agents_are_told_what_each_is_for(tool: type[Tool[Any]]):
    tasks = Tasks(lambda: 4)
    made = TaskStop(tasks, print) if tool is TaskStop else tool(tasks)  # type: ignore[call-arg]
    assert len(made.description) > 100
    assert made.parameters.model_json_schema()["additionalProperties"] is False


async def test_nothing_is_a_list_too(house: House):
    told = await house.told(house.list)
    assert told.output == "active_background_tasks: 0\n\nNo background tasks found."
    assert (told.is_error, told.message) == (False, "Task list retrieved.")


async def test_those_that_run_are_listed_and_on_demand_those_that_ended(house: House):
    first, second = house.start("one"), house.start("two")
    house.end(first, Exited(code=3))
    told = await house.told(house.list)
    assert told.output == (
        f"active_background_tasks: 1\n\ntask_id: {second.id}\nkind: bash\nstatus: running\n"
        "description: Watch\ncommand: two"
    )
    assert told.extras == {"task_ids": [second.id]}
    told = await house.told(house.list, active_only=False)
    assert "status: failed\n" in told.output
    assert "exit_code: 3\nreason: Command failed with exit code 3" in told.output
    assert [block.task_id for block in told.display if isinstance(block, BackgroundTaskBlock)] == [
        first.id,
        second.id,
    ]


async def test_of_many_the_newest_are_listed(house: House):
    found = [house.start() for _ in range(3)]
    told = await house.told(house.list, limit=2)
    assert told.output.startswith("active_background_tasks: 3\n")
    assert told.extras == {"task_ids": [task.id for task in found[1:]]}


async def test_a_running_one_is_shown_as_it_is_now(house: House):
    task = house.start()
    assert task.control is not None
    assert task.control.capture is not None
    task.control.capture.take("stdout", b"still working\n")
    told = await house.told(house.output, task_id=task.id)
    assert (told.is_error, told.message) == (False, "Task snapshot retrieved.")
    assert told.output == (
        f"retrieval_status: not_ready\ntask_id: {task.id}\nkind: bash\nstatus: running\n"
        "description: Watch\ncommand: npm run watch\n\n"
        "output_size_bytes: 14\noutput_preview_bytes: 14\noutput_truncated: false\n"
        "full_output_available: false\n\n[output]\nstill working"
    )


async def test_one_that_wrote_nothing_says_so(house: House):
    assert (await house.told(house.output, task_id=house.start().id)).output.endswith(
        "[output]\n[no output available]"
    )


async def test_waiting_ends_with_the_time(house: House):
    told = await house.told(house.output, task_id=house.start().id, block=True, timeout=0)
    assert told.output.startswith("retrieval_status: timeout\n")
    assert told.message == "Task snapshot retrieved."


async def test_waiting_ends_with_the_task(house: House):
    task = house.start()
    waiting = asyncio.ensure_future(house.told(house.output, task_id=task.id, block=True, timeout=3600))
    done, _ = await asyncio.wait({waiting}, timeout=0.05)
    assert not done
    house.end(task)
    told = await waiting
    assert told.output.startswith(
        f"retrieval_status: success\ntask_id: {task.id}\nkind: bash\nstatus: completed\n"
    )
    assert "exit_code: 0\n" in told.output
    assert "reason:" not in told.output.replace("terminal_reason:", "")
    assert told.message == "Task output retrieved."


async def test_who_stops_waiting_leaves_the_task_alone(house: House):
    task = house.start()
    waiting = asyncio.ensure_future(house.told(house.output, task_id=task.id, block=True))
    await asyncio.wait({waiting}, timeout=0.05)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    house.end(task)
    assert task.status == "completed"


@pytest.mark.parametrize(
    ("outcome", "lines"),
    [
        (
            TimedOut(after_s=1),
            "interrupted: true\ntimed_out: true\nterminal_reason: timed_out\n"
            "reason: Command timed out after 1s\n",
        ),
        (
            Stopped(by=PERSON),
            "interrupted: true\ntimed_out: false\nterminal_reason: killed\nreason: Killed by user\n",
        ),
        (Exited(code=0), "interrupted: false\ntimed_out: false\nterminal_reason: completed\nexit_code: 0\n"),
    ],
)
async def test_how_it_ended_is_told(house: House, outcome: Outcome, lines: str):
    task = house.start()
    house.end(task, outcome)
    assert lines in (await house.told(house.output, task_id=task.id)).output


async def test_a_lost_one_is_told_as_lost(house: House):
    call = a_call()
    house.tasks.add_lost(call, a_proposal(), Failed(error="the console died"), Excerpt("last\n", 5, 5))
    [task] = house.tasks.of(MINE)
    told = await house.told(house.output, task_id=task.id, block=True)
    assert "retrieval_status: success\n" in told.output
    assert "status: lost\n" in told.output
    assert (
        "interrupted: true\ntimed_out: false\nterminal_reason: lost\nreason: the console died\n"
        in told.output
    )
    assert told.output.endswith("[output]\nlast")
    assert (await house.told(house.stop, task_id=task.id)).brief == "Task not running"


async def test_of_a_long_output_the_end_is_shown_and_the_whole_is_named(house: House, tmp_path: Path):
    task = house.start(spools=Spools(tmp_path / "it's here"))
    assert task.control.capture is not None
    whole = b"first\n" + b"x" * 79 + b"\n" + b"%079d\n" % 7 * 500 + b"last\n"
    task.control.capture.take("stdout", whole)
    told = await house.told(house.output, task_id=task.id)
    path = tmp_path / "it's here" / f"{task.call.id}.out"
    assert path.read_bytes() == whole
    assert "output_preview_bytes: 32768\noutput_truncated: true\n" in told.output
    assert f"output_path: {path}\nfull_output_available: true\nfull_output_tool: Shell\n" in told.output
    assert f"[output]\n[Truncated. Full output: {path}]\n\n" in told.output
    assert told.output.endswith("\nlast")
    assert "first" not in told.output
    house.end(task)
    again = await house.told(house.output, task_id=task.id)
    assert again.output.partition("output_size_bytes")[2] == told.output.partition("output_size_bytes")[2]


async def test_where_the_whole_could_not_be_kept_it_is_said(house: House):
    task = house.start()
    assert task.control is not None
    assert task.control.capture is not None
    task.control.capture.take("stdout", b"x" * 40_000)
    told = await house.told(house.output, task_id=task.id)
    assert "[Truncated. The full output could not be kept.]" in told.output


async def test_a_file_that_gave_way_to_newer_ones_is_not_named(house: House, tmp_path: Path):
    task = house.start(spools=Spools(tmp_path))
    house.end(task)
    assert f"output_path: {tmp_path}" in (await house.told(house.output, task_id=task.id)).output
    (tmp_path / f"{task.call.id}.out").unlink()
    told = await house.told(house.output, task_id=task.id)
    assert "output_path" not in told.output
    assert "full_output_available: false\n\n[output]" in told.output


async def test_a_stop_shows_what_will_end_and_names_who_allowed_it(house: House):
    task = house.start()
    prepared = house.stop.prepare(StopParameters(task_id=task.id, reason="it hangs"), MINE)
    assert isinstance(prepared, Prepared)
    proposal = prepared.proposal
    assert (proposal.title, proposal.command) == (f"Stop background task {task.id}", None)
    assert (proposal.cwd, proposal.description) == ("/srv", "it hangs")
    assert [block.kind for block in proposal.display] == ["shell", "background_task"]
    told = await house.told(house.stop, task_id=task.id, reason="stop test")
    assert house.stopped == [(task.call.id, PERSON)]
    assert (told.is_error, told.message, told.brief) == (False, "Task stopped.", f"Stopped {task.id}")
    assert "status: killed\n" in told.output
    assert told.output.endswith("terminal_reason: killed\nreason: stop test")


async def test_a_stop_without_a_reason_has_the_usual_one(house: House):
    task = house.start()
    assert (await house.told(house.stop, task_id=task.id)).output.endswith("reason: Killed by user")


async def test_one_that_does_not_end_is_said_to_be_ending(house: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(task_tools, "STOP_WITHIN_S", 0.05)
    house.ends_when_stopped = False
    task = house.start()
    told = await house.told(house.stop, task_id=task.id)
    assert told.message == "Task stop requested: it is still terminating."
    assert told.output.endswith("status: running\ndescription: Watch\ncommand: npm run watch")


async def test_what_has_ended_is_not_stopped(house: House):
    task = house.start()
    prepared = house.stop.prepare(StopParameters(task_id=task.id), MINE)
    assert isinstance(prepared, Prepared)
    house.end(task)
    refused = house.stop.prepare(StopParameters(task_id=task.id), MINE)
    assert isinstance(refused, ToolReturnValue)
    assert (refused.is_error, refused.message) == (True, f"Task {task.id} is not running: completed.")
    # It ended while the person thought about it.
    _, told = await house.stop.run(prepared, Run(MINE, Control(), print, print, PERSON))  # type: ignore[arg-type]
    assert "status: completed" in told.output
    assert house.stopped == []


@pytest.mark.parametrize("name", ["output", "stop"])
async def test_an_unknown_one_and_anothers_are_not_found(house: House, name: str):
    tool = getattr(house, name)
    others = house.start(session={"id": "another"})
    for wanted in ("bmissing01", others.id):
        told = await house.told(tool, task_id=wanted)
        assert (told.is_error, told.brief) == (True, "Task not found")
        assert told.message == f"Task not found: {wanted}"
    assert others.status == "running"


@pytest.mark.parametrize("name", ["output", "stop"])
async def test_one_that_is_forgotten_meanwhile_is_not_found(house: House, name: str):
    tool = getattr(house, name)
    task = house.start()
    prepared = tool.prepare(tool.parameters(task_id=task.id), MINE)
    del house.tasks._tasks[task.id]
    _, told = await tool.run(prepared, Run(MINE, Control(), print, print, CONSOLE))  # type: ignore[arg-type]
    assert told.brief == "Task not found"


@pytest.mark.parametrize("parameters", [OutputParameters, StopParameters])
@pytest.mark.parametrize(
    "task_id", ["", "x", "-bash", "BASH-123", "bash_123", "../escape", "a" * 26, "bash-1\n"]
)
def test_ids_that_are_none_are_refused(parameters: type[OutputParameters], task_id: str):
    with pytest.raises(ValidationError, match="it must be an id as TaskList shows it, like bash-1a2b3c4d"):
        parameters(task_id=task_id)


@pytest.mark.parametrize("task_id", ["b1234567", "bmissing01", "bash-1a2b3c4d", "a" * 25])
def test_ids_of_the_right_shape_are_accepted(task_id: str):
    assert OutputParameters(task_id=task_id).task_id == task_id
    assert "pattern" in OutputParameters.model_json_schema()["properties"]["task_id"]


@pytest.mark.parametrize(
    "arguments", [{"timeout": -1}, {"timeout": 3601}, {"block": "true"}, {"timeout": 1.5}, {"max": 1}]
)
def test_other_arguments_are_checked_too(arguments: dict[str, Any]):
    with pytest.raises(ValidationError):
        OutputParameters.model_validate({"task_id": "b1234567", **arguments})


@pytest.mark.parametrize("arguments", [{"limit": 0}, {"limit": 101}, {"active_only": 1}])
def test_a_list_has_limits(arguments: dict[str, Any]):
    with pytest.raises(ValidationError):
        ListParameters.model_validate(arguments)


async def test_two_wait_for_the_same_task(house: House):
    task = house.start()
    both = [asyncio.ensure_future(house.told(house.output, task_id=task.id, block=True)) for _ in range(2)]
    await asyncio.wait(both, timeout=0.05)
    house.end(task)
    await until(lambda: all(each.done() for each in both))
    assert all("retrieval_status: success" in each.result().output for each in both)
