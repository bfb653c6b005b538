"""Stand-ins written by hand, each named after what it replaces."""

import asyncio
from typing import Any

from assent.console.approval import Answer, Yes
from assent.model.authority import ByPerson
from assent.model.call import Call, Proposal
from assent.model.question import Question
from assent.wire import channel


class Approver:
    """The human: gives the answers that were laid down, in turn, and the last one for ever; none: waits."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.questions: list[Question] = []
        self.taken_back = 0

    @property
    def asked(self) -> list[tuple[Call, Proposal]]:
        return [(question.call, question.proposal) for question in self.questions]

    async def ask(self, question: Question) -> Answer:
        self.questions.append(question)
        if not self.answers:
            try:
                await asyncio.get_running_loop().create_future()
            except asyncio.CancelledError:
                self.taken_back += 1
                raise
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def says_yes() -> Approver:
    """Return a human who agrees to everything."""
    return Approver(Yes(by=ByPerson(name="ada")))


class Transport(asyncio.Transport):
    """A connection: keeps what was written; a test says how much of it waits for the other side."""

    def __init__(self) -> None:
        super().__init__()
        self.written = bytearray()
        self.waiting_bytes = 0
        self.closed = self.aborted = False
        self.high = 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self.high = high or 0

    def get_write_buffer_size(self) -> int:
        return self.waiting_bytes

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default


class Listener(channel.Listener):
    """A session: keeps what it is told."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.slow: list[bool] = []
        self.ended = 0

    def received(self, line: bytes) -> None:
        self.lines.append(line)

    def slowed(self, *, slow: bool) -> None:
        self.slow.append(slow)

    def closed(self) -> None:
        self.ended += 1
