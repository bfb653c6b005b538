"""Every question gets one answer: the first, wherever it comes from; none is lost, and none is merged."""

import asyncio

import pytest

from assent.console.approval import Answer, No, Yes, tool_call
from assent.console.waiting import Waiting
from assent.model.question import Question
from builders import CONSOLE, PERSON, a_call, a_question
from fakes import Approver
from waiting import until


async def ask(waiting: Waiting, question: Question) -> Answer:
    with tool_call(question.call):
        return await waiting.ask(question)


async def test_the_approver_answers_and_a_later_answer_is_told_so():
    waiting, question = Waiting(Approver(Yes(by=PERSON))), a_question()
    assert await ask(waiting, question) == Yes(by=PERSON)
    assert not waiting.answer(question.call.id, No(by=PERSON))
    assert len(waiting) == 0


async def test_an_answer_from_elsewhere_takes_the_question_back():
    approver, question = Approver(), a_question()
    waiting = Waiting(approver)
    task = asyncio.ensure_future(ask(waiting, question))
    await until(lambda: approver.questions)
    assert (waiting.questions(), question.call.id in waiting) == ((question,), True)
    assert waiting.answer(question.call.id, No(by=PERSON, reason="from the tray"))
    assert not waiting.answer(question.call.id, Yes(by=PERSON))
    assert (waiting.questions(), question.call.id in waiting) == ((), False)
    assert await task == No(by=PERSON, reason="from the tray")
    assert approver.taken_back == 1


async def test_nobody_waits_under_another_name():
    waiting = Waiting(Approver())
    assert not waiting.answer("unknown", Yes(by=PERSON))
    assert "unknown" not in waiting


async def test_who_goes_away_takes_the_question_along():
    approver, question = Approver(), a_question()
    waiting = Waiting(approver)
    task = asyncio.ensure_future(ask(waiting, question))
    await until(lambda: approver.questions)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (len(waiting), approver.taken_back) == (0, 1)
    assert not waiting.answer(question.call.id, Yes(by=PERSON))


async def test_a_bug_of_the_approver_is_the_questions():
    class Broken(Approver):
        async def ask(self, question: Question) -> Answer:
            raise ZeroDivisionError("a bug")

    with pytest.raises(ZeroDivisionError):
        await ask(Waiting(Broken()), a_question())


async def test_an_approver_that_is_cancelled_ends_the_wait():
    class Cancelled(Approver):
        async def ask(self, question: Question) -> Answer:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await ask(Waiting(Cancelled()), a_question())


async def test_a_thousand_at_once_get_a_thousand_answers():
    approver = Approver()
    waiting = Waiting(approver)
    questions = [a_question(f"echo {number}", call=a_call(f"echo {number}")) for number in range(1_000)]
    tasks = [asyncio.ensure_future(ask(waiting, question)) for question in questions]
    await until(lambda: len(waiting) == 1_000)
    assert waiting.questions() == tuple(questions)
    for number, question in reversed(list(enumerate(questions))):
        answer = Yes(by=PERSON) if number % 2 else No(by=CONSOLE, reason=str(number))
        assert waiting.answer(question.call.id, answer)
        assert not waiting.answer(question.call.id, Yes(by=PERSON))
    answers = await asyncio.gather(*tasks)
    assert answers == [
        Yes(by=PERSON) if number % 2 else No(by=CONSOLE, reason=str(number)) for number in range(1_000)
    ]
    # Those that the approver had not even begun with were taken back as well.
    assert (len(waiting), len(approver.questions)) == (0, 1_000)
