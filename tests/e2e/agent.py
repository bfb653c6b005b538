"""The smallest agent there can be: raw JSON lines on a blocking socket, right or wrong as a test wants."""

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from typing import Any

# Seconds that any single answer may take; reached only by a test that fails.
PATIENCE_S = 30.0


class Agent:
    """One connection to a console."""

    def __init__(self, address: str, *, greet: bool = True, cwd: str = "/") -> None:
        """Connect to the socket at `address` and, if so wanted, introduce ourselves."""
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE_S)
        self._read = bytearray()
        self.notes: list[dict[str, Any]] = []
        try:
            self.socket.connect(address)
            if greet:
                self.greeting = self.ask("initialize", **self.introduction(cwd))["result"]
        except BaseException:
            self.socket.close()
            raise

    @staticmethod
    def introduction(cwd: str = "/") -> dict[str, Any]:
        """Return the parameters of `initialize`."""
        return {"protocol_version": 1, "client": {"name": "raw agent"}, "session": {"id": "s", "cwd": cwd}}

    def __enter__(self) -> "Agent":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up without a word."""
        self.socket.close()

    def send_bytes(self, data: bytes) -> None:
        """Send what may be no message at all."""
        self.socket.sendall(data)

    def send(self, **fields: Any) -> None:
        """Send one object as a line; `jsonrpc` is added when it is not named."""
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **fields}).encode() + b"\n")

    def receive(self) -> dict[str, Any]:
        """Return the next message; raises ConnectionError when the console has hung up."""
        while b"\n" not in self._read:
            data = self.socket.recv(1 << 16)
            if not data:
                raise ConnectionError("the console hung up")
            self._read += data
        line, _, self._read = self._read.partition(b"\n")
        message: dict[str, Any] = json.loads(line)
        return message

    def answer(self, request_id: int | str | None) -> dict[str, Any]:
        """Return the answer to a request, or the error without an id; keeps the notifications before it."""
        while True:
            message = self.receive()
            if "method" in message:
                self.notes.append(message)
            elif message["id"] == request_id:
                return message

    def ask(self, method: str, *, request_id: int | str = "ask", **params: Any) -> dict[str, Any]:
        """Send a request and return its answer."""
        self.send(id=request_id, method=method, params=params)
        return self.answer(request_id)

    def call(self, command: str, *, request_id: int | str = "call", **params: Any) -> None:
        """Send a request to run `command` and do not wait."""
        arguments = {"command": command, **params.pop("arguments", {})}
        self.send(
            id=request_id, method="tools/call", params={"name": "Shell", "arguments": arguments, **params}
        )

    def run(self, command: str, **params: Any) -> dict[str, Any]:
        """Run `command` and return the result."""
        self.call(command, request_id="run", **params)
        answer = self.answer("run")
        assert "result" in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def hear(self, kind: str) -> dict[str, Any]:
        """Return the next notification that a call took the step `kind`, or an output when it is "output"."""
        while True:
            message = self.receive()
            state = message.get("params", {}).get("state", {}).get("kind")
            if state == kind or (kind == "output" and message.get("method") == "call/output"):
                return message

    def is_alive(self) -> bool:
        """Tell whether the console still answers on this connection."""
        return self.ask("ping", request_id=f"ping {time.monotonic_ns()}").get("result") == {}

    def hung_up_on(self) -> bool:
        """Read all that comes and tell that the console has hung up."""
        with contextlib.suppress(ConnectionError):
            while True:
                self.receive()
        return True


@contextlib.contextmanager
def agents(address: str, count: int) -> Iterator[list[Agent]]:
    """Connect many at once."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(Agent(address)) for _ in range(count)]
