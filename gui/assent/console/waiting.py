"""The questions that wait for an answer: the first answer wins, wherever it comes from."""

import asyncio
from dataclasses import dataclass

from assent.console.approval import Answer, Approver, request_approval
from assent.model.question import Question


@dataclass(frozen=True)
class _Open:
    question: Question
    answer: "asyncio.Future[Answer]"


class Waiting:
    """Every question has one answer of its own; what comes later is told so."""

    def __init__(self, approver: Approver) -> None:
        """Put the questions to `approver`, and take answers from others as well."""
        self._approver = approver
        self._open: dict[str, _Open] = {}

    def __len__(self) -> int:
        """How many wait."""
        return len(self._open)

    def __contains__(self, call_id: object) -> bool:
        """Whether this call's question has no answer yet."""
        found = self._open.get(str(call_id))
        return found is not None and not found.answer.done()

    def questions(self) -> tuple[Question, ...]:
        """Return the questions that wait, first come first."""
        return tuple(each.question for each in self._open.values() if not each.answer.done())

    async def ask(self, question: Question) -> Answer:
        """Return the first answer; the approver's question is taken back when that came from elsewhere.

        Cancelled (the agent went away), it takes the question back, too.
        """
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._open[question.call.id] = _Open(question, answer)
        asked = asyncio.ensure_future(request_approval(self._approver, question))
        asked.add_done_callback(lambda task: _hand_over(task, answer))
        try:
            return await answer
        finally:
            del self._open[question.call.id]
            if not asked.done():
                asked.cancel()
                # The dialog is off the screen before anything else happens to the call.
                await asyncio.wait([asked])

    def answer(self, call_id: str, answer: Answer) -> bool:
        """Answer a question that waits; False when there is none, or when it was answered already."""
        found = self._open.get(call_id)
        if found is None or found.answer.done():
            return False
        found.answer.set_result(answer)
        return True


def _hand_over(asked: "asyncio.Task[Answer]", answer: "asyncio.Future[Answer]") -> None:
    problem = None if asked.cancelled() else asked.exception()
    if answer.done():
        return
    if asked.cancelled():
        answer.cancel()
    elif problem is not None:
        answer.set_exception(problem)
    else:
        answer.set_result(asked.result())
