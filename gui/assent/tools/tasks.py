"""The tools that look after background tasks: TaskList, TaskOutput, TaskStop."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from assent import resources
from assent.execution.tasks import Task, Tasks
from assent.model.authority import Authority
from assent.model.call import Call, Proposal
from assent.model.lifecycle import Returned
from assent.model.result import BriefBlock, ShellBlock, ToolReturnValue, error
from assent.tools.task_text import block_of, end_lines, lines_of, output_text
from assent.tools.tool import Prepared, Run, Tool

# Seconds that TaskStop waits for a task's end: longer than one that will not end has until it is killed.
STOP_WITHIN_S = 10.0
_ID = r"^[a-z0-9][a-z0-9\-]{1,24}$"


def _checked_id(text: str) -> str:
    signs = set("abcdefghijklmnopqrstuvwxyz0123456789-")
    if not 2 <= len(text) <= 25 or text[0] == "-" or not set(text) <= signs:
        raise PydanticCustomError("task_id", "it must be an id as TaskList shows it, like bash-1a2b3c4d")
    return text


TaskId = Annotated[
    str,
    AfterValidator(_checked_id),
    Field(description="The id of the background task.", json_schema_extra={"pattern": _ID}),
]


class _Parameters(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class ListParameters(_Parameters):
    """What an agent gives to list its tasks."""

    active_only: bool = Field(default=True, description="Whether to list only those that run.")
    limit: int = Field(default=20, ge=1, le=100, description="How many to list at most, the newest.")


class OutputParameters(_Parameters):
    """What an agent gives to look at a task."""

    task_id: TaskId
    block: bool = Field(default=False, description="Whether to wait until the task has ended.")
    timeout: int = Field(
        default=30, ge=0, le=3600, description="How many seconds to wait at most when block is true."
    )


class StopParameters(_Parameters):
    """What an agent gives to stop a task."""

    task_id: TaskId
    reason: str = Field(default="", max_length=2_000, description="Why it is stopped, in one short sentence.")


class TaskList(Tool[ListParameters]):
    """Lists the tasks of whoever asks."""

    name: ClassVar[str] = "TaskList"
    asks: ClassVar[bool] = False
    parameters = ListParameters

    def __init__(self, tasks: Tasks) -> None:
        """List those of `tasks`."""
        self._tasks = tasks

    @property
    def description(self) -> str:
        """The text of resources/tools."""
        return resources.text("tools/task_list.md")

    def prepare(self, parameters: ListParameters, _call: Call) -> Prepared[ListParameters]:
        """Accept it: there is nothing to refuse."""
        return Prepared(parameters, Proposal(title="List background tasks"))

    async def run(self, prepared: Prepared[ListParameters], run: Run) -> tuple[Returned, ToolReturnValue]:
        """Return them with their states."""
        found = self._tasks.of(run.call)
        active = [task for task in found if task.status == "running"]
        shown = (active if prepared.parameters.active_only else found)[-prepared.parameters.limit :]
        parts = [f"active_background_tasks: {len(active)}"]
        parts += ["\n".join([*lines_of(task, task.status), *end_lines(task)]) for task in shown]
        if not shown:
            parts.append("No background tasks found.")
        value = ToolReturnValue(
            is_error=False,
            output="\n\n".join(parts),
            message="Task list retrieved.",
            display=tuple(block_of(task, task.status) for task in shown),
            extras={"task_ids": [task.id for task in shown]},
        )
        return Returned(), value


class TaskOutput(Tool[OutputParameters]):
    """Shows where a task stands and the last of what it wrote."""

    name: ClassVar[str] = "TaskOutput"
    asks: ClassVar[bool] = False
    parameters = OutputParameters

    def __init__(self, tasks: Tasks) -> None:
        """Show those of `tasks`."""
        self._tasks = tasks

    @property
    def description(self) -> str:
        """The text of resources/tools."""
        return resources.text("tools/task_output.md")

    def prepare(
        self, parameters: OutputParameters, call: Call
    ) -> Prepared[OutputParameters] | ToolReturnValue:
        """Refuse a task that is not there, or another's."""
        task = self._tasks.find(parameters.task_id, call)
        if task is None:
            return _not_found(parameters.task_id)
        return Prepared(parameters, Proposal(title=f"Look at background task {task.id}"))

    async def run(self, prepared: Prepared[OutputParameters], run: Run) -> tuple[Returned, ToolReturnValue]:
        """Return what there is now, or once it has ended."""
        parameters = prepared.parameters
        task = self._tasks.find(parameters.task_id, run.call)
        if task is None:  # the oldest are forgotten
            return Returned(), _not_found(parameters.task_id)
        if parameters.block and not task.ended.done():
            await asyncio.wait({task.ended}, timeout=parameters.timeout)
        unfinished = "timeout" if parameters.block else "not_ready"
        retrieval_status = "success" if task.ended.done() else unfinished
        recent = task.recent()
        value = ToolReturnValue(
            is_error=False,
            output=output_text(task, retrieval_status, recent),
            message="Task output retrieved." if task.ended.done() else "Task snapshot retrieved.",
            display=(block_of(task, task.status),),
            extras={"task_id": task.id, "status": task.status, "retrieval_status": retrieval_status},
        )
        return Returned(), value


class TaskStop(Tool[StopParameters]):
    """Stops a task, once the person agreed."""

    name: ClassVar[str] = "TaskStop"
    parameters = StopParameters

    def __init__(self, tasks: Tasks, stop: Callable[[str, Authority], Any]) -> None:
        """Stop those of `tasks` by `stop`, which is told the call and who allowed it."""
        self._tasks, self._stop = tasks, stop

    @property
    def description(self) -> str:
        """The text of resources/tools."""
        return resources.text("tools/task_stop.md")

    def prepare(self, parameters: StopParameters, call: Call) -> Prepared[StopParameters] | ToolReturnValue:
        """Refuse a task that is not there, or another's, or that does not run."""
        task = self._tasks.find(parameters.task_id, call)
        if task is None:
            return _not_found(parameters.task_id)
        if task.status != "running":
            return error(f"Task {task.id} is not running: {task.status}.", brief="Task not running")
        # No `command`: rules speak of commands that are to run, and this one is to end.
        proposal = Proposal(
            title=f"Stop background task {task.id}",
            cwd=task.proposal.cwd,
            description=parameters.reason,
            display=(*_commands(task), block_of(task, task.status)),
        )
        return Prepared(parameters, proposal)

    async def run(self, prepared: Prepared[StopParameters], run: Run) -> tuple[Returned, ToolReturnValue]:
        """Stop it and wait until nothing of it is left."""
        task = self._tasks.find(prepared.parameters.task_id, run.call)
        if task is None:  # it ended meanwhile, and the oldest are forgotten
            return Returned(), _not_found(prepared.parameters.task_id)
        if not task.ended.done():
            task.stop_reason = prepared.parameters.reason.strip()
            self._stop(task.call.id, run.by)
            await asyncio.wait({task.ended}, timeout=STOP_WITHIN_S)
        has_ended = task.ended.done()
        value = ToolReturnValue(
            is_error=False,
            output="\n".join([*lines_of(task, task.status), *end_lines(task)]),
            message="Task stopped." if has_ended else "Task stop requested: it is still terminating.",
            display=(
                BriefBlock(text=f"{'Stopped' if has_ended else 'Stopping'} {task.id}"),
                block_of(task, task.status),
            ),
            extras={"task_id": task.id, "status": task.status},
        )
        return Returned(), value


def _not_found(wanted: str) -> ToolReturnValue:
    return error(f"Task not found: {wanted}", brief="Task not found")


def _commands(task: Task) -> tuple[ShellBlock, ...]:
    return tuple(block for block in task.proposal.display if isinstance(block, ShellBlock))
