"""One connection: lines in, lines out, and what happens when the other side is slow or silent."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import cast

from pydantic import TypeAdapter

from assent.model.frozen import Frozen
from assent.wire.messages import INVALID_REQUEST, LONGEST_LINE, ErrorBody, Refusal, RequestId

_ID: TypeAdapter[RequestId | None] = TypeAdapter(RequestId | None)

# Seconds in which a line that was begun must end: a client that stalls in the middle of one is not served.
LINE_WITHIN_S = 30.0
# Bytes that wait for a slow client before it is called slow, and before it is let go: more than the answers
# to all requests that it may have open, each with its whole output.
SLOW_AT = 1 << 20
HOPELESS_AT = 32 << 20


class Listener(ABC):
    """Whoever is told what happens on a channel."""

    @abstractmethod
    def received(self, line: bytes) -> None:
        """A whole line came."""

    @abstractmethod
    def slowed(self, *, slow: bool) -> None:
        """The client has stopped, or begun again, to read as fast as we write."""

    @abstractmethod
    def closed(self) -> None:
        """The client has gone; nothing can be sent any more."""


class Channel(asyncio.Protocol):
    """Cuts what comes into lines and sends messages; a broken line costs its sender an error and no more."""

    def __init__(self, open_listener: Callable[["Channel"], Listener | None]) -> None:
        """Ask `open_listener` for a listener once connected; None refuses the connection."""
        self._open_listener = open_listener
        self._listener: Listener | None = None
        self._buffer = bytearray()
        self._skipping = False  # the rest of a line that was too long
        self._stalled: asyncio.TimerHandle | None = None
        self.is_slow = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection or refuse it."""
        self.transport = cast("asyncio.Transport", transport)
        self.transport.set_write_buffer_limits(high=SLOW_AT)
        self._listener = self._open_listener(self)
        if self._listener is None:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Pass on each whole line."""
        if self._listener is None:
            return
        start = 0
        while (end := data.find(b"\n", start)) >= 0:
            self._take(data[start:end])
            self._finish_line()
            start = end + 1
        self._take(data[start:])
        self._watch_for_stall()

    def connection_lost(self, _problem: Exception | None) -> None:
        """Tell the listener, once."""
        self._unwatch()
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.closed()

    def pause_writing(self) -> None:
        """More than a little waits for the client."""
        self._set_slow(slow=True)

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._set_slow(slow=False)

    def result(self, request_id: RequestId, result: Frozen) -> None:
        """Answer a request."""
        self._send(f'{{"jsonrpc":"2.0","id":{_json(request_id)},"result":{result.model_dump_json()}}}')

    def error(self, request_id: RequestId | None, body: ErrorBody) -> None:
        """Answer a request, or a line that was none, with an error."""
        text = body.model_dump_json(exclude_none=True)
        self._send(f'{{"jsonrpc":"2.0","id":{_json(request_id)},"error":{text}}}')

    def notify(self, method: str, params: Frozen) -> None:
        """Send a notification."""
        text = params.model_dump_json(exclude_none=True)
        self._send(f'{{"jsonrpc":"2.0","method":"{method}","params":{text}}}')

    def close(self) -> None:
        """Send what waits and close."""
        self.transport.close()

    def _send(self, text: str) -> None:
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > HOPELESS_AT:
            self.transport.abort()  # it asks and never reads
            return
        self.transport.write(text.encode("utf-8") + b"\n")

    def _take(self, data: bytes) -> None:
        if not self._skipping:
            self._buffer += data
            # One byte more: a carriage return before the line's end is let pass.
            if len(self._buffer) > LONGEST_LINE + 1:
                self._buffer.clear()
                self._skipping = True
                self._refuse(f"the line is longer than {LONGEST_LINE:,} bytes")

    def _finish_line(self) -> None:
        self._unwatch()
        line, self._buffer = bytes(self._buffer), bytearray()
        if self._skipping:
            self._skipping = False
        elif line.strip() and self._listener is not None:
            self._listener.received(line)

    def _refuse(self, what: str) -> None:
        refusal = Refusal(INVALID_REQUEST, f"Invalid request: {what}")
        self.error(None, refusal.body)

    def _watch_for_stall(self) -> None:
        waiting = bool(self._buffer) or self._skipping
        if not waiting:
            self._unwatch()
        elif self._stalled is None:
            self._stalled = asyncio.get_running_loop().call_later(LINE_WITHIN_S, self._give_up)

    def _unwatch(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _give_up(self) -> None:
        self._refuse(f"a line was begun and not ended within {LINE_WITHIN_S:g} seconds")
        self.close()

    def _set_slow(self, *, slow: bool) -> None:
        self.is_slow = slow
        if self._listener is not None:
            self._listener.slowed(slow=slow)


def _json(request_id: RequestId | None) -> str:
    return _ID.dump_json(request_id).decode()
