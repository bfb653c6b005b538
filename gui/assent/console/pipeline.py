"""One call is one coroutine: check, judge, ask, run, and settle whatever happens."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any, assert_never

from assent.console.answers import instead, refusal, told, withdrawal, without_run
from assent.console.approval import No, NoAnswer, Yes, tool_call
from assent.console.calls import Calls
from assent.console.policy_desk import PolicyDesk
from assent.console.rejudging import Rejudging
from assent.console.waiting import Waiting
from assent.execution.control import Control
from assent.execution.runner import Ending
from assent.journal.journal import JournalError
from assent.model.authority import Authority, ByConsole
from assent.model.call import Call, Proposal
from assent.model.inspection import Inspection
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
from assent.policy.judge import Judge
from assent.tools.tool import Run
from assent.tools.toolset import Ready, Toolset

RunsOn = Callable[[Run], Awaitable[tuple[Ending, ToolReturnValue]]]
_ONLY_LOOKS = Judgement(decision="allow", reason="It only looks.")
_LOOKS = ByConsole(reason="it only looks")
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Begun:
    """A call whose arguments are right: its first step after its arrival, and what is to be run."""

    state: Asking | Approved
    ready: Ready
    judgement: Judgement
    inspection: Inspection


class Pipeline:
    """The way of a call."""

    def __init__(
        self, *, toolset: Toolset, judge: Judge, waiting: Waiting, desk: PolicyDesk, calls: Calls
    ) -> None:
        """Send calls through these stages."""
        self._toolset, self._judge, self._calls = toolset, judge, calls
        self._waiting, self._desk = waiting, desk
        self._rejudging = Rejudging(waiting, desk, self._judge_again)

    async def close(self) -> None:
        """Judge no more; all calls have settled."""
        await self._rejudging.close()

    def review(self, call: Call, proposal: Proposal) -> Question:
        """Return the question that a call would come to, had it proposed this: what a person made of it."""
        ready = self._toolset.prepare(call)
        inspection = Inspection()
        if isinstance(ready, Ready):
            inspection = ready.tool.inspect(ready.with_proposal(proposal).prepared, call)
        return self._question(call, proposal, self._judge.judge(call, proposal, inspection), inspection)

    async def handle(self, call: Call, control: Control) -> Settled:
        """Take a call from its arrival to its end and return that.

        Raises JournalError when the call can't even be recorded. Cancelling is how an agent withdraws: the
        call settles as Withdrawn, its tree is dead, and the cancellation goes on.
        """
        begun = self._begin(call)
        # What is known at once is recorded at once: one wait for the disk, not two.
        self._calls.open(call, begun if isinstance(begun, Settled) else begun.state)
        if isinstance(begun, Settled):
            return begun
        return await self._to_its_end(call, control, self._go_on(call, begun, control))

    async def take_up(self, call: Call, approved: Approved, control: Control, run: RunsOn) -> Settled:
        """Take a call from where an earlier console left it to its end; `run` sees to its command."""
        return await self._to_its_end(
            call, control, self._ran(run(self._run_of(call, control, approved.by)), control)
        )

    async def _to_its_end(self, call: Call, control: Control, work: Coroutine[Any, Any, Settled]) -> Settled:
        try:
            with tool_call(call):
                return self._settle(call, await work)
        except asyncio.CancelledError as cancelled:
            if control.is_kept:
                raise  # it goes on without us
            outcome = Withdrawn(why=str(cancelled.args[0]) if cancelled.args else "the agent hung up")
            self._settle(call, Settled(outcome=outcome, result=withdrawal(outcome, control.capture)))
            raise
        except Exception as problem:  # noqa: BLE001
            # A bug or a full disk ends this call, closed; the console and all other calls go on.
            return self._settle(call, _failed(call, problem))

    def _begin(self, call: Call) -> _Begun | Settled:
        """Check and judge the call: what comes of it without anybody's help."""
        try:
            ready = self._toolset.prepare(call)
            if isinstance(ready, ToolReturnValue):
                return Settled(outcome=Failed(error=ready.message), result=ready)
            proposal = ready.prepared.proposal
            if not ready.tool.asks:
                return _Begun(Approved(by=_LOOKS, proposal=proposal), ready, _ONLY_LOOKS, Inspection())
            inspection = ready.tool.inspect(ready.prepared, call)
            judgement = self._judge.judge(call, proposal, inspection)
            if judgement.decision == "allow":
                self._desk.count(judgement, call)
        except Exception as problem:  # noqa: BLE001
            return _failed(call, problem)
        if judgement.by is not None and judgement.decision == "deny":
            refused = Refused(by=judgement.by, reason=judgement.message or judgement.reason)
            return Settled(outcome=refused, result=refusal(refused))
        if judgement.by is not None and judgement.decision == "allow":
            return _Begun(Approved(by=judgement.by, proposal=proposal), ready, judgement, inspection)
        return _Begun(Asking(proposal=proposal), ready, judgement, inspection)

    async def _go_on(self, call: Call, begun: _Begun, control: Control) -> Settled:
        state = begun.state
        if isinstance(state, Asking):
            question = self._question(call, state.proposal, begun.judgement, begun.inspection)
            decided = await self._ask(question)
            if isinstance(decided, Refused):
                return Settled(outcome=decided, result=refusal(decided))
            if isinstance(decided, Expired):
                return Settled(outcome=decided, result=without_run(decided))
            proposal = decided.proposal or state.proposal
            control.tells = partial(told, asked=state.proposal, ran=proposal, word=decided.word)
            state = Approved(by=decided.by, proposal=proposal)
            self._calls.move(call, state)
            if decided.wish is not None:
                self._desk.fulfil(decided.wish, question, decided.by)
        if call.wants == "permission":
            allowed = control.tells(ToolReturnValue(is_error=False, message="Allowed."))
            return Settled(outcome=Permitted(by=state.by), result=allowed)
        return await self._run(call, begun.ready.with_proposal(state.proposal), control, state.by)

    async def _ask(self, question: Question) -> Yes | Refused | Expired:
        self._rejudging.begin(question)
        try:
            answer = self._desk.unattended() or await self._waiting.ask(question)
        finally:
            self._rejudging.rest()
        match answer:
            case Yes(by=by, proposal=Proposal(command=str(command))) if _cannot_be_had(question, command):
                return Refused(by=by, reason=instead(command))
            case Yes():
                return answer
            case No(by=by, reason=reason, stops=stops):
                return Refused(by=by, reason=reason, stops=stops)
            case NoAnswer(after_s=after_s):
                return Expired(after_s=after_s)
            case _:
                assert_never(answer)

    def _question(
        self, call: Call, proposal: Proposal, judgement: Judgement, inspection: Inspection
    ) -> Question:
        question = Question(call=call, proposal=proposal, judgement=judgement, inspection=inspection)
        return self._desk.complete(question)

    def _judge_again(self, question: Question) -> Judgement:
        return self._judge.judge(question.call, question.proposal, question.inspection)

    async def _run(self, call: Call, ready: Ready, control: Control, by: Authority) -> Settled:
        return await self._ran(ready.tool.run(ready.prepared, self._run_of(call, control, by)), control)

    async def _ran(
        self, work: Awaitable[tuple[Ending | Returned, ToolReturnValue]], control: Control
    ) -> Settled:
        outcome, result = await work
        # Who was answered before heard it then.
        heard = result if control.detached.done() else control.tells(result)
        return Settled(outcome=outcome, result=heard)

    def _run_of(self, call: Call, control: Control, by: Authority) -> Run:
        return Run(
            call=call,
            control=control,
            on_start=lambda running: self._calls.move(call, running),
            on_output=lambda channel, data: self._calls.output(call, channel, data),
            by=by,
        )

    def _settle(self, call: Call, settled: Settled) -> Settled:
        try:
            self._calls.move(call, settled)
        except JournalError as problem:
            _log.critical("the end of call %s is not on record: %s", call.id, problem)
            self._calls.move_unrecorded(call, settled)
        return settled


def _failed(call: Call, problem: Exception) -> Settled:
    _log.error("call %s failed", call.id, exc_info=problem)
    failed = Failed(error=f"{type(problem).__name__}: {problem}")
    return Settled(outcome=failed, result=without_run(failed))


def _cannot_be_had(question: Question, command: str) -> bool:
    """Tell whether the agent would run what it asked for, whatever the person made of it."""
    return question.call.wants == "permission" and command != question.proposal.command
