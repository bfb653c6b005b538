"""One call is one coroutine: check, judge, ask, run, and settle whatever happens."""

import asyncio
import logging
from typing import assert_never

from assent.console.answers import refusal, withdrawal, without_run
from assent.console.approval import Approver, No, NoAnswer, Yes, request_approval, tool_call
from assent.console.calls import Calls
from assent.execution.runner import Control
from assent.journal.journal import JournalError
from assent.model.authority import Authority
from assent.model.call import Call, Proposal
from assent.model.lifecycle import (
    Approved,
    Asking,
    Expired,
    Failed,
    Permitted,
    Refused,
    Running,
    Settled,
    Withdrawn,
)
from assent.model.result import ToolReturnValue
from assent.policy.judge import Judge
from assent.tools.tool import Run
from assent.tools.toolset import Ready, Toolset

_log = logging.getLogger(__name__)


class Pipeline:
    """The way of a call."""

    def __init__(self, *, toolset: Toolset, judge: Judge, approver: Approver, calls: Calls) -> None:
        """Send calls through these stages."""
        self._toolset, self._judge, self._approver, self._calls = toolset, judge, approver, calls

    async def handle(self, call: Call, control: Control) -> Settled:
        """Take a call from its arrival to its end and return that.

        Raises JournalError when the call can't even be recorded. Cancelling is how an agent withdraws: the
        call settles as Withdrawn, its tree is dead, and the cancellation goes on.
        """
        self._calls.open(call)
        try:
            with tool_call(call):
                return self._settle(call, await self._decide_and_run(call, control))
        except asyncio.CancelledError as cancelled:
            outcome = Withdrawn(why=str(cancelled.args[0]) if cancelled.args else "the agent hung up")
            self._settle(call, Settled(outcome=outcome, result=withdrawal(outcome, control.capture)))
            raise
        except Exception as problem:  # noqa: BLE001
            # A bug or a full disk ends this call, closed; the console and all other calls go on.
            _log.exception("call %s failed", call.id)
            failed = Failed(error=f"{type(problem).__name__}: {problem}")
            return self._settle(call, Settled(outcome=failed, result=without_run(failed)))

    async def _decide_and_run(self, call: Call, control: Control) -> Settled:
        ready = self._toolset.prepare(call)
        if isinstance(ready, ToolReturnValue):
            return Settled(outcome=Failed(error=ready.message), result=ready)
        decided = await self._decide(call, ready.prepared.proposal)
        if isinstance(decided, Refused):
            return Settled(outcome=decided, result=refusal(decided))
        if isinstance(decided, Expired):
            return Settled(outcome=decided, result=without_run(decided))
        self._calls.move(call, Approved(by=decided, proposal=ready.prepared.proposal))
        if call.wants == "permission":
            allowed = ToolReturnValue(is_error=False, message="Allowed.")
            return Settled(outcome=Permitted(by=decided), result=allowed)
        return await self._run(call, ready, control)

    async def _decide(self, call: Call, proposal: Proposal) -> Authority | Refused | Expired:
        judgement = self._judge.judge(proposal)
        if judgement.by is not None and judgement.decision == "deny":
            return Refused(by=judgement.by, reason=judgement.reason)
        if judgement.by is not None and judgement.decision == "allow":
            return judgement.by
        self._calls.move(call, Asking(proposal=proposal))
        answer = await request_approval(self._approver, proposal)
        match answer:
            case Yes(by=by):
                return by
            case No(by=by, reason=reason):
                return Refused(by=by, reason=reason)
            case NoAnswer(after_s=after_s):
                return Expired(after_s=after_s)
            case _:
                assert_never(answer)

    async def _run(self, call: Call, ready: Ready, control: Control) -> Settled:
        run = Run(
            call=call,
            control=control,
            on_start=lambda pid: self._calls.move(call, Running(pid=pid)),
            on_output=lambda channel, data: self._calls.output(call, channel, data),
        )
        outcome, result = await ready.tool.run(ready.prepared, run)
        return Settled(outcome=outcome, result=result)

    def _settle(self, call: Call, settled: Settled) -> Settled:
        try:
            self._calls.move(call, settled)
        except JournalError as problem:
            _log.critical("the end of call %s is not on record: %s", call.id, problem)
            self._calls.move_unrecorded(call, settled)
        return settled
