"""A request is answered once, its id is free from then on, and what outlives it is the console's."""

import asyncio
import json
from typing import Any

import pytest

from assent.console.requests import MOST_AT_ONCE, Job, Requests
from assent.console.stream import Stream
from assent.execution.control import Control
from assent.model.frozen import Frozen
from assent.wire.channel import Channel
from assent.wire.messages import TOO_MANY, PingResult, RaiseResult, Refusal
from builders import a_result
from fakes import Listener, Transport
from waiting import until


class House:
    """The requests of a connection, and what its client got."""

    def __init__(self) -> None:
        self.transport, self.background, self.idle = Transport(), set[Job](), 0
        self.channel = Channel(lambda _: Listener())
        self.channel.connection_made(self.transport)
        self.requests = Requests(self.channel, self.background, self._on_idle)

    def _on_idle(self) -> None:
        self.idle += 1

    def answers(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.transport.written.splitlines()]

    def start(self, request_id: int) -> "asyncio.Future[Frozen]":
        """Begin a request whose job waits for what is returned."""
        end: asyncio.Future[Frozen] = asyncio.get_running_loop().create_future()

        async def work() -> Frozen:
            return await end

        self.requests.start(request_id, work())
        return end


@pytest.fixture
async def house() -> House:
    """Have no request yet."""
    return House()


async def test_each_is_answered_with_what_came_of_it(house: House):
    first, second = house.start(1), house.start(2)
    assert (len(house.requests), 1 in house.requests, 3 in house.requests) == (2, True, False)
    second.set_result(PingResult())
    await until(lambda: len(house.requests) == 1)
    assert (house.answers(), house.idle) == ([{"jsonrpc": "2.0", "id": 2, "result": {}}], 0)
    first.set_result(RaiseResult(raised=True))
    await until(lambda: house.idle == 1)
    assert house.answers()[1]["result"] == {"raised": True}


async def test_one_too_many_is_refused(house: House):
    for number in range(MOST_AT_ONCE):
        house.start(number)
    with pytest.raises(Refusal) as caught:
        house.start(MOST_AT_ONCE)
    assert (caught.value.body.code, len(house.requests)) == (TOO_MANY, MOST_AT_ONCE)
    await house.requests.finish("over")
    assert len(house.requests) == 0


async def test_what_is_withdrawn_ends_and_an_unknown_one_is_no_error(house: House):
    house.start(1)
    house.start(2)
    await asyncio.sleep(0)
    house.requests.withdraw(1, "the agent cancelled it")
    house.requests.withdraw(7, "the agent cancelled it")
    await until(lambda: 1 not in house.requests)
    assert 2 in house.requests
    house.requests.withdraw_all("the agent hung up")
    await until(lambda: house.idle)
    assert house.answers() == []


async def test_one_that_is_answered_early_goes_on_and_its_id_is_free(house: House):
    control, end = Control(), house.start(1)
    stream = Stream(house.channel, 1, control, None)
    house.requests.attach(1, stream)
    control.detach(a_result())
    house.requests.withdraw_all("the agent hung up")  # it is about to be answered
    house.requests.answer_early(1, "call", PingResult())
    assert (len(house.requests), len(house.background), house.idle) == (0, 1, 1)
    again = house.start(1)
    house.requests.attach(1, Stream(house.channel, 1, Control(), None))
    end.set_result(RaiseResult(raised=True))
    await until(lambda: not house.background)
    house.requests.release(1, stream)
    assert 1 in house.requests
    again.set_result(RaiseResult(raised=False))
    await until(lambda: 1 not in house.requests)
    assert [answer["result"] for answer in house.answers()] == [{}, {"raised": False}]


async def test_the_end_spares_nobody(house: House):
    control = Control()
    house.start(1)
    await asyncio.sleep(0)
    house.requests.attach(1, Stream(house.channel, 1, control, None))
    control.detach(a_result())
    await house.requests.finish("the console was closed")
    assert len(house.requests) == 0


async def test_a_bug_is_answered_by_its_kind(house: House, caplog: pytest.LogCaptureFixture):
    house.start(1).set_exception(ValueError("secret"))
    await until(lambda: house.idle)
    [answer] = house.answers()
    assert answer["error"]["message"] == "Internal error: ValueError"
    assert "request 1 failed" in caplog.text
