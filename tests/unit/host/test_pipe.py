"""A pipe is read as it fills, a little at a time, and given back."""

import asyncio
import os
import sys
import threading

import pytest

from assent.host import pipe
from assent.host.pipe import READ_BYTES, PosixPipeReader, ThreadPipeReader, open_pipe
from waiting import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its pipes cannot be set to not block")


class Heard:
    """Whoever is told what came."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.longest = 0
        self.ends = 0

    def more(self, data: bytes) -> None:
        self.data += data
        self.longest = max(self.longest, len(data))

    def end(self) -> None:
        self.ends += 1


def opened(blocking: bool) -> tuple[int, int]:
    read, write = open_pipe()
    os.set_blocking(read, blocking)
    return read, write


def test_a_new_pipe_is_large_and_its_read_end_does_not_block():
    read, write = open_pipe()
    assert not os.get_blocking(read)
    assert os.get_blocking(write)
    assert not os.get_inheritable(read)
    with pytest.raises(BlockingIOError):
        os.read(read, 1)
    os.set_blocking(write, False)
    assert os.write(write, b"x" * 2_000_000) >= 65_536
    os.close(read)
    os.close(write)


@pytest.mark.parametrize("reader", [PosixPipeReader, ThreadPipeReader])
async def test_everything_arrives_in_order_and_then_the_end_once(reader: type[PosixPipeReader]):
    read, write = opened(blocking=reader is ThreadPipeReader)
    heard, sent = Heard(), os.urandom(3_000_000)
    reader(read, heard.more, heard.end)

    def send() -> None:
        with os.fdopen(write, "wb") as out:
            out.write(sent)

    sender = threading.Thread(target=send)
    sender.start()
    await until(lambda: heard.ends)
    sender.join()
    assert bytes(heard.data) == sent
    assert heard.longest <= READ_BYTES
    assert heard.ends == 1


@pytest.mark.parametrize("reader", [PosixPipeReader, ThreadPipeReader])
async def test_held_it_leaves_what_comes_in_the_pipe(reader: type[PosixPipeReader]):
    read, write = opened(blocking=reader is ThreadPipeReader)
    heard = Heard()
    reading = reader(read, heard.more, heard.end)
    os.write(write, b"one")
    await until(lambda: heard.data)
    reading.pause()
    reading.pause()
    os.write(write, b"two")
    if reader is PosixPipeReader:  # the thread may have asked already, and takes one piece more
        await asyncio.sleep(0.05)
        assert bytes(heard.data) == b"one"
    reading.resume()
    reading.resume()
    await until(lambda: bytes(heard.data) == b"onetwo")
    os.close(write)
    await until(lambda: heard.ends)


async def test_draining_reads_what_is_there_however_it_is_held():
    read, write = opened(blocking=False)
    heard = Heard()
    reading = PosixPipeReader(read, heard.more, heard.end)
    reading.pause()
    os.write(write, b"left over")
    reading.drain()
    assert bytes(heard.data) == b"left over"
    reading.close()
    os.close(write)


async def test_draining_ends_although_somebody_writes_for_ever(monkeypatch: pytest.MonkeyPatch):
    read, write = opened(blocking=False)
    heard = Heard()
    reading = PosixPipeReader(read, heard.more, heard.end)
    monkeypatch.setattr(pipe.os, "read", lambda _descriptor, size: b"x" * size)
    reading.drain()
    assert len(heard.data) <= pipe.PIPE_BYTES + READ_BYTES
    reading.close()
    os.close(write)


async def test_a_flood_leaves_the_loop_its_turns(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pipe, "TURN_S", 5e-5)  # time for one read or two on any machine
    read, write = opened(blocking=False)
    heard, turns = Heard(), 0
    reading = PosixPipeReader(read, heard.more, heard.end)
    stop = threading.Event()

    def flood() -> None:
        while not stop.is_set():
            os.write(write, b"y" * 100_000)

    sender = threading.Thread(target=flood)
    sender.start()
    while len(heard.data) < 20_000_000:
        turns += 1
        await asyncio.sleep(0)
    stop.set()
    await until(lambda: not sender.is_alive())
    assert turns > 20  # not all of it in one
    reading.close()
    os.close(write)


async def test_closing_gives_the_descriptor_back_and_tells_nobody():
    read, write = opened(blocking=False)
    heard = Heard()
    reading = PosixPipeReader(read, heard.more, heard.end)
    reading.close()
    reading.close()
    reading.resume()
    reading.pause()
    reading.drain()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(read)
    with pytest.raises(BrokenPipeError):
        os.write(write, b"x")
    os.close(write)
    assert (heard.ends, reading.ended) == (0, True)


async def test_a_thread_that_was_closed_passes_nothing_on():
    read, write = opened(blocking=True)
    heard = Heard()
    reading = ThreadPipeReader(read, heard.more, heard.end)
    reading.close()
    os.write(write, b"late")
    os.close(write)
    await until(lambda: not any(thread.name == "assent-pipe" for thread in threading.enumerate()))
    assert (bytes(heard.data), heard.ends) == (b"", 0)
