"""The background tasks that the person keeps over the console's end: how they are left, and found again."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from assent.console.calls import Calls
from assent.console.pipeline import Pipeline
from assent.console.requests import Job
from assent.execution.capture import excerpt_of
from assent.execution.control import Control
from assent.execution.spool import Spools
from assent.execution.tasks import RECENT_BYTES, Tasks
from assent.host.trees.keeping import Ended
from assent.host.trees.kept import KeptCommands, Taken
from assent.journal.journal import INTERRUPTED, Journal, JournalError, KeptCall
from assent.model.authority import Authority
from assent.model.events import Intervened, Moved
from assent.model.intervention import Kept
from assent.model.lifecycle import Failed, Settled
from assent.model.result import error
from assent.tools.shell import ShellTool

_log = logging.getLogger(__name__)


class KeptTasks:
    """Leaves tasks to their wardens when the console ends, and takes them up when it starts."""

    def __init__(
        self,
        places: KeptCommands,
        *,
        journal: Journal,
        calls: Calls,
        spools: Spools,
        tasks: Tasks,
        controls: dict[str, Control],
    ) -> None:
        """Keep in `places`, and have what an earlier console kept written on."""
        self._places, self._journal, self._calls = places, journal, calls
        self._spools, self._tasks, self._controls = spools, tasks, controls
        for kept in journal.kept:
            spools.spare(kept.call.id)

    def keepable(self) -> tuple[str, ...]:
        """Return the calls whose commands may go on without the console."""
        return tuple(call_id for call_id, control in self._controls.items() if control.can_be_kept)

    async def leave(self, by: Authority) -> bool:
        """Leave all that can be kept to their wardens; whether any goes on."""
        left = [await self._leave(call_id, self._controls[call_id], by) for call_id in self.keepable()]
        return any(left)

    async def take_up(self, pipeline: Pipeline, shell: ShellTool, add_job: Callable[[Job], None]) -> None:
        """Find all that an earlier console kept: take up what runs, and settle what has ended or is lost."""
        for kept in self._journal.kept:
            found = await self._places.find(kept.call.id, kept.running.pid)
            self._take_over(kept)
            if found is None:
                self._settle_lost(kept)
            else:
                job = asyncio.get_running_loop().create_task(self._to_its_end(kept, found, pipeline, shell))
                if isinstance(found, Taken):
                    add_job(job)
                else:
                    await job
        self._journal.kept.clear()

    async def _leave(self, call_id: str, control: Control, by: Authority) -> bool:
        try:
            with self._places.place(call_id) as place:
                kept = Kept(by=by, total_s=control.deadline.clock().total_s)
                self._calls.intervene(call_id, kept)
                if await control.keep(place):
                    return True
        except (OSError, JournalError) as problem:
            _log.warning("the task of call %s is not kept: %s", call_id, problem)
        self._places.forget(call_id)
        return False

    def _take_over(self, kept: KeptCall) -> None:
        deeds = self._journal.interventions(kept.call.id)
        self._calls.take_over(
            kept.call,
            (
                Moved(kept.call, kept.approved, kept.started_at),
                Moved(kept.call, kept.running, kept.started_at),
                *(Intervened(kept.call, what, at) for at, what in deeds),
            ),
        )

    async def _to_its_end(
        self, kept: KeptCall, found: Taken | Ended, pipeline: Pipeline, shell: ShellTool
    ) -> None:
        call, control = kept.call, Control()
        control.interventions = [what for _, what in self._journal.interventions(call.id)]
        self._controls[call.id] = control
        run = partial(shell.go_on, kept.approved.proposal, found=found)
        try:
            await pipeline.take_up(call, kept.approved, control, run)
        finally:
            del self._controls[call.id]
            if not control.is_kept:
                self._places.forget(call.id)

    def _settle_lost(self, kept: KeptCall) -> None:
        outcome = Failed(error=INTERRUPTED)
        self._calls.move(kept.call, Settled(outcome=outcome, result=error(INTERRUPTED, brief="Interrupted")))
        self._places.forget(kept.call.id)
        recent = excerpt_of(self._spools.path(kept.call.id), RECENT_BYTES)
        self._tasks.add_lost(kept.call, kept.approved.proposal, outcome, recent)
