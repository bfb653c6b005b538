"""Calm comes after the window was shown, active and unchanged for long enough, and nobody types."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from assent.desktop.approval.calm import ARMING_MS, TYPING_MS, Calm

CTRL = Qt.KeyboardModifier.ControlModifier
Make = Callable[[], tuple[QWidget, Calm]]


@pytest.fixture
def make(qtbot: QtBot) -> Make:
    def made() -> tuple[QWidget, Calm]:
        window = QWidget()
        calm = Calm(window)
        qtbot.addWidget(window)
        window.show()
        return window, calm

    return made


@pytest.fixture
def reached(make: Make, qtbot: QtBot) -> tuple[QWidget, Calm]:
    window, calm = make()
    window.activateWindow()
    qtbot.waitUntil(lambda: calm.is_reached)
    return window, calm


def test_it_takes_its_time_from_the_moment_the_window_is_active(make: Make, qtbot: QtBot) -> None:
    window, calm = make()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert not calm.is_reached
    assert 0 < calm.left_ms <= ARMING_MS
    qtbot.waitUntil(lambda: calm.is_reached)
    assert calm._settling.elapsed() >= ARMING_MS
    assert calm.left_ms == 0


def test_a_window_that_is_not_active_is_never_calm(reached: tuple[QWidget, Calm], qtbot: QtBot) -> None:
    _, calm = reached
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    assert not calm.is_settled
    calm.begin()  # what changes in it meanwhile begins nothing
    assert (calm.is_settled, calm.left_ms) == (False, 0)


@pytest.mark.parametrize("change", ["move", "resize", "hide", "begin"])
def test_what_changes_begins_anew(reached: tuple[QWidget, Calm], change: str) -> None:
    window, calm = reached
    changes: dict[str, Callable[[], object]] = {
        "move": lambda: window.move(window.x() + 5, window.y()),
        "resize": lambda: window.resize(window.width() + 5, window.height()),
        "hide": window.hide,
        "begin": calm.begin,
    }
    changes[change]()
    assert not calm.is_settled


def test_a_key_delays_a_yes_but_nothing_else(reached: tuple[QWidget, Calm], qtbot: QtBot) -> None:
    window, calm = reached
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Y)
    assert (calm.is_reached, calm.is_settled) == (False, True)
    assert 0 < calm.left_ms <= TYPING_MS
    qtbot.waitUntil(lambda: calm.is_reached)
    assert calm._typing.elapsed() >= TYPING_MS


def test_a_key_in_another_of_our_windows_counts(reached: tuple[QWidget, Calm], qtbot: QtBot) -> None:
    window, calm = reached
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    QTest.keyClick(other.windowHandle(), Qt.Key.Key_Y)
    assert not calm._is_quiet
    window.activateWindow()
    qtbot.waitUntil(lambda: calm.is_reached)


@pytest.mark.parametrize("key", [Qt.Key.Key_Control, Qt.Key.Key_Shift])
def test_a_modifier_alone_and_the_chord_are_no_typing(reached: tuple[QWidget, Calm], key: Qt.Key) -> None:
    window, calm = reached
    QTest.keyPress(window.windowHandle(), key)
    QTest.keyPress(window.windowHandle(), Qt.Key.Key_Return, CTRL)
    assert calm.is_reached


def test_it_tells_that_somebody_is_there(reached: tuple[QWidget, Calm]) -> None:
    window, calm = reached
    told: list[int] = []
    calm.touched.connect(lambda: told.append(1))
    QTest.mouseMove(window.windowHandle())
    QTest.mouseMove(window.windowHandle(), window.rect().center())
    assert told
    told.clear()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Y)
    assert told


def test_it_outlives_the_windows_that_had_the_focus(reached: tuple[QWidget, Calm], qtbot: QtBot) -> None:
    window, calm = reached
    other = QWidget()
    other.show()
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    other.close()
    other.deleteLater()
    window.activateWindow()
    qtbot.waitUntil(lambda: calm.is_reached)


def test_a_focus_that_comes_with_the_window_is_nobodys_touch(make: Make, qtbot: QtBot) -> None:
    window, calm = make()
    told: list[int] = []
    calm.touched.connect(lambda: told.append(1))
    window.activateWindow()
    qtbot.waitUntil(lambda: calm.is_reached)
    assert told == []
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    window.activateWindow()
    qtbot.waitUntil(lambda: bool(told))
