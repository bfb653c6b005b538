"""Work that must be done is done, whoever is cancelled meanwhile."""

import asyncio

import pytest

from assent.host.cancelling import to_its_end


async def test_it_is_done_however_often_it_is_cancelled_and_the_first_reason_goes_on():
    may_end, done = asyncio.Event(), list[str]()

    async def work() -> None:
        await may_end.wait()
        done.append("done")

    task = asyncio.ensure_future(to_its_end(work()))
    for why in ("first", "second"):
        await asyncio.sleep(0)
        task.cancel(why)
        await asyncio.sleep(0)
    assert not task.done()
    may_end.set()
    with pytest.raises(asyncio.CancelledError, match="first"):
        await task
    assert done == ["done"]


async def test_what_comes_of_it_is_returned_or_raised():
    async def answer() -> int:
        return 7

    async def fail() -> None:
        raise OSError("no")

    assert await to_its_end(answer()) == 7
    with pytest.raises(OSError, match="no"):
        await to_its_end(fail())
