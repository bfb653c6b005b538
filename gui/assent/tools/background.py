"""How a command goes on after its agent was answered, and what the agent is told of that."""

from assent.execution.control import Control
from assent.execution.runner import Ending
from assent.execution.tasks import Task, Tasks, TooManyTasks, reason_of, status_of
from assent.model.call import Call, Proposal
from assent.model.lifecycle import Failed, TimedOut
from assent.model.result import BriefBlock, ToolReturnValue, error
from assent.tools.task_text import block_of, lines_of

LONGEST_S = 86_400
_STARTED = "Background task started."
_HINTS = """\
automatic_notification: true
next_step: You are notified with call/state when it has ended, as long as you stay connected.
next_step: Use TaskOutput with this task_id to look at it. Set block=true only when you really want to wait.
next_step: Use TaskStop only if the task must be stopped.
human_shell_hint: The user sees the task in Assent's window, and can stop it there."""


class Background:
    """The way of one command into the background, if it goes it: by its agent's wish, or by the person's."""

    def __init__(self, tasks: Tasks, call: Call, proposal: Proposal, control: Control) -> None:
        """Enter the command into `tasks` when it goes."""
        self._tasks, self._call, self._proposal, self._control = tasks, call, proposal, control
        self._task: Task | None = None

    def reserve(self) -> str:
        """Take one of the agent's places if it is to go at once; return why there is none, or nothing."""
        if not self._proposal.background:
            return ""
        try:
            self._tasks.check_room(self._call)
        except TooManyTasks as problem:
            return str(problem)
        self._task = self._tasks.add(self._call, self._proposal, self._control)
        return ""

    def begin(self) -> None:
        """Go, if that is what was asked for; be ready to go, if not. The command runs now."""
        self._control.to_background = self._send
        if self._task is not None:
            # "starting" is the word that agents know for this answer; later TaskOutput tells where it stands.
            self._answer(self._task, "starting", _STARTED)

    def go_on(self) -> None:
        """Be in the background already: an earlier console answered the agent."""
        self._task = self._tasks.add(self._call, self._proposal, self._control)
        self._control.detach(ToolReturnValue(is_error=False, message=_STARTED))

    def leave(self, answer: ToolReturnValue) -> None:
        """Give the agent its answer: the command has ended, and what it left may run on."""
        self._give_time()
        self._control.detach(answer)

    def finish(self, ending: Ending, value: ToolReturnValue) -> ToolReturnValue:
        """Return the end of it as it is told and recorded: by its title, if it was a task."""
        task = self._task
        if task is None:
            return value
        if not self._control.detached.done():
            return not_started(ending.error) if isinstance(ending, Failed) else value
        status, reason = status_of(ending), reason_of(ending, task.stop_reason)
        title = f"Background task {_ended_how(ending)}: {task.title}"
        display = (
            BriefBlock(text=title),
            *(block for block in value.display if not isinstance(block, BriefBlock)),
            block_of(task, status),
        )
        extras = {**(value.extras or {}), "task_id": task.id, "status": status}
        if reason:
            extras["reason"] = reason
        message = f"{title.rstrip('.')}. {value.message}"
        return value.model_copy(update={"message": message, "display": display, "extras": extras})

    def _send(self) -> None:
        self._task = self._tasks.add(self._call, self._proposal, self._control)
        self._give_time()
        self._answer(self._task, "running", f"The user sent the command to the background. {_STARTED}")

    def _give_time(self) -> None:
        """Put the deadline to where one in the background has it; one that comes later, or never, stays."""
        allowed_s = self._control.deadline.total_s
        if allowed_s is not None and allowed_s < LONGEST_S:
            self._control.deadline.extend(LONGEST_S - allowed_s)

    def _answer(self, task: Task, status: str, message: str) -> None:
        if self._control.capture is not None:
            self._control.capture.keep_whole()
        answer = ToolReturnValue(
            is_error=False,
            output="\n".join((*lines_of(task, status), _HINTS)),
            message=message,
            display=(BriefBlock(text=f"Started {task.id}"), block_of(task, status)),
            extras={"task_id": task.id, "status": status},
        )
        self._control.detach(answer)


def not_started(reason: str) -> ToolReturnValue:
    """Tell that a task could not be started."""
    return error(f"Failed to start background task: {reason}", brief="Start failed")


def _ended_how(ending: Ending) -> str:
    if isinstance(ending, TimedOut):
        return "timed out"
    return {"completed": "completed", "killed": "stopped"}.get(status_of(ending), "failed")
