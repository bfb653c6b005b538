"""Judges what waits again when the policy is another: a new rule answers it, and its question goes away."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from assent.console.approval import Answer, No, Yes
from assent.console.policy_desk import PolicyDesk
from assent.console.waiting import Waiting
from assent.journal.errors import JournalError
from assent.model.judgement import Judgement
from assent.model.question import Question

# How often files and clocks are looked at; what is done at the window is heard of at once.
LOOK_EVERY_S = 1.0
_AT_ONCE = 16  # judged between two turns of the loop
_log = logging.getLogger(__name__)


class Rejudging:
    """Looks while something waits or ends by itself; sleeps otherwise."""

    def __init__(
        self, waiting: Waiting, desk: PolicyDesk, judge: Callable[[Question], Awaitable[Judgement]]
    ) -> None:
        """Answer what waits by `judge` where that has an answer now."""
        self._waiting, self._desk, self._judge = waiting, desk, judge
        self._judged: dict[str, object] = {}
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stop = desk.observe(self._hear)

    def begin(self, question: Question) -> None:
        """Look from now on: this waits, and was judged just now."""
        self._judged[question.call.id] = self._desk.state(question.proposal.cwd)
        self._wake()

    def rest(self) -> None:
        """Stop looking, if nothing waits any more and nothing ends by itself."""
        if self._task is not None and not (len(self._waiting) or self._desk.ends_by_itself):
            self._task.cancel()

    async def close(self) -> None:
        """Look no more."""
        self._stop()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _hear(self) -> None:
        self._changed.set()
        self._wake()

    def _wake(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._look())

    async def _look(self) -> None:
        while True:
            self._changed.clear()
            self._desk.look()
            await self._judge_again()
            if not (len(self._waiting) or self._desk.ends_by_itself or self._changed.is_set()):
                return
            try:
                await asyncio.wait_for(self._changed.wait(), LOOK_EVERY_S)
            except TimeoutError:
                continue

    async def _judge_again(self) -> None:
        questions = self._waiting.questions()
        self._judged = {question.call.id: self._judged.get(question.call.id) for question in questions}
        states: dict[str, object] = {}
        for number, question in enumerate(questions, start=1):
            folder, call_id = question.proposal.cwd, question.call.id
            if folder not in states:
                states[folder] = self._desk.state(folder)
            if self._judged.get(call_id) != states[folder]:
                self._judged[call_id] = states[folder]
                await self._answer(question)
            if number % _AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _answer(self, question: Question) -> None:
        if question.call.id not in self._waiting:
            return  # answered since this round began
        state = self._desk.state(question.proposal.cwd)
        judgement = await self._judge(question)
        if question.call.id not in self._waiting or self._desk.state(question.proposal.cwd) != state:
            return  # meanwhile: what it was judged by may not hold any more, and the next round sees that
        answer: Answer | None = self._desk.unattended()
        try:
            if judgement.by is not None and judgement.decision == "deny":
                answer = No(by=judgement.by, reason=judgement.message or judgement.reason)
            elif judgement.by is not None and judgement.decision == "allow":
                self._desk.count(judgement, question.call, question.proposal.cwd)
                answer = Yes(by=judgement.by)
        except JournalError:
            _log.exception("call %s is not answered, since that cannot be recorded", question.call.id)
            return
        if answer is not None:
            self._waiting.answer(question.call.id, answer)
