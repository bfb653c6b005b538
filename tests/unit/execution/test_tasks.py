"""A task is known to its own agent by an id that follows from its call, and its end is the call's."""

import re

import pytest

from assent.execution.capture import Capture, Excerpt
from assent.execution.control import Control
from assent.execution.tasks import (
    MOST_ENDED,
    Status,
    Task,
    Tasks,
    TooManyTasks,
    reason_of,
    status_of,
    task_id,
)
from assent.model.call import Call
from assent.model.events import Moved
from assent.model.lifecycle import (
    Exceeded,
    Exited,
    Failed,
    Outcome,
    Permitted,
    Running,
    Stopped,
    TimedOut,
    Withdrawn,
)
from assent.model.result import ToolReturnValue
from builders import AT, CONSOLE, PERSON, RULE, a_call, a_proposal, settled

ANSWER = ToolReturnValue(is_error=False)
SUCCESS = Exited(code=0)


def added(tasks: Tasks, call: Call | None = None, **proposal: object) -> Task:
    """Enter a task whose agent was answered."""
    control = Control()
    control.capture = Capture()
    control.detach(ANSWER)
    return tasks.add(call or a_call(), a_proposal(**proposal), control)


def ended(tasks: Tasks, task: Task, outcome: Outcome = SUCCESS) -> None:
    tasks.hear(Moved(task.call, settled(outcome), AT))


@pytest.mark.parametrize(
    ("outcome", "status", "reason"),
    [
        (Exited(code=0), "completed", ""),
        (Exited(code=3), "failed", "Command failed with exit code 3"),
        (TimedOut(after_s=1), "failed", "Command timed out after 1s"),
        (TimedOut(after_s=300, idle=True), "failed", "Command wrote nothing for 300s"),
        (
            Exceeded(what="processes", limit=2_000),
            "failed",
            "Command used more than its limit of 2,000 (processes)",
        ),
        (Stopped(by=PERSON), "killed", "Killed by user"),
        (Stopped(by=RULE), "killed", "Killed by the rule 'git status'"),
        (Stopped(by=CONSOLE), "killed", "Killed by the console (it was closed)"),
        (Withdrawn(why="the console was closed"), "killed", "Killed: the console was closed"),
        (Failed(error="no such folder"), "failed", "no such folder"),
    ],
)
async def test_where_it_stands_follows_from_how_it_ended(outcome: Outcome, status: Status, reason: str):
    tasks = Tasks(lambda: 4)
    task = added(tasks)
    assert (task.status, task.outcome, task.reason) == ("running", None, "")
    ended(tasks, task, outcome)
    assert (task.status, task.outcome, task.reason) == (status, outcome, reason)
    assert (status_of(outcome), reason_of(outcome)) == (status, reason)


async def test_the_reason_that_an_agent_gave_is_the_reason():
    assert reason_of(Stopped(by=PERSON), "stop test") == "stop test"
    assert reason_of(Exited(code=1), "stop test") == "Command failed with exit code 1"


def test_what_never_ran_has_no_reason():
    with pytest.raises(AssertionError, match="permitted"):
        reason_of(Permitted(by=RULE))


def test_an_id_follows_from_the_call_and_says_what_it_is():
    calls = [a_call() for _ in range(1_000)]
    ids = {task_id(call) for call in calls}
    assert len(ids) == len(calls)
    assert all(re.fullmatch(r"bash-[0-9a-z]{8}", each) for each in ids)
    assert task_id(calls[0]) == task_id(Call.model_validate_json(calls[0].model_dump_json()))


@pytest.mark.parametrize(
    ("mine", "others", "may_see"),
    [
        ({"session": {"id": "s1"}}, {"session": {"id": "s1"}}, True),
        ({"session": {"id": "s1"}}, {"session": {"id": "s1"}, "client": {"name": "another"}}, True),
        ({"session": {"id": "s1"}}, {"session": {"id": "s2"}}, False),
        ({"session": {"id": "s1"}}, {"session": {"id": ""}}, False),
        ({"session": {"id": ""}}, {"session": {"id": ""}}, True),
        ({"session": {"id": ""}}, {"session": {"id": ""}, "client": {"name": "another"}}, False),
        ({"session": {"id": "agent"}}, {"session": {"id": ""}}, False),
    ],
)
async def test_an_agent_sees_the_tasks_of_its_session(
    mine: dict[str, object], others: dict[str, object], may_see: bool
):
    tasks = Tasks(lambda: 4)
    task = added(tasks, a_call(**mine))
    other = a_call(**others)
    assert tasks.find(task.id, task.call) is task
    assert tasks.find(task.id, other) is (task if may_see else None)
    assert tasks.of(other) == ([task] if may_see else [])
    assert tasks.find("bash-00000000", task.call) is None


async def test_each_agent_may_have_so_many_that_run():
    tasks = Tasks(lambda: 2)
    first, second = added(tasks), added(tasks)
    with pytest.raises(TooManyTasks, match=r"^Too many background tasks are already running\.$"):
        tasks.check_room(a_call())
    tasks.check_room(a_call(session={"id": "another"}))
    ended(tasks, first)
    tasks.check_room(a_call())
    assert second.status == "running"


async def test_one_that_never_went_to_the_background_is_forgotten_with_its_end():
    tasks = Tasks(lambda: 1)
    task = tasks.add(a_call(), a_proposal(), Control())
    with pytest.raises(TooManyTasks):
        tasks.check_room(task.call)
    ended(tasks, task, Failed(error="no such folder"))
    assert tasks.of(task.call) == []
    tasks.check_room(task.call)


async def test_the_end_keeps_the_last_output_and_gives_the_rest_back():
    tasks = Tasks(lambda: 4)
    task = added(tasks)
    assert task.control is not None
    assert task.control.capture is not None
    task.control.capture.take("stdout", b"x" * 40_000 + b"\nlast\n")
    ended(tasks, task)
    recent = task.recent()
    assert recent.text.endswith("xxx\nlast\n")
    assert (recent.shown_bytes, recent.all_bytes) == (32_768, 40_006)
    assert task.control is None
    assert "last" not in repr(task.ended)


async def test_before_it_runs_nothing_was_written():
    assert Tasks(lambda: 4).add(a_call(), a_proposal(), Control()).recent().all_bytes == 0


async def test_steps_of_other_calls_change_nothing():
    tasks = Tasks(lambda: 4)
    task = added(tasks)
    tasks.hear(Moved(task.call, Running(pid=5), AT))
    tasks.hear(Moved(a_call(), settled(Exited(code=0)), AT))
    assert task.status == "running"


async def test_of_those_that_ended_the_oldest_are_forgotten():
    tasks = Tasks(lambda: 4)
    running, *many = [added(tasks) for _ in range(MOST_ENDED + 3)]
    for task in many:
        ended(tasks, task)
    assert tasks.of(a_call()) == [running, *many[2:]]


@pytest.mark.parametrize(
    ("proposal", "title"),
    [
        ({"description": " watch the tests \n"}, "watch the tests"),
        ({"command": "make\ntest"}, "make"),
        ({"command": "x" * 300}, "x" * 200 + "…"),
    ],
)
async def test_its_title_is_a_line(proposal: dict[str, object], title: str):
    assert added(Tasks(lambda: 4), **proposal).title == title


async def test_one_whose_console_died_is_lost_and_takes_no_place():
    tasks, call = Tasks(lambda: 1), a_call()
    recent = Excerpt("last\n", 5, 5)
    tasks.add_lost(call, a_proposal(), Failed(error="interrupted"), recent)
    [task] = tasks.of(a_call())
    assert (task.id, task.status, task.reason) == (task_id(call), "lost", "interrupted")
    assert task.recent() == recent
    tasks.check_room(a_call())
    tasks.hear(Moved(call, settled(Exited(code=0)), AT))
    assert task.status == "lost"
