"""A console on a real socket whose person says yes, and an agent in a folder of its own."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from assent.console.console import Console
from fakes import Approver, says_yes
from unit.console.serving import Agent, connected, serving


@dataclass
class Reference:
    """What a row is tried on: the agent's connection, the console behind it, and the person who is asked."""

    agent: Agent
    console: Console
    person: Approver
    folder: Path
    _count: int = 0

    def send(self, command: str, *, stream: bool = False, **arguments: Any) -> int:
        """Send a call and return its number."""
        self._count += 1
        values = {"cwd": str(self.folder), "command": command, **arguments}
        self.agent.send(self._count, "tools/call", name="Shell", arguments=values, stream=stream)
        return self._count

    async def run(self, command: str, **arguments: Any) -> dict[str, Any]:
        """Run a command and return what the agent got."""
        answer = await self.agent.answer(self.send(command, **arguments))
        assert "result" in answer, answer
        result: dict[str, Any] = answer["result"]["result"]
        return {**result, "outcome": answer["result"]["outcome"], "brief": _brief(result)}


def _brief(result: dict[str, Any]) -> str:
    return next((str(block["text"]) for block in result["display"] if block["kind"] == "brief"), "")


@pytest.fixture
async def reference(tmp_path: Path) -> AsyncIterator[Reference]:
    """Serve, connect, and say yes to everything."""
    person = says_yes()
    async with serving(person) as console, connected(console) as agent:
        yield Reference(agent, console, person, tmp_path)
