"""The clocks of a command: they run, stand while it is paused, and can be moved by a person."""

import asyncio

import pytest

from assent.execution.deadline import Deadline
from assent.host.trees.keeping import Clock as Stands
from assent.model.lifecycle import TimedOut


class Clock:
    """The loop's time: stands still unless a test moves it."""

    def __init__(self) -> None:
        self.now_s = 1_000.0

    def __call__(self) -> float:
        return self.now_s

    def pass_by(self, seconds: float) -> None:
        self.now_s += seconds


@pytest.fixture
async def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Move the loop's time by hand."""
    clock = Clock()
    monkeypatch.setattr(asyncio.get_running_loop(), "time", clock)
    return clock


def begun(total_s: float | None, idle_s: float | None = None) -> Deadline:
    deadline = Deadline()
    deadline.begin(total_s, idle_s)
    return deadline


async def test_without_limits_it_never_comes(clock: Clock):
    deadline = begun(None)
    clock.pass_by(1e9)
    assert (deadline.left_s(), deadline.reached()) == (None, None)


async def test_it_begins_when_the_command_does(clock: Clock):
    deadline = Deadline()
    clock.pass_by(100)
    deadline.begin(10, 5)
    assert deadline.left_s() == 5


async def test_the_whole_time_is_up_at_its_end_and_not_before(clock: Clock):
    deadline = begun(10)
    clock.pass_by(9.75)
    assert (deadline.left_s(), deadline.reached()) == (0.25, None)
    clock.pass_by(0.25)
    assert (deadline.left_s(), deadline.reached()) == (0, TimedOut(after_s=10))


async def test_silence_ends_it_and_each_output_begins_the_silence_anew(clock: Clock):
    deadline = begun(100, 5)
    clock.pass_by(4)
    deadline.heard()
    clock.pass_by(4)
    assert (deadline.left_s(), deadline.reached()) == (1, None)
    clock.pass_by(1)
    assert deadline.reached() == TimedOut(after_s=5, idle=True)


async def test_the_first_of_both_counts_and_the_whole_comes_before_silence(clock: Clock):
    deadline = begun(10, 10)
    clock.pass_by(10)
    assert deadline.reached() == TimedOut(after_s=10)


async def test_more_time_is_added_to_what_there_was(clock: Clock):
    deadline = begun(10)
    clock.pass_by(9)
    deadline.extend(60)
    assert (deadline.left_s(), deadline.total_s) == (61, 70)
    clock.pass_by(61)
    assert deadline.reached() == TimedOut(after_s=70)


async def test_more_time_is_no_limit_where_there_was_none(clock: Clock):
    deadline = begun(None)
    deadline.extend(60)
    assert deadline.total_s is None


async def test_a_lifted_deadline_does_not_come_for_silence_either(clock: Clock):
    deadline = begun(10, 5)
    deadline.lift()
    clock.pass_by(1e6)
    assert (deadline.left_s(), deadline.reached(), deadline.idle_s) == (None, None, None)


async def test_both_clocks_stand_while_it_is_paused(clock: Clock):
    deadline = begun(10, 5)
    clock.pass_by(3)
    deadline.pause()
    assert deadline.is_paused
    clock.pass_by(1_000)
    assert (deadline.left_s(), deadline.reached()) == (None, None)
    deadline.pause()  # again: it stands already
    deadline.resume()
    assert (deadline.is_paused, deadline.left_s()) == (False, 2)
    deadline.resume()
    clock.pass_by(2)
    assert deadline.reached() == TimedOut(after_s=5, idle=True)


async def test_who_waits_for_it_hears_of_each_change():
    deadline = begun(10, 5)
    for change in (lambda: deadline.extend(1), deadline.pause, deadline.resume, deadline.lift):
        waiting = deadline.changed
        change()
        assert waiting.done()
        assert not deadline.changed.done()


async def test_both_clocks_go_on_where_they_stood(clock: Clock):
    deadline = begun(10, 5)
    clock.pass_by(3)
    deadline.heard()
    clock.pass_by(1)
    stands = deadline.clock()
    assert stands == Stands(ran_s=4, total_s=10, silent_s=1, idle_s=5)
    again = Deadline()
    again.go_on(stands)
    assert again.left_s() == 4
    clock.pass_by(4)
    assert again.reached() == TimedOut(after_s=5, idle=True)


@pytest.mark.parametrize("total_s", [None, 1e9])
async def test_nobody_watches_it_for_more_than_a_day(clock: Clock, total_s: float | None):
    deadline = begun(total_s)
    clock.pass_by(100)
    assert deadline.clock() == Stands(ran_s=100, total_s=86_500, silent_s=100, idle_s=None)
