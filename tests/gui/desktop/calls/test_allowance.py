"""The time that a command has left follows from what was done to it."""

from datetime import timedelta

from assent.desktop.calls.allowance import Allowance
from assent.model.intervention import Extended, Interrupted, Kept, Lifted, Paused, Resumed
from builders import AT, PERSON


def test_it_counts_down_to_nothing() -> None:
    allowed = Allowance(total_s=60)
    assert allowed.left_s(AT, AT + timedelta(seconds=18)) == 42
    assert allowed.left_s(AT, AT + timedelta(seconds=61)) == 0


def test_an_extension_comes_on_top() -> None:
    allowed = Allowance(total_s=60).after(Extended(by=PERSON, by_s=600), AT)
    assert (allowed.total_s, allowed.left_s(AT, AT)) == (660, 660)
    assert Allowance().after(Extended(by=PERSON, by_s=600), AT).total_s is None


def test_lifted_neither_time_nor_silence_ends_it() -> None:
    allowed = Allowance(total_s=60, idle_s=10).after(Lifted(by=PERSON), AT)
    assert (allowed.total_s, allowed.idle_s, allowed.left_s(AT, AT)) == (None, None, None)


def test_nothing_is_kept_without_a_deadline() -> None:
    allowed = Allowance(idle_s=10).after(Kept(by=PERSON, total_s=600), AT)
    assert (allowed.total_s, allowed.idle_s) == (600, 10)


def test_while_it_is_paused_no_time_passes() -> None:
    paused = Allowance(total_s=60).after(Paused(by=PERSON), AT + timedelta(seconds=10))
    assert paused.left_s(AT, AT + timedelta(seconds=500)) == 50
    assert paused.after(Paused(by=PERSON), AT + timedelta(seconds=20)) == paused
    resumed = paused.after(Resumed(by=PERSON), AT + timedelta(seconds=110))
    assert resumed.paused_at is None
    assert resumed.left_s(AT, AT + timedelta(seconds=115)) == 45
    assert resumed.used_s(AT, AT + timedelta(seconds=115)) == 15
    assert resumed.after(Resumed(by=PERSON), AT) == resumed


def test_what_changes_no_time_changes_nothing() -> None:
    assert Allowance(total_s=60).after(Interrupted(by=PERSON), AT) == Allowance(total_s=60)
