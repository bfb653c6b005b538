"""What waits keeps its order, has one answer each, and is nobody else's."""

import asyncio

from assent.console.approval import No, Yes
from assent.desktop.approval.waiting import Queue, Waiting
from assent.model.asker import Asker
from builders import PERSON, a_call, a_process, a_question


def a_waiting(command: str = "ls", pid: int = 1, name: str = "agent") -> Waiting:
    call = a_call(command, asker=Asker(process=a_process(pid=pid, name=name)))
    loop = asyncio.get_running_loop()
    return Waiting(a_question(command, call=call), loop.create_future(), loop.time())


async def test_the_first_answer_holds() -> None:
    waiting = a_waiting()
    assert waiting.settle(Yes(by=PERSON))
    assert not waiting.settle(No(by=PERSON))
    assert await waiting.answer == Yes(by=PERSON)


async def test_first_come_first_served_but_for_what_is_put_off() -> None:
    queue, three = Queue(), [a_waiting(name) for name in ("one", "two", "three")]
    for one in three:
        queue.add(one)
    assert (len(queue), list(queue)) == (3, three)
    three[0].is_put_off = True
    assert (queue.next(), queue.first()) == (three[1], three[0])
    three[1].settle(No(by=PERSON))
    assert queue.next() is three[2]
    queue.remove(three[2])
    assert queue.next() is None
    assert queue.find(three[1].call_id) is three[1]
    assert queue.find("another") is None


async def test_equal_questions_are_two() -> None:
    queue, call = Queue(), a_call("ls")
    loop = asyncio.get_running_loop()
    two = [Waiting(a_question("ls", call=call), loop.create_future(), 0) for _ in range(2)]
    for one in two:
        queue.add(one)
    queue.remove(two[1])
    assert list(queue) == [two[0]]
    assert next(iter(queue)) is two[0]


async def test_an_agent_is_its_process_not_its_name() -> None:
    queue = Queue()
    for pid in (1, 2, 1):
        queue.add(a_waiting(pid=pid))
    assert len(queue.of_agent(a_process(pid=1))) == 2
    assert len(queue.of_agent(a_process(pid=1, started_at=5.0))) == 0


async def test_what_the_person_was_at_does_not_expire() -> None:
    waiting, fired = a_waiting(), list[int]()
    waiting.expires_at = 1.0
    waiting.expiry = asyncio.get_running_loop().call_later(0, fired.append, 1)
    waiting.keep()
    await asyncio.sleep(0.01)
    assert (fired, waiting.expires_at) == ([], None)
