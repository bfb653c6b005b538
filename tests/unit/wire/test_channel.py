"""One connection: lines in, lines out, and a bad client harms nobody but itself."""

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest

from assent.wire import channel as wire_channel
from assent.wire.channel import HOPELESS_AT, SLOW_AT, Channel
from assent.wire.messages import INVALID_REQUEST, LONGEST_LINE, ErrorBody, PingResult
from fakes import Listener, Transport
from waiting import until


class Connected:
    """A channel on a real socket, the listener behind it, and the client's end."""

    def __init__(self, channel: Channel, listener: Listener, client: socket.socket) -> None:
        self.channel, self.listener, self.client = channel, listener, client
        self._read = bytearray()

    async def send(self, data: bytes) -> None:
        await asyncio.get_running_loop().sock_sendall(self.client, data)

    async def answer(self) -> Any:
        loop = asyncio.get_running_loop()
        while b"\n" not in self._read:
            self._read += await asyncio.wait_for(loop.sock_recv(self.client, 1 << 16), 10)
        line, _, self._read = self._read.partition(b"\n")
        return json.loads(line)

    async def is_closed(self) -> bool:
        return await asyncio.wait_for(asyncio.get_running_loop().sock_recv(self.client, 1), 10) == b""


@pytest.fixture
async def connected() -> AsyncIterator[Connected]:
    """Connect a client to a channel."""
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    listener = Listener()
    _, channel = await asyncio.get_running_loop().create_unix_connection(
        lambda: Channel(lambda _: listener), sock=ours
    )
    yield Connected(channel, listener, theirs)
    channel.transport.abort()
    theirs.close()
    await until(lambda: listener.ended)


def a_channel() -> tuple[Channel, Listener, Transport]:
    listener, transport = Listener(), Transport()
    channel = Channel(lambda _: listener)
    channel.connection_made(transport)
    return channel, listener, transport


async def test_each_line_is_passed_on_however_it_was_cut(connected: Connected):
    for piece in (b"o", b"ne\ntw", b"o\n", b"\n \r\n", b"three\r\nfour\nfi"):
        await connected.send(piece)
        await asyncio.sleep(0)
    await until(lambda: len(connected.listener.lines) == 4)
    assert connected.listener.lines == [b"one", b"two", b"three\r", b"four"]


async def test_the_longest_line_is_taken_and_one_that_is_longer_costs_an_error(connected: Connected):
    await connected.send(b"x" * LONGEST_LINE + b"\r\n")
    await connected.send(b"y" * (LONGEST_LINE + 2) + b"\nafter\n")
    error = (await connected.answer())["error"]
    assert (error["code"], "1,048,576 bytes" in error["message"]) == (INVALID_REQUEST, True)
    await until(lambda: len(connected.listener.lines) == 2)
    assert [line[:5] for line in connected.listener.lines] == [b"xxxxx", b"after"]


async def test_a_line_without_end_is_not_kept():
    channel, listener, transport = a_channel()
    for _ in range(200):
        channel.data_received(b"z" * (1 << 19))
        assert len(channel._buffer) <= LONGEST_LINE + 1
    channel.data_received(b"\nnext\n")
    assert listener.lines == [b"next"]
    assert transport.written.count(b"\n") == 1  # one error, not one for each piece
    channel.connection_lost(None)


async def test_a_line_begun_and_not_ended_ends_the_connection(
    connected: Connected, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(wire_channel, "LINE_WITHIN_S", 0.15)
    await connected.send(b"whole\n{")
    assert "not ended within 0.15 seconds" in (await connected.answer())["error"]["message"]
    assert await connected.is_closed()
    assert connected.listener.lines == [b"whole"]


async def test_trickling_does_not_put_the_end_off(connected: Connected, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(wire_channel, "LINE_WITHIN_S", 0.2)
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        while not connected.listener.ended:
            await connected.send(b"x")
            await asyncio.sleep(0.01)
    assert connected.listener.lines == []


async def test_silence_between_lines_is_no_stall(connected: Connected, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(wire_channel, "LINE_WITHIN_S", 0.05)
    await connected.send(b"one\n")
    await asyncio.sleep(0.15)
    await connected.send(b"two\n")
    await until(lambda: len(connected.listener.lines) == 2)


async def test_what_is_sent_is_one_line_a_message(connected: Connected):
    connected.channel.result("a\n1", PingResult())
    connected.channel.error(None, ErrorBody(code=-1, message="two\nlines \u2028 é"))
    connected.channel.notify("x/y", ErrorBody(code=-2, message=""))
    assert await connected.answer() == {"jsonrpc": "2.0", "id": "a\n1", "result": {}}
    assert await connected.answer() == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {"code": -1, "message": "two\nlines \u2028 é"},
    }
    assert await connected.answer() == {
        "jsonrpc": "2.0",
        "method": "x/y",
        "params": {"code": -2, "message": ""},
    }


async def test_the_listener_hears_once_that_the_client_has_gone(connected: Connected):
    connected.client.close()
    await until(lambda: connected.listener.ended)
    connected.channel.connection_lost(None)
    assert connected.listener.ended == 1


async def test_a_client_that_stops_to_read_is_slow_until_it_reads_again(connected: Connected):
    body = ErrorBody(code=0, message="x" * 100_000)
    while not connected.channel.is_slow:
        connected.channel.error(1, body)
    assert connected.listener.slow == [True]
    while connected.channel.is_slow:
        await connected.answer()
    assert connected.listener.slow == [True, False]


def test_a_client_that_never_reads_is_let_go():
    channel, _, transport = a_channel()
    assert transport.high == SLOW_AT
    transport.waiting_bytes = HOPELESS_AT
    channel.result(1, PingResult())
    assert not transport.aborted
    transport.waiting_bytes = HOPELESS_AT + 1
    channel.result(2, PingResult())
    assert transport.aborted
    written = len(transport.written)
    channel.result(3, PingResult())
    assert len(transport.written) == written


def test_nobody_to_listen_is_a_refusal():
    channel, transport = Channel(lambda _: None), Transport()
    channel.connection_made(transport)
    channel.data_received(b"{}\n")
    assert transport.closed
    channel.connection_lost(None)


async def test_a_lost_connection_leaves_no_timer():
    channel, _, _ = a_channel()
    channel.data_received(b"half")
    assert channel._stalled is not None
    channel.connection_lost(None)
    assert channel._stalled is None
