"""Every rung can be told from the others, by its words, its keys and its effect."""

from assent import resources
from assent.desktop.calls import rungs
from assent.desktop.calls.rungs import Rung

RUNGS = [each for each in vars(rungs).values() if isinstance(each, Rung)]


def test_no_two_say_the_same() -> None:
    assert len(RUNGS) == 9
    assert len({each.text for each in RUNGS}) == len({each.effect for each in RUNGS}) == 9


def test_each_has_its_drawing() -> None:
    assert all("<svg" in resources.text(f"icons/tabler/{each.icon}.svg") for each in RUNGS)


def test_pausing_and_going_on_share_their_keys_and_nothing_else_does() -> None:
    assert rungs.PAUSE.keys == rungs.RESUME.keys
    assert len({each.keys for each in RUNGS}) == 8
