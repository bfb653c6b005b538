"""Asks the rules what they say of a call, and then a person."""

from typing import assert_never

from assent.console.answers import instead
from assent.console.approval import No, NoAnswer, Yes
from assent.console.policy_desk import PolicyDesk
from assent.console.rejudging import Rejudging
from assent.console.sealing import held_to, must_ask
from assent.console.waiting import Waiting
from assent.model.authority import Authority
from assent.model.call import Call, Proposal
from assent.model.grant import Wish
from assent.model.inspection import Inspection
from assent.model.judgement import Judgement
from assent.model.lifecycle import Expired, Refused
from assent.model.question import Question
from assent.model.seal import Difference
from assent.policy.judge import Judge

_CHANGED = "It is another thing than what was approved."


class Inquiry:
    """The judge, what waits for a person, and the desk where a person's policy is kept."""

    def __init__(self, judge: Judge, waiting: Waiting, desk: PolicyDesk) -> None:
        """Ask these; what waits is judged again when the policy is another."""
        self._judge, self._waiting, self._desk = judge, waiting, desk
        self._rejudging = Rejudging(waiting, desk, self._judged_again)

    async def close(self) -> None:
        """Judge no more; all calls have settled."""
        await self._rejudging.close()

    async def judged(self, call: Call, proposal: Proposal, inspection: Inspection) -> Judgement:
        """Return what the rules say; a long block does not hold up the loop."""
        return held_to(await self._judge.judge_apart(call, proposal, inspection), inspection)

    async def judged_to_run(self, call: Call, proposal: Proposal, inspection: Inspection) -> Judgement:
        """Return what the rules say of a call that runs if they allow it: that use of theirs is counted.

        Raises JournalError, and then it must not run.
        """
        judgement = await self.judged(call, proposal, inspection)
        if judgement.decision == "allow":
            self._desk.count(judgement, call, proposal.cwd)
        return judgement

    async def judged_as_changed(self, call: Call, proposal: Proposal, inspection: Inspection) -> Judgement:
        """Return what the rules say of what is another thing than what was approved: they can't allow it."""
        return must_ask(await self.judged(call, proposal, inspection), _CHANGED)

    def question(
        self,
        call: Call,
        proposal: Proposal,
        judgement: Judgement,
        inspection: Inspection,
        differences: tuple[Difference, ...] = (),
    ) -> Question:
        """Return what a person is asked, with what is known of the same command."""
        question = Question(
            call=call,
            proposal=proposal,
            judgement=judgement,
            inspection=inspection,
            differences=differences,
        )
        return self._desk.complete(question)

    async def ask(self, question: Question) -> Yes | Refused | Expired:
        """Ask a person, or whoever answers meanwhile; cancelling takes the question back."""
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

    def fulfil(self, wish: Wish, question: Question, by: Authority) -> None:
        """Let a wish that came with a yes hold from now on."""
        self._desk.fulfil(wish, question, by)

    async def _judged_again(self, question: Question) -> Judgement:
        # What was approved once and is another thing now is for a person: a rule had allowed it as it was.
        judged = self.judged_as_changed if question.differences else self.judged
        return await judged(question.call, question.proposal, question.inspection)


def _cannot_be_had(question: Question, command: str) -> bool:
    """Tell whether the agent would run what it asked for, whatever the person made of it."""
    return question.call.wants == "permission" and command != question.proposal.command
