"""A call: what an agent wants to be run, exactly as it arrived."""

from datetime import UTC, datetime
from typing import Literal
from uuid import uuid4

from pydantic import Field, JsonValue

from assent.model.asker import Asker, Client, Session
from assent.model.confinement import OFF
from assent.model.frozen import Frozen
from assent.model.result import DisplayBlock, ShellBlock

Wants = Literal["execution", "permission"]


def new_call_id() -> str:
    """Return a fresh id: 32 hexadecimal digits that no client can choose or guess."""
    return uuid4().hex


class Call(Frozen):
    """One tool call of an agent, from the moment it arrived; it never changes.

    `wants` is "execution" when the console runs it, "permission" when the agent runs it itself after a yes.
    """

    id: str = Field(default_factory=new_call_id)
    tool: str
    arguments: dict[str, JsonValue]
    wants: Wants = "execution"
    asker: Asker
    client: Client
    session: Session
    received_at: datetime = Field(default_factory=lambda: datetime.now(UTC))


class Proposal(Frozen):
    """What a call comes to when its arguments were right: what is judged, shown and run.

    `command` is the block as the shell will get it, or None for a tool that runs none. `description` is the
    agent's own word on it, a claim. `timeout_s` is None when there is no deadline, `idle_timeout_s` when it
    may be silent for as long as it likes. `confinement` names the profile that it runs in; `terminal` gives
    it one of its own instead of pipes; `background` answers the agent once it has started.
    """

    title: str
    command: str | None = None
    cwd: str = ""
    description: str = ""
    timeout_s: float | None = None
    idle_timeout_s: float | None = None
    confinement: str = OFF
    terminal: bool = False
    background: bool = False
    display: tuple[DisplayBlock, ...] = ()

    @property
    def language(self) -> str:
        """The language of the shell that runs `command`: bash, where its display names no other."""
        return next((each.language for each in self.display if isinstance(each, ShellBlock)), "bash")
