"""What the window asks for is done in the person's name, and a failure is told, never raised."""

from functools import partial

import pytest
from PySide6.QtWidgets import QApplication

from assent.console.console import JournalError
from assent.desktop.hand import Hand
from assent.model.authority import Authority
from assent.model.intervention import Extended, Intervention, Terminated
from builders import PERSON


class Console:
    """The console: keeps what it is asked for; `problem` is what it raises instead."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.problem: Exception | None = None

    def intervene(self, call_id: str, what: Intervention) -> bool:
        return self._take((call_id, what))

    def type_into(self, call_id: str, data: bytes, by: Authority) -> bool:
        return self._take((call_id, data, by))

    def resize(self, call_id: str, rows: int, columns: int) -> None:
        self._take((call_id, rows, columns))

    def _take(self, what: object) -> bool:
        if self.problem is not None:
            raise self.problem
        self.asked.append(what)
        return True


@pytest.fixture
def console(qapp: QApplication) -> Console:
    return Console()


@pytest.fixture
def hand(console: Console) -> Hand:
    return Hand(console, PERSON)  # type: ignore[arg-type]


def test_everything_is_done_in_the_persons_name(console: Console, hand: Hand) -> None:
    hand.do("c1", Terminated)
    hand.do("c1", partial(Extended, by_s=60))
    hand.type_into("c1", b"x\r")
    hand.resize("c1", 24, 80)
    assert console.asked == [
        ("c1", Terminated(by=PERSON)),
        ("c1", Extended(by=PERSON, by_s=60)),
        ("c1", b"x\r", PERSON),
        ("c1", 24, 80),
    ]


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (JournalError("no space left"), "Not done, since it cannot be put on record: no space left"),
        (OSError(105, "the command does not read"), "Not done: the command does not read"),
    ],
)
def test_a_failure_is_told_until_the_next_success(
    console: Console, hand: Hand, problem: Exception, told: str
) -> None:
    heard: list[str] = []
    hand.failed.connect(heard.append)
    console.problem = problem
    hand.do("c1", Terminated)
    hand.type_into("c1", b"secret")
    assert heard == [told, told]
    console.problem = None
    hand.do("c1", Terminated)
    assert heard[-1] == ""
