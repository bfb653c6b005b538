"""What waits for an answer, in the order in which it came."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field

from assent.console.approval import Answer
from assent.desktop.approval.approval_dialog import ApprovalDialog
from assent.model.asker import Process, agent_of
from assent.model.question import Question


@dataclass(eq=False)
class Waiting:
    """One question: `dialog` is there once it was shown; put off, it is shown when the person asks for it.

    `asked_at` and `expires_at` are by the loop's clock; a question that the person was at does not expire.
    """

    question: Question
    answer: "asyncio.Future[Answer]"
    asked_at: float
    expires_at: float | None = None
    expiry: asyncio.TimerHandle | None = None
    dialog: ApprovalDialog | None = None
    is_put_off: bool = False
    review: "asyncio.Task[None] | None" = None  # of what the person made of it

    @property
    def call_id(self) -> str:
        """The id of its call."""
        return self.question.call.id

    @property
    def agent(self) -> Process:
        """Whose question it is."""
        return agent_of(self.question.call.asker)

    def settle(self, answer: Answer) -> bool:
        """Answer it, if nothing has before."""
        if self.answer.done():
            return False
        self.answer.set_result(answer)
        return True

    def keep(self) -> None:
        """Let it wait for as long as it takes: the person has seen it."""
        self.expires_at = None
        if self.expiry is not None:
            self.expiry.cancel()
            self.expiry = None


@dataclass
class Queue:
    """First come, first served; nothing is merged, and nothing replaces another."""

    _waiting: list[Waiting] = field(default_factory=list)

    def __len__(self) -> int:
        """Return how many wait."""
        return len(self._waiting)

    def __iter__(self) -> Iterator[Waiting]:
        """Go through them in their order."""
        return iter(tuple(self._waiting))

    def add(self, waiting: Waiting) -> None:
        """Put it at the end."""
        self._waiting.append(waiting)

    def remove(self, waiting: Waiting) -> None:
        """Take it out, wherever it stands."""
        self._waiting.remove(waiting)

    def next(self) -> Waiting | None:
        """Return the first that is neither answered nor put off."""
        return next((one for one in self if not one.is_put_off and not one.answer.done()), None)

    def first(self) -> Waiting | None:
        """Return the first that is not answered."""
        return next((one for one in self if not one.answer.done()), None)

    def find(self, call_id: str) -> Waiting | None:
        """Return the one of this call."""
        return next((one for one in self if one.call_id == call_id), None)

    def of_agent(self, agent: Process) -> tuple[Waiting, ...]:
        """Return those of one agent."""
        return tuple(one for one in self if _key(one.agent) == _key(agent))


def _key(process: Process) -> tuple[int, float | None]:
    return process.pid, process.started_at
