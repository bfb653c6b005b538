"""The band stands across the window while nobody is asked, and ends that at once."""

from datetime import UTC, datetime, timedelta

from pytestqt.qtbot import QtBot

from assent.desktop.mode.mode_band import AWAY, LOCKED, ModeBand
from assent.model.mode import Mode


def a_band(qtbot: QtBot) -> tuple[ModeBand, list[Mode]]:
    band, ended = ModeBand(), list[Mode]()
    qtbot.addWidget(band)
    band.ended.connect(ended.append)
    return band, ended


def test_the_usual_modes_have_none(qtbot: QtBot) -> None:
    band, _ = a_band(qtbot)
    for mode in (Mode(), Mode(name="auto-read")):
        band.show_mode(mode)
        assert not band.isVisibleTo(None)


def test_trust_says_how_long_it_lasts_in_red_and_can_be_ended(qtbot: QtBot) -> None:
    band, ended = a_band(qtbot)
    band.show_mode(Mode(name="trust", until=datetime.now(UTC) + timedelta(minutes=15), is_away=True))
    assert band.isVisibleTo(None)
    assert band.property("role") == "alarm"
    assert "14:5" in band.text
    assert band._tick.isActive()
    band._end.click()
    assert ended == [Mode(is_away=True)]
    band.show_mode(Mode())
    assert not band._tick.isActive()


def test_lockdown_is_lifted(qtbot: QtBot) -> None:
    band, ended = a_band(qtbot)
    band.show_mode(Mode(name="lockdown"))
    assert (band.text, band._end.text()) == (LOCKED, "Lift it")
    band._end.click()
    assert ended == [Mode()]


def test_who_comes_back_says_so(qtbot: QtBot) -> None:
    band, ended = a_band(qtbot)
    band.show_mode(Mode(name="auto-read", is_away=True))
    assert band.text == AWAY
    band._end.click()
    assert ended == [Mode(name="auto-read")]
