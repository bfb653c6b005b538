"""A console in this process, on a real socket, and an agent that does not block the loop."""

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from assent.console.approval import Approver
from assent.console.console import Console, Folders
from builders import write_rules

INTRODUCTION = {"protocol_version": 1, "client": {"name": "agent", "version": "2"}, "session": {"cwd": "/"}}


class Agent:
    """A connection to the console."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.notes: list[dict[str, Any]] = []
        self.answers: dict[int | str | None, dict[str, Any]] = {}

    def send(self, request_id: int | str | None, method: str, **params: Any) -> None:
        """Send a request, or a notification when there is no id."""
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if request_id is not None:
            message["id"] = request_id
        self.writer.write(json.dumps(message).encode() + b"\n")

    def run(self, request_id: int | str, command: str, **params: Any) -> None:
        """Send a request to run a command."""
        self.send(request_id, "tools/call", name="Shell", arguments={"command": command}, **params)

    async def use(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return the answer's result."""
        answer = await self.ask("tools/call", name=tool, arguments=arguments)
        result: dict[str, Any] = answer["result"]
        return result

    async def start(self, command: str, **arguments: Any) -> tuple[str, str]:
        """Start a background task and return its id and its call's."""
        given = {"run_in_background": True, "description": "Work", "command": command, **arguments}
        answer = await self.use("Shell", **given)
        assert answer["outcome"] is None, answer
        return answer["result"]["extras"]["task_id"], answer["call_id"]

    async def receive(self) -> dict[str, Any]:
        """Return the next message."""
        line = await asyncio.wait_for(self.reader.readline(), 20)
        assert line, "the console hung up"
        message: dict[str, Any] = json.loads(line)
        return message

    async def answer(self, request_id: int | str | None) -> dict[str, Any]:
        """Return the answer to a request; keeps the notifications before it."""
        while request_id not in self.answers:
            message = await self.receive()
            if "method" in message:
                self.notes.append(message)
            else:
                self.answers[message["id"]] = message
        return self.answers.pop(request_id)

    async def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request and return its answer."""
        self.send("ask", method, **params)
        return await self.answer("ask")

    async def step(self, kind: str) -> dict[str, Any]:
        """Return the note that a call took this step."""
        while True:
            message = await self.receive()
            if message.get("params", {}).get("state", {}).get("kind") == kind:
                found: dict[str, Any] = message["params"]
                return found

    async def close(self) -> None:
        """Hang up."""
        self.writer.close()
        await self.writer.wait_closed()


@asynccontextmanager
async def serving(
    approver: Approver, *, close: bool = True, settings: str = "", **rules: str
) -> AsyncIterator[Console]:
    """Serve with these rules: serving(approver, allow="ls"); a test that closes it itself says so.

    `settings` are lines of settings.toml.
    """
    with tempfile.TemporaryDirectory(prefix="as-") as folder:
        folders = Folders.below(Path(folder))
        folders.configuration.mkdir()
        write_rules(folders.configuration, **rules)
        (folders.configuration / "settings.toml").write_text(settings)
        (folders.configuration / "settings.toml").chmod(0o600)
        console = Console(folders, approver)
        await console.start()
        try:
            yield console
        finally:
            if close:
                await console.close()


@asynccontextmanager
async def connected(console: Console, *, greet: bool = True, **introduction: Any) -> AsyncIterator[Agent]:
    """Connect an agent, which introduces itself as usual but for what is given."""
    agent = Agent(*await asyncio.open_unix_connection(console.folders.address, limit=1 << 24))
    try:
        if greet:
            assert "result" in await agent.ask("initialize", **{**INTRODUCTION, **introduction})
        yield agent
    finally:
        await agent.close()
