"""Background tasks: commands that go on after their agent was answered, and how they ended."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from assent.execution.capture import Excerpt
from assent.execution.control import Control
from assent.model.authority import Authority, ByPerson, spoken
from assent.model.call import Call, Proposal
from assent.model.events import Event, Moved
from assent.model.lifecycle import Exceeded, Exited, Failed, Outcome, Settled, Stopped, TimedOut, Withdrawn

# Bytes of a task's output that are shown at a time, and kept once it has ended.
RECENT_BYTES = 32 << 10
# Tasks that have ended and can still be asked for.
MOST_ENDED = 64
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

Status = Literal["running", "completed", "failed", "killed", "lost"]


class TooManyTasks(Exception):  # noqa: N818  # the name says what happened
    """Whoever asks has as many tasks running as it may have."""

    def __init__(self) -> None:
        """Say so in the words that agents know."""
        super().__init__("Too many background tasks are already running.")


@dataclass(frozen=True)
class Ended:
    """How a task ended, and the last of what it wrote; it is lost when its console died under it."""

    outcome: Outcome
    recent: Excerpt
    is_lost: bool = False


@dataclass(eq=False)
class Task:
    """One command that runs, or ran, in the background. `ended` is done when nothing of it is left.

    `control` has its reins, and with them all that is kept of its output: given up at the end.
    """

    id: str
    call: Call
    proposal: Proposal
    control: Control | None = field(repr=False)
    ended: asyncio.Future[Ended]
    stop_reason: str = ""  # what the agent gave when it stopped it

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it runs."""
        return self.ended.result().outcome if self.ended.done() else None

    @property
    def status(self) -> Status:
        """Where it stands."""
        if not self.ended.done():
            return "running"
        ended = self.ended.result()
        return "lost" if ended.is_lost else status_of(ended.outcome)

    @property
    def reason(self) -> str:
        """Why it did not complete; nothing when it did, or runs."""
        return "" if self.outcome is None else reason_of(self.outcome, self.stop_reason)

    @property
    def title(self) -> str:
        """Name it in a line: what the agent said of it, or what it runs."""
        text = self.proposal.description.strip() or (self.proposal.command or "").strip()
        line = text.splitlines()[0] if text else self.id
        return line if len(line) <= 200 else f"{line[:200]}…"

    def recent(self) -> Excerpt:
        """Return the last of what it wrote."""
        if self.ended.done():
            return self.ended.result().recent
        capture = None if self.control is None else self.control.capture
        return Excerpt() if capture is None else capture.recent(RECENT_BYTES)


class Tasks:
    """The background tasks of all agents, by id: those that run, and the latest that have ended."""

    def __init__(self, most_running: Callable[[], int]) -> None:
        """Let each agent have `most_running` tasks at a time, as it is said at the moment."""
        self._most_running = most_running
        self._tasks: dict[str, Task] = {}
        self._by_call: dict[str, Task] = {}

    def check_room(self, call: Call) -> None:
        """Raise TooManyTasks when whoever asks may have no further one."""
        running = sum(not task.ended.done() for task in self.of(call))
        if running >= self._most_running():
            raise TooManyTasks

    def add(self, call: Call, proposal: Proposal, control: Control) -> Task:
        """Take in the task that a call is to become, or has become; it counts from now on."""
        task = self._by_call[call.id] = self._enter(call, proposal, control)
        return task

    def add_lost(self, call: Call, proposal: Proposal, outcome: Outcome, recent: Excerpt) -> None:
        """Take in a task that an earlier console had when it died."""
        self._enter(call, proposal, None).ended.set_result(Ended(outcome, recent, is_lost=True))

    def of(self, call: Call) -> list[Task]:
        """Return the tasks that whoever makes this call may see, the oldest first."""
        return [task for task in self._tasks.values() if _owner(task.call) == _owner(call)]

    def find(self, wanted: str, call: Call) -> Task | None:
        """Return the task of this id if whoever makes this call may see it."""
        task = self._tasks.get(wanted)
        return task if task is not None and _owner(task.call) == _owner(call) else None

    def hear(self, event: Event) -> None:
        """Take note of the end of a task's call."""
        if not isinstance(event, Moved) or not isinstance(event.state, Settled):
            return
        task = self._by_call.pop(event.call.id, None)
        if task is None:
            return
        if task.control is not None and not task.control.detached.done():
            del self._tasks[task.id]  # it never went on in the background: nobody was told of it
        task.ended.set_result(Ended(event.state.outcome, task.recent()))
        task.control = None
        self._forget_oldest()

    def _enter(self, call: Call, proposal: Proposal, control: Control | None) -> Task:
        task = Task(task_id(call), call, proposal, control, asyncio.get_running_loop().create_future())
        self._tasks[task.id] = task
        return task

    def _forget_oldest(self) -> None:
        ended = [task.id for task in self._tasks.values() if task.ended.done()]
        for each in ended[: max(len(ended) - MOST_ENDED, 0)]:
            del self._tasks[each]


def task_id(call: Call) -> str:
    """Return the id of the task that a call becomes.

    It follows from the call's, so it is on record with it, and as hard to guess.
    """
    number, signs = int(call.id, 16), ""
    for _ in range(8):
        number, digit = divmod(number, len(_DIGITS))
        signs += _DIGITS[digit]
    return f"bash-{signs}"


def status_of(outcome: Outcome) -> Status:
    """Return what a task that ended so is called."""
    match outcome:
        case Exited(code=0):
            return "completed"
        case Stopped() | Withdrawn():
            return "killed"
        case _:
            return "failed"


def reason_of(outcome: Outcome, stop_reason: str = "") -> str:
    """Say why a task did not complete; nothing when it did."""
    match outcome:
        case Exited(code=code):
            reason = f"Command failed with exit code {code}" if code else ""
        case TimedOut(after_s=after_s, idle=True):
            reason = f"Command wrote nothing for {after_s:g}s"
        case TimedOut(after_s=after_s):
            reason = f"Command timed out after {after_s:g}s"
        case Exceeded(what=what, limit=limit):
            reason = f"Command used more than its limit of {limit:,} ({what})"
        case Stopped(by=by):
            reason = stop_reason or f"Killed by {_killer(by)}"
        case Withdrawn(why=why):
            reason = f"Killed: {why}"
        case Failed(error=problem):
            reason = problem
        case _:
            raise AssertionError(f"a command that ran cannot end as {outcome.kind}")
    return reason


def _killer(by: Authority) -> str:
    return "user" if isinstance(by, ByPerson) else spoken(by)


def _owner(call: Call) -> tuple[str, str]:
    """Say whose the call is: its session's; where an agent names none, the agent's."""
    return ("session", call.session.id) if call.session.id else ("client", call.client.name)
