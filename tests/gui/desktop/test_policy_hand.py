"""What the person does to the policy goes to the console in their name, and what fails is said."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication

from asking import a_grant
from assent.console.console import JournalError
from assent.desktop.policy_hand import PolicyHand
from assent.model.authority import Authority
from assent.model.grant import Grant
from assent.model.mode import Mode
from builders import PERSON


class Console:
    """The console's policy: one mode, one grant, and a problem where a test lays one down."""

    def __init__(self) -> None:
        self.mode, self.done = Mode(), list[tuple[object, ...]]()
        self.problem: Exception | None = None
        self.why_not = ""
        self.observers: list[Callable[[], None]] = []

    def grants(self) -> tuple[Grant, ...]:
        return (a_grant(),)

    def observe_policy(self, callback: Callable[[], None]) -> Callable[[], None]:
        self.observers.append(callback)
        return lambda: self.observers.remove(callback)

    def set_mode(self, mode: Mode, by: Authority) -> str:
        self._do("mode", mode, by)
        self.mode = mode if not self.why_not else self.mode
        return self.why_not

    def end_grant(self, grant_id: str, by: Authority) -> bool:
        self._do("end", grant_id, by)
        return False

    def trust_repository(self, root: str, fingerprint: str, by: Authority) -> None:
        self._do("trust", root, fingerprint, by)

    def _do(self, *what: object) -> None:
        if self.problem is not None:
            raise self.problem
        self.done.append(what)


class Hand:
    def __init__(self) -> None:
        self.console, self.told, self.failed = Console(), list[tuple[object, object]](), list[str]()
        self.hand = PolicyHand(self.console, PERSON)  # type: ignore[arg-type]
        self.hand.changed.connect(lambda mode, grants: self.told.append((mode, grants)))
        self.hand.failed.connect(self.failed.append)


@pytest.fixture
def hand(qapp: QApplication) -> Hand:
    return Hand()


def test_everything_is_done_in_the_persons_name(hand: Hand) -> None:
    locked = Mode(name="lockdown")
    hand.hand.set_mode(locked)
    hand.hand.end_grant("g")
    hand.hand.trust("/r", "f")
    assert hand.console.done == [
        ("mode", locked, PERSON),
        ("end", "g", PERSON),
        ("trust", "/r", "f", PERSON),
    ]
    assert hand.failed == ["", "", ""]
    assert hand.told[-1] == (locked, (a_grant(),))


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (JournalError("disk full"), "Not done, since it cannot be put on record: disk full"),
        (OSError(28, "No space left on device"), "Not done: No space left on device"),
    ],
)
def test_what_fails_is_said_and_what_holds_is_shown(hand: Hand, problem: Exception, told: str) -> None:
    hand.console.problem = problem
    hand.hand.set_mode(Mode(name="lockdown"))
    assert hand.failed == [told]
    assert hand.told == [(Mode(), (a_grant(),))]


def test_a_mode_that_is_not_to_be_had_is_said(hand: Hand) -> None:
    hand.console.why_not = "Only the administrator's rules may allow."
    hand.hand.set_mode(Mode(name="auto-read"))
    assert hand.failed == [hand.console.why_not]


def test_it_hears_of_changes_until_it_is_closed(hand: Hand) -> None:
    hand.console.observers[0]()
    assert len(hand.told) == 1
    hand.hand.close()
    assert hand.console.observers == []
