"""A mode is on record before it holds, trust ends by itself, and a lockdown outlives a restart."""

from datetime import datetime, timedelta

import pytest

from assent.journal.errors import JournalError
from assent.model.authority import ByConsole
from assent.model.mode import Mode, ModeName, ModeSet
from assent.policy.modes import Modes
from builders import AT, PERSON


class Clock:
    """Both clocks; a person may set one of them back."""

    def __init__(self) -> None:
        self.now, self.passed_s = AT, 0.0

    def go_on(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)
        self.passed_s += minutes * 60

    def time(self) -> datetime:
        return self.now

    def monotonic(self) -> float:
        return self.passed_s


def modes_of(clock: Clock, recorded: list[ModeSet], **given: object) -> Modes:
    return Modes(recorded.append, clock=clock.time, monotonic=clock.monotonic, **given)  # type: ignore[arg-type]


def trust(minutes: float) -> Mode:
    return Mode(name="trust", until=AT + timedelta(minutes=minutes))


def test_it_begins_with_asking_and_goes_where_it_is_put():
    recorded: list[ModeSet] = []
    modes = modes_of(Clock(), recorded)
    assert modes.mode == Mode()
    for mode in (Mode(name="auto-read"), Mode(name="lockdown"), Mode(is_away=True)):
        assert modes.put(mode, PERSON) == ""
        assert modes.mode == mode
        assert recorded[-1] == ModeSet(mode=mode, by=PERSON)


@pytest.mark.parametrize("before", ["ask", "auto-read", "lockdown"])
def test_trust_goes_back_to_what_was_before(before: ModeName):
    clock, recorded = Clock(), list[ModeSet]()
    modes = modes_of(clock, recorded)
    modes.put(Mode(name=before), PERSON)
    modes.put(trust(10), PERSON)
    clock.go_on(5)
    assert modes.mode == trust(10)
    modes.put(trust(20).model_copy(update={"is_away": True}), PERSON)  # longer: what was before stays that
    clock.go_on(15)
    assert modes.mode == Mode(name=before, is_away=True)
    assert isinstance(recorded[-1].by, ByConsole)


@pytest.mark.parametrize("back", [-60, 0, 60])
def test_trust_ends_when_either_clock_says_so(back: float):
    clock = Clock()
    modes = modes_of(clock, [])
    modes.put(trust(10), PERSON)
    clock.go_on(10)
    clock.now += timedelta(minutes=back)
    assert modes.mode.name == "ask"
    modes.put(Mode(name="trust", until=clock.now + timedelta(minutes=10)), PERSON)
    clock.now += timedelta(minutes=10)  # the machine slept: the other clock stood
    assert modes.mode.name == "ask"


@pytest.mark.parametrize("minutes", [-1, 0, 24 * 60 + 1])
def test_trust_has_bounds(minutes: float):
    recorded: list[ModeSet] = []
    modes = modes_of(Clock(), recorded)
    assert "24 hours" in modes.put(trust(minutes), PERSON)
    assert (modes.mode, recorded) == (Mode(), [])


@pytest.mark.parametrize(
    ("last", "begins"),
    [(Mode(name="lockdown", is_away=True), "lockdown"), (trust(60), "ask"), (Mode(), "ask")],
)
def test_only_a_lockdown_outlives_the_console(last: Mode, begins: str):
    modes = modes_of(Clock(), [], last=ModeSet(mode=last, by=PERSON))
    assert modes.mode == Mode.model_validate({"name": begins})


def test_what_cannot_be_recorded_does_not_hold():
    def full(_mode: ModeSet) -> None:
        raise JournalError("full")

    modes = Modes(full, clock=lambda: AT)
    with pytest.raises(JournalError):
        modes.put(trust(5), PERSON)
    assert modes.mode == Mode()


def test_where_only_the_administrator_allows_nothing_is_let_pass():
    strict = False
    modes = modes_of(Clock(), [], may_loosen=lambda: not strict)
    modes.put(trust(10), PERSON)
    strict = True
    assert modes.mode == Mode()
    assert modes.put(Mode(name="auto-read"), PERSON) != ""
    assert modes.put(trust(10), PERSON) != ""
    assert modes.put(Mode(name="lockdown"), PERSON) == ""
