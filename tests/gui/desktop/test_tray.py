"""The tray's icon counts, offers what is needed without the window, and speaks once."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.icons import mark
from assent.desktop.tray import Tray
from assent.model.mode import Mode


@pytest.fixture
def tray(qtbot: QtBot) -> Iterator[Tray]:
    made = Tray("Assent")
    yield made
    made.close()


def action(tray: Tray, text: str) -> QAction:
    return next(each for each in tray._menu.actions() if each.text() == text)


def test_the_menu_asks_for_what_it_says(tray: Tray) -> None:
    told: list[str] = []
    tray.show_asked.connect(lambda: told.append("show"))
    tray.waiting_asked.connect(lambda: told.append("waiting"))
    tray.stop_all_asked.connect(lambda: told.append("stop"))
    tray.quit_asked.connect(lambda: told.append("quit"))
    tray.show_counts(1, 1)
    for text in ("Show window", "1 request waits for you", "Stop everything", "Quit"):
        action(tray, text).trigger()
    assert told == ["show", "waiting", "stop", "quit"]


def test_counts_are_on_the_icon_and_in_words(tray: Tray) -> None:
    tray.show_counts(2, 1)
    assert tray._icon.toolTip() == "Assent\n2 requests wait for you\n1 command running"
    assert tray._icon.icon().pixmap(22, 22).toImage() == mark(2).pixmap(22, 22).toImage()
    tray.show_counts(0, 0)
    assert tray._icon.toolTip() == "Assent"
    assert not action(tray, "Stop everything").isEnabled()
    assert not action(tray, "Nothing waits").isEnabled()


def test_a_click_on_the_icon_shows_the_window(tray: Tray) -> None:
    told: list[int] = []
    tray.show_asked.connect(lambda: told.append(1))
    tray._icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)
    tray._icon.activated.emit(QSystemTrayIcon.ActivationReason.Context)
    assert told == [1]


def test_it_says_once_that_the_window_is_hidden(tray: Tray, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[object] = []
    monkeypatch.setattr(tray._icon, "showMessage", lambda *words: said.append(words))
    tray.say_hidden()
    tray.say_hidden()
    assert len(said) == 1


def test_the_mode_is_chosen_and_shown_without_the_window(tray: Tray) -> None:
    told: list[Mode] = []
    tray.mode_chosen.connect(told.append)
    tray._modes.actions()[1].trigger()
    assert told == [Mode(name="auto-read")]
    tray.show_counts(1, 0)
    tray.show_mode(told[0])
    assert tray._icon.toolTip() == "Assent\nMode: Auto-read\n1 request waits for you"
    tray.show_mode(Mode())
    assert "Mode" not in tray._icon.toolTip()
