"""The one port of the house: asking a human, and what may come back."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from assent.model.authority import Authority
from assent.model.call import Call, Proposal
from assent.model.grant import Wish
from assent.model.question import Question

current_tool_call: ContextVar[Call | None] = ContextVar("current_tool_call", default=None)


@dataclass(frozen=True)
class Yes:
    """Run it, as it was shown, or as the person changed it: then `proposal` is what is run.

    `wish` is what is granted beyond this once, `word` is for the agent.
    """

    by: Authority
    proposal: Proposal | None = None
    wish: Wish | None = None
    word: str = ""


@dataclass(frozen=True)
class No:
    """Don't; `reason` is a word to the agent, or nothing; `stops`: it is told to stop its work, too."""

    by: Authority
    reason: str = ""
    stops: bool = False


@dataclass(frozen=True)
class NoAnswer:
    """Nobody answered within the time that the person set."""

    after_s: float


Answer = Yes | No | NoAnswer


class Approver(Protocol):
    """Somebody who can be asked: the human at a screen, or what stands in for one where there is no screen.

    `ask` may take for ever. When it is cancelled (the agent went away) it takes its question back.
    """

    async def ask(self, question: Question) -> Answer:
        """Return the answer to one question."""
        ...


@contextmanager
def tool_call(call: Call) -> Iterator[None]:
    """Make `call` the current tool call of this task."""
    token = current_tool_call.set(call)
    try:
        yield
    finally:
        current_tool_call.reset(token)


async def request_approval(approver: Approver, question: Question) -> Answer:
    """Ask for the current tool call; without one it is a bug: nobody could be told who asks."""
    if current_tool_call.get() is None:
        raise RuntimeError("Approval must be requested from a tool call.")
    return await approver.ask(question)
