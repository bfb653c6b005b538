"""One call is one coroutine: check, judge, ask, run, and settle whatever happens."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from assent.console.answers import refusal, told, withdrawal, without_run
from assent.console.approval import tool_call
from assent.console.calls import Calls
from assent.console.inquiry import Inquiry
from assent.console.policy_desk import PolicyDesk
from assent.console.sealing import as_answered
from assent.console.waiting import Waiting
from assent.execution.control import Control
from assent.execution.runner import Ending
from assent.journal.journal import JournalError
from assent.model.authority import ByConsole, ByPerson
from assent.model.call import Call, Proposal
from assent.model.inspection import Inspection
from assent.model.inspection import differences as differing
from assent.model.judgement import Judgement
from assent.model.lifecycle import (
    Approved,
    Asking,
    Expired,
    Failed,
    Permitted,
    Refused,
    Returned,
    Settled,
    Withdrawn,
)
from assent.model.question import Question
from assent.model.result import ToolReturnValue
from assent.model.seal import Difference
from assent.policy.judge import Judge
from assent.tools.tool import Run
from assent.tools.toolset import Ready, Toolset

RunsOn = Callable[[Run], Awaitable[tuple[Ending, ToolReturnValue]]]
_ONLY_LOOKS = Judgement(decision="allow", reason="It only looks.")
_LOOKS = ByConsole(reason="it only looks")
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Begun:
    """A call whose arguments are right: where it stands before it runs, and what is to be run.

    `asked` is what the agent asked for. `differences` are in what it is another thing than what was approved
    before.
    """

    asked: Proposal
    state: Asking | Approved
    ready: Ready
    judgement: Judgement
    inspection: Inspection
    differences: tuple[Difference, ...] = ()


class Pipeline:
    """The way of a call."""

    def __init__(
        self, *, toolset: Toolset, judge: Judge, waiting: Waiting, desk: PolicyDesk, calls: Calls
    ) -> None:
        """Send calls through these stages."""
        self._toolset, self._calls = toolset, calls
        self._inquiry = Inquiry(judge, waiting, desk)

    async def close(self) -> None:
        """Judge no more; all calls have settled."""
        await self._inquiry.close()

    async def review(self, call: Call, proposal: Proposal) -> Question:
        """Return the question that a call would come to, had it proposed this: what a person made of it."""
        inspection = await self._looked_at(call, proposal)
        judgement = await self._inquiry.judged(call, proposal, inspection)
        return self._inquiry.question(call, proposal, judgement, inspection)

    async def _looked_at(self, call: Call, proposal: Proposal) -> Inspection:
        ready = self._toolset.prepare(call)
        if isinstance(ready, ToolReturnValue):
            return Inspection()
        try:
            ready = ready.with_proposal(proposal)
            return await ready.tool.inspected(ready.prepared, call)
        except OSError:
            return Inspection()  # whoever says yes to it is told
        finally:
            ready.close()

    async def handle(self, call: Call, control: Control) -> Settled:
        """Take a call from its arrival to its end and return that.

        Raises JournalError when the call can't even be recorded. Cancelling is how an agent withdraws: the
        call settles as Withdrawn, its tree is dead, and the cancellation goes on.
        """
        try:
            begun = await self._begin(call)
        except asyncio.CancelledError as cancelled:
            withdrawn = _withdrawn(cancelled)
            self._calls.open(call, Settled(outcome=withdrawn, result=withdrawal(withdrawn, None)))
            raise
        # What is known at once is recorded at once: one wait for the disk, not two.
        try:
            self._calls.open(call, begun if isinstance(begun, Settled) else begun.state)
        except BaseException:
            if isinstance(begun, _Begun):
                begun.ready.close()
            raise
        if isinstance(begun, Settled):
            return begun
        return await self._to_its_end(call, control, self._go_on(call, begun, control))

    async def take_up(self, call: Call, approved: Approved, control: Control, run: RunsOn) -> Settled:
        """Take a call from where an earlier console left it to its end; `run` sees to its command."""
        work = run(self._run_of(call, control, approved))
        return await self._to_its_end(call, control, self._ran(work, control))

    async def _to_its_end(self, call: Call, control: Control, work: Coroutine[Any, Any, Settled]) -> Settled:
        try:
            with tool_call(call):
                return self._settle(call, await work)
        except asyncio.CancelledError as cancelled:
            if control.is_kept:
                raise  # it goes on without us
            outcome = _withdrawn(cancelled)
            self._settle(call, Settled(outcome=outcome, result=withdrawal(outcome, control.capture)))
            raise
        except Exception as problem:  # noqa: BLE001
            # A bug or a full disk ends this call, closed; the console and all other calls go on.
            return self._settle(call, _failed(call, problem))

    async def _begin(self, call: Call) -> _Begun | Settled:
        """Check and judge the call: what comes of it without anybody's help."""
        with contextlib.ExitStack() as undo:
            try:
                ready = self._toolset.prepare(call)
                if isinstance(ready, ToolReturnValue):
                    return Settled(outcome=Failed(error=ready.message), result=ready)
                undo.callback(ready.close)
                proposal = ready.prepared.proposal
                if not ready.tool.asks:
                    return _looks(proposal, ready)
                inspection = await ready.tool.inspected(ready.prepared, call)
                judgement = await self._inquiry.judged_to_run(call, proposal, inspection)
            except Exception as problem:  # noqa: BLE001
                return _failed(call, problem)
            if denied := _denied(judgement):
                return denied
            undo.pop_all()
        if judgement.by is not None and judgement.decision == "allow":
            approved = Approved(by=judgement.by, proposal=proposal, seal=inspection.seal)
            return _Begun(proposal, approved, ready, judgement, inspection)
        return _Begun(proposal, Asking(proposal=proposal), ready, judgement, inspection)

    async def _go_on(self, call: Call, begun: _Begun, control: Control) -> Settled:
        try:
            while True:
                if isinstance(begun.state, Asking):
                    answered = await self._answered(call, begun, begun.state.proposal, control)
                    if isinstance(answered, Settled):
                        return answered
                    begun = answered
                approved = begun.state
                assert isinstance(approved, Approved), "it was asked until somebody said yes"
                changed = await self._changed(call, begun, approved)
                if isinstance(changed, Settled):
                    return changed
                if changed is None:
                    break
                begun = changed
            if call.wants == "permission":
                allowed = control.tells(ToolReturnValue(is_error=False, message="Allowed."))
                return Settled(outcome=Permitted(by=approved.by), result=allowed)
            return await self._run(call, begun.ready, control, approved)
        finally:
            begun.ready.close()

    async def _answered(
        self, call: Call, begun: _Begun, proposal: Proposal, control: Control
    ) -> _Begun | Settled:
        """Ask; return what was approved, or the end."""
        question = self._inquiry.question(
            call, proposal, begun.judgement, begun.inspection, begun.differences
        )
        decided = await self._inquiry.ask(question)
        if isinstance(decided, Refused):
            return Settled(outcome=decided, result=refusal(decided))
        if isinstance(decided, Expired):
            return Settled(outcome=decided, result=without_run(decided))
        ready = begun.ready.with_proposal(decided.proposal or proposal)
        inspection = await as_answered(ready, call, begun.inspection, is_edited=ready is not begun.ready)
        ran = ready.prepared.proposal
        control.tells = partial(told, asked=begun.asked, ran=ran, word=decided.word)
        state = Approved(by=decided.by, proposal=ran, seal=inspection.seal)
        self._calls.move(call, state)
        if isinstance(decided.by, ByPerson):
            ready.tool.approved(inspection)
        if decided.wish is not None:
            self._inquiry.fulfil(decided.wish, question, decided.by)
        return replace(begun, state=state, ready=ready, inspection=inspection, differences=())

    async def _changed(self, call: Call, begun: _Begun, approved: Approved) -> _Begun | Settled | None:
        """Return None when what would run now is what was approved; else it is judged and asked anew."""
        ready = begun.ready
        now = await ready.tool.inspected(ready.prepared, call)
        if not differing(begun.inspection, now):
            return None
        # The folder may be another one: from now on it is held to what the person is going to see.
        ready.prepared.renew()
        now = await ready.tool.inspected(ready.prepared, call)
        differences = differing(begun.inspection, now)
        judgement = await self._inquiry.judged_as_changed(call, approved.proposal, now)
        if denied := _denied(judgement):
            return denied
        # Whoever allowed it, person or rule, allowed another thing: now a person sees what has become of it.
        state = Asking(proposal=approved.proposal)
        self._calls.move(call, state)
        return replace(begun, state=state, judgement=judgement, inspection=now, differences=differences)

    async def _run(self, call: Call, ready: Ready, control: Control, approved: Approved) -> Settled:
        work = ready.tool.run(ready.prepared, self._run_of(call, control, approved))
        return await self._ran(work, control)

    async def _ran(
        self, work: Awaitable[tuple[Ending | Returned, ToolReturnValue]], control: Control
    ) -> Settled:
        outcome, result = await work
        # Who was answered before heard it then.
        heard = result if control.detached.done() else control.tells(result)
        return Settled(outcome=outcome, result=heard)

    def _run_of(self, call: Call, control: Control, approved: Approved) -> Run:
        return Run(
            call=call,
            control=control,
            on_start=lambda running: self._calls.move(call, running),
            on_output=lambda channel, data: self._calls.output(call, channel, data),
            by=approved.by,
            seal=approved.seal,
        )

    def _settle(self, call: Call, settled: Settled) -> Settled:
        try:
            self._calls.move(call, settled)
        except JournalError as problem:
            _log.critical("the end of call %s is not on record: %s", call.id, problem)
            self._calls.move_unrecorded(call, settled)
        return settled


def _looks(proposal: Proposal, ready: Ready) -> _Begun:
    return _Begun(proposal, Approved(by=_LOOKS, proposal=proposal), ready, _ONLY_LOOKS, Inspection())


def _denied(judgement: Judgement) -> Settled | None:
    """Return the end of a call that something denies, with nobody asked."""
    if judgement.by is None or judgement.decision != "deny":
        return None
    refused = Refused(by=judgement.by, reason=judgement.message or judgement.reason)
    return Settled(outcome=refused, result=refusal(refused))


def _failed(call: Call, problem: Exception) -> Settled:
    _log.error("call %s failed", call.id, exc_info=problem)
    failed = Failed(error=f"{type(problem).__name__}: {problem}")
    return Settled(outcome=failed, result=without_run(failed))


def _withdrawn(cancelled: asyncio.CancelledError) -> Withdrawn:
    return Withdrawn(why=str(cancelled.args[0]) if cancelled.args else "the agent hung up")
