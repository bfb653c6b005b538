"""A command goes into the background by its agent's wish or the person's; its end has a title."""

from pathlib import Path

import pytest

from assent.execution.capture import Capture
from assent.execution.control import Control
from assent.execution.runner import Ending
from assent.execution.spool import Spools
from assent.execution.tasks import Tasks
from assent.model.call import Proposal
from assent.model.lifecycle import Exited, Failed, Stopped, TimedOut
from assent.model.result import BackgroundTaskBlock, BriefBlock, ToolReturnValue
from assent.tools.background import LONGEST_S, Background, not_started
from builders import PERSON, a_call, a_proposal, a_result

WATCH = a_proposal("npm run\nwatch", description="Watch the tests", background=True)


class Ran:
    """A command that has begun, its task, and what its agent was answered."""

    def __init__(
        self, proposal: Proposal = WATCH, *, timeout_s: float | None = 60, tasks: Tasks | None = None
    ):
        self.call, self.control, self.tasks = a_call(), Control(), tasks or Tasks(lambda: 4)
        self.control.capture = Capture()
        self.background = Background(self.tasks, self.call, proposal, self.control)
        self.refused = self.background.reserve()
        if not self.refused:
            self.control.deadline.begin(timeout_s, None)
            self.background.begin()

    @property
    def answer(self) -> ToolReturnValue:
        return self.control.detached.result()

    def send(self) -> None:
        assert self.control.to_background is not None
        self.control.to_background()


async def test_by_its_agents_wish_it_goes_at_once_and_keeps_its_deadline():
    ran = Ran()
    [task] = ran.tasks.of(ran.call)
    assert not ran.answer.is_error
    assert ran.answer.message == "Background task started."
    assert ran.answer.brief == f"Started {task.id}"
    assert ran.answer.output.splitlines()[:6] == [
        f"task_id: {task.id}",
        "kind: bash",
        "status: starting",
        "description: Watch the tests",
        "command: npm run",
        "  watch",
    ]
    assert "automatic_notification: true\n" in ran.answer.output
    assert "human_shell_hint: " in ran.answer.output
    assert ran.answer.display[1] == BackgroundTaskBlock(
        task_id=task.id, task_kind="bash", status="starting", description="Watch the tests"
    )
    assert ran.answer.extras == {"task_id": task.id, "status": "starting"}
    assert ran.control.deadline.total_s == 60


@pytest.mark.parametrize(("timeout_s", "later"), [(60, LONGEST_S), (90_000, 90_000), (None, None)])
async def test_by_the_persons_wish_it_goes_while_it_runs_and_has_all_the_time(
    timeout_s: float | None, later: float | None
):
    ran = Ran(a_proposal("make"), timeout_s=timeout_s)
    assert not ran.control.detached.done()
    assert ran.tasks.of(ran.call) == []
    ran.send()
    [task] = ran.tasks.of(ran.call)
    assert "status: running\n" in ran.answer.output
    assert ran.answer.message == "The user sent the command to the background. Background task started."
    assert task.title == "make"
    assert ran.control.deadline.total_s == later


async def test_its_output_is_on_disk_from_then_on(tmp_path: Path):
    control, spools = Control(), Spools(tmp_path)
    control.capture = Capture(lambda: spools.open("a1"))
    control.capture.take("stdout", b"before\n")
    background = Background(Tasks(lambda: 4), a_call(), WATCH, control)
    background.reserve()
    background.begin()
    control.capture.take("stdout", b"after\n")
    control.capture.close()
    assert (tmp_path / "a1.out").read_bytes() == b"before\nafter\n"


async def test_one_too_many_is_not_begun_and_the_person_may_send_it_all_the_same():
    tasks = Tasks(lambda: 1)
    Ran(tasks=tasks)
    assert Ran(tasks=tasks).refused == "Too many background tasks are already running."
    ran = Ran(a_proposal("make"), tasks=tasks)
    ran.send()
    assert len(tasks.of(ran.call)) == 2


@pytest.mark.parametrize(
    ("ending", "title", "status", "reason"),
    [
        (Exited(code=0), "Background task completed: Watch the tests", "completed", None),
        (
            Exited(code=3),
            "Background task failed: Watch the tests",
            "failed",
            "Command failed with exit code 3",
        ),
        (
            TimedOut(after_s=1),
            "Background task timed out: Watch the tests",
            "failed",
            "Command timed out after 1s",
        ),
        (Stopped(by=PERSON), "Background task stopped: Watch the tests", "killed", "Killed by user"),
    ],
)
async def test_its_end_is_told_by_its_title(ending: Ending, title: str, status: str, reason: str | None):
    ran = Ran()
    [task] = ran.tasks.of(ran.call)
    value = a_result(display=(BriefBlock(text="Failed"),), extras={"exit_code": 3})
    told = ran.background.finish(ending, value)
    assert told.brief == title
    assert told.message == f"{title}. {value.message}"
    assert [block.kind for block in told.display] == ["brief", "background_task"]
    reasons = {} if reason is None else {"reason": reason}
    assert told.extras == {"exit_code": 3, "task_id": task.id, "status": status, **reasons}
    assert told.output == value.output


async def test_one_that_could_not_start_is_no_task():
    control = Control()
    background = Background(Tasks(lambda: 4), a_call(), WATCH, control)
    background.reserve()
    told = background.finish(Failed(error="no such folder"), a_result())
    assert told == not_started("no such folder")
    assert (told.message, told.brief) == ("Failed to start background task: no such folder", "Start failed")
    assert background.finish(Stopped(by=PERSON), a_result()) == a_result()


async def test_one_that_stayed_is_told_as_ever():
    ran = Ran(a_proposal("make"))
    assert ran.background.finish(Exited(code=0), a_result()) == a_result()


async def test_what_it_left_may_run_on_and_its_agent_has_its_answer():
    ran = Ran(a_proposal("make"))
    ran.background.leave(a_result())
    assert ran.answer == a_result()
    assert ran.control.deadline.total_s == LONGEST_S
    assert ran.background.finish(Exited(code=0), a_result(output="more")).output == "more"
    assert ran.tasks.of(ran.call) == []
