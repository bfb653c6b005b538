"""Approval is asked for one tool call, and only from within it."""

import asyncio

import pytest

from assent.console.approval import Yes, current_tool_call, request_approval, tool_call
from builders import PERSON, a_call, a_question
from fakes import Approver


async def test_outside_a_tool_call_nobody_is_asked():
    approver = Approver(Yes(by=PERSON))
    with pytest.raises(RuntimeError, match=r"^Approval must be requested from a tool call\.$"):
        await request_approval(approver, a_question())
    assert approver.asked == []


async def test_within_one_it_is_asked_for_that_one():
    approver, question = Approver(Yes(by=PERSON)), a_question()
    with tool_call(question.call):
        assert await request_approval(approver, question) == Yes(by=PERSON)
    assert approver.questions == [question]
    assert current_tool_call.get() is None


async def test_calls_at_the_same_time_do_not_mix():
    approver, calls = Approver(Yes(by=PERSON)), [a_call() for _ in range(5)]

    async def ask(number: int) -> None:
        with tool_call(calls[number]):
            await asyncio.sleep(0)
            await request_approval(approver, a_question(str(number), call=calls[number]))

    await asyncio.gather(*map(ask, range(5)))
    assert [(call, proposal.command) for call, proposal in approver.asked] == [
        (call, str(number)) for number, call in enumerate(calls)
    ]


def test_it_ends_with_the_call_however_that_ends():
    with pytest.raises(ValueError, match="x"), tool_call(a_call()):
        raise ValueError("x")
    assert current_tool_call.get() is None
