"""The line protocol for programs that must start fast (standard library only)."""

import json
from collections.abc import Iterator

from assent import __version__
from assent.host.address import address as usual_address
from assent.host.dial import dial

PROTOCOL_VERSION = 1

# Not `Any`: the typing module alone is 3 ms of a client's 60.
Message = dict[str, object]


def at(value: object, *names: str) -> object:
    """Return what stands in a message under these names, one in the other, or None."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


class ConsoleAbsent(Exception):  # noqa: N818
    """No console can be reached, or it went away."""


class Line:
    """A connection to the console: messages out, messages in, one JSON object a line."""

    def __init__(self, address: str | None = None) -> None:
        """Connect; raises ConsoleAbsent."""
        self.address = address or usual_address()
        try:
            self._connection = dial(self.address)
        except OSError as problem:
            why = problem.strerror or problem
            raise ConsoleAbsent(f"no console listens on {self.address} ({why})") from None

    def send(self, *messages: Message) -> None:
        """Send messages in one go; raises ConsoleAbsent."""
        lines = [json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False) + "\n" for message in messages]
        try:
            self._connection.send_all("".join(lines).encode("utf-8"))
        except OSError:
            raise ConsoleAbsent("the console went away") from None

    def messages(self) -> Iterator[Message]:
        """Yield each message as it comes; raises ConsoleAbsent at the end of the connection."""
        waiting = b""
        while True:
            try:
                data = self._connection.receive()
            except OSError:
                data = b""
            if not data:
                raise ConsoleAbsent("the console went away")
            *lines, waiting = (waiting + data).split(b"\n")
            for line in lines:
                yield json.loads(line)

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


def initialize(name: str, *, request_id: int, session: str = "", cwd: str = "") -> Message:
    """Build the first request of a connection."""
    agent = {"id": session, "title": session, "cwd": cwd}
    params = {
        "protocol_version": PROTOCOL_VERSION,
        "client": {"name": name, "version": __version__},
        "session": agent,
    }
    return {"id": request_id, "method": "initialize", "params": params}


def raise_window(address: str) -> bool:
    """Ask the running console to show its window; tell whether it did."""
    try:
        line = Line(address)
        line.send({"id": 1, "method": "window/raise"})
        answer = next(line.messages())
    except ConsoleAbsent:
        return False
    line.close()
    return bool(at(answer, "result", "raised"))
