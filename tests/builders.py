"""Builds values for tests: right as they are, changed by name where a test cares."""

import os
import shlex
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from assent.execution.runner import Command
from assent.host.shell import Shell, command_environment
from assent.host.trees.process import Supervision
from assent.model.asker import Asker, Client, Process, Session
from assent.model.authority import Authority, ByConsole, ByGrant, ByMode, ByPerson, ByRule, RuleName
from assent.model.call import Call, Proposal
from assent.model.guarantee import Kind
from assent.model.intervention import (
    Extended,
    Interrupted,
    Intervention,
    Kept,
    Killed,
    Lifted,
    Paused,
    ProcessEnded,
    Resumed,
    SentToBackground,
    Terminated,
    Typed,
)
from assent.model.judgement import Judgement
from assent.model.lifecycle import (
    Approved,
    Asking,
    Exceeded,
    Exited,
    Expired,
    Failed,
    Outcome,
    Permitted,
    Received,
    Refused,
    Returned,
    Running,
    Settled,
    State,
    Stopped,
    TimedOut,
    Withdrawn,
)
from assent.model.question import Question
from assent.model.result import ShellBlock, ToolReturnValue
from namespaces import need_namespaces

BASH = Shell("bash", "/bin/bash")
AT = datetime(2026, 3, 1, 12, 30, 15, 123456, tzinfo=UTC)
PERSON = ByPerson(name="ada")
RULE = ByRule(rule="git status", source="/home/ada/.config/assent/rules.toml")
CONSOLE = ByConsole(reason="it was closed")
AUTHORITIES: tuple[Authority, ...] = (
    PERSON,
    RULE,
    RULE.model_copy(update={"others": (RuleName(rule="ls", source="built in"),)}),
    ByGrant(grant="pytest, until 14:00", given_at=AT),
    ByMode(mode="trust"),
    CONSOLE,
)


def a_process(**changes: Any) -> Process:
    """Return an agent's process."""
    values: dict[str, Any] = {
        "pid": 4242,
        "started_at": 1_770_000_000.25,
        "uid": 1000,
        "name": "agent",
        "executable": "/usr/bin/agent",
        "command_line": ("agent", "--fast"),
        "cwd": "/home/ada",
    }
    return Process(**{**values, **changes})


def an_asker() -> Asker:
    """Return an agent's process and the terminal it was started from."""
    return Asker(process=a_process(), parents=(a_process(pid=4000, name="bash"),))


def a_call(command: str = "true", **changes: Any) -> Call:
    """Return a call of the Shell tool."""
    values: dict[str, Any] = {
        "tool": "Shell",
        "arguments": {"command": command},
        "asker": an_asker(),
        "client": Client(name="agent", version="1.0"),
        "session": Session(id="s1", title="Mend the build", cwd="/tmp"),
        "received_at": AT,
    }
    return Call(**{**values, **changes})


def a_proposal(command: str = "true", **changes: Any) -> Proposal:
    """Return the proposal that a call of the Shell tool comes to."""
    values: dict[str, Any] = {
        "title": "Run command",
        "command": command,
        "cwd": "/tmp",
        "timeout_s": 60,
        "display": (ShellBlock(language="bash", command=command),),
    }
    return Proposal(**{**values, **changes})


def a_question(command: str = "true", **changes: Any) -> Question:
    """Return what a person is asked of that proposal when no rule speaks of it."""
    values: dict[str, Any] = {
        "call": a_call(command),
        "proposal": a_proposal(command),
        "judgement": Judgement(decision="ask", reason="No rule speaks of it."),
    }
    return Question(**{**values, **changes})


def a_result(**changes: Any) -> ToolReturnValue:
    """Return the value of a success."""
    values: dict[str, Any] = {
        "is_error": False,
        "output": "hi\n",
        "message": "Command executed successfully.",
    }
    return ToolReturnValue(**{**values, **changes})


def settled(outcome: Outcome, **changes: Any) -> Settled:
    """Return the end of a call."""
    return Settled(outcome=outcome, result=a_result(**changes))


OUTCOMES: tuple[Outcome, ...] = (
    Exited(code=-9),
    TimedOut(after_s=1.5),
    TimedOut(after_s=300, idle=True),
    Exceeded(what="memory_mib", limit=2_048),
    Returned(),
    Stopped(by=PERSON),
    Permitted(by=RULE),
    Refused(by=PERSON, reason="not now"),
    Expired(after_s=300),
    Withdrawn(why="the agent hung up"),
    Failed(error="no such folder"),
)
INTERVENTIONS: tuple[Intervention, ...] = (
    Extended(by=PERSON, by_s=600),
    Lifted(by=PERSON),
    Paused(by=PERSON),
    Resumed(by=PERSON),
    Interrupted(by=PERSON),
    Terminated(by=RULE),
    Killed(by=PERSON),
    ProcessEnded(by=PERSON, pid=7),
    SentToBackground(by=PERSON),
    Kept(by=PERSON, total_s=86_400),
    Typed(by=CONSOLE, hidden=True),
)
STATES: tuple[State, ...] = (
    Received(),
    Asking(proposal=a_proposal()),
    Approved(by=RULE, proposal=a_proposal()),
    Running(pid=4243),
    *map(settled, OUTCOMES),
)


def a_command(block: str, *, environment: Mapping[str, str] | None = None, **changes: Any) -> Command:
    """Return what runs `block` as the Shell tool would."""
    # A mark of its own: what has the same one is ended with it, in another run of the tests, too.
    inherited, has_terminal = os.environ | (environment or {}), changes.get("terminal") is not None
    values: dict[str, Any] = {
        "words": BASH.words(block),
        "cwd": "/",
        "environment": command_environment(inherited, BASH, uuid4().hex, has_terminal=has_terminal),
        "timeout_s": 30,
    }
    return Command(**{**values, **changes})


async def chosen(kind: Kind) -> Supervision:
    """Return the way to start commands that is named; whoever asked closes it."""
    if kind in ("namespace", "bubblewrap"):
        need_namespaces()
    supervision = Supervision()
    await supervision.choose(kind)
    return supervision


def python(code: str) -> str:
    """Return a block that runs `code` in Python."""
    return f"{shlex.quote(sys.executable)} -c '{code}'"


def write_rules(folder: Path, **decisions: str) -> Path:
    """Write `rules.toml` with commands by decision: write_rules(folder, allow="ls", deny="rm")."""
    path = folder / "rules.toml"
    rules = (f'[[rule]]\ncommand = "{command}"\ndecision = "{word}"\n' for word, command in decisions.items())
    path.write_text("\n".join(rules))
    path.chmod(0o600)
    return path
