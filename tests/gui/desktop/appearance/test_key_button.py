"""A button shows its keys, takes them once, and is pressed by nothing else."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.key_button import KeyButton


def shown(button: KeyButton, qtbot: QtBot) -> tuple[QWidget, list[int]]:
    window, pressed = QWidget(), list[int]()
    QVBoxLayout(window).addWidget(button)
    qtbot.addWidget(window)
    button.clicked.connect(lambda: pressed.append(1))
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window, pressed


def test_its_keys_press_it_wherever_the_focus_is(qtbot: QtBot) -> None:
    button = KeyButton("Refuse", "Ctrl+R")
    window, pressed = shown(button, qtbot)
    QTest.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert (pressed, button.keys) == ([1], "Ctrl+R")


def test_it_is_wide_enough_for_both(qtbot: QtBot) -> None:
    button, bare = KeyButton("Refuse", "Ctrl+R"), KeyButton("Refuse")
    _window, _ = shown(button, qtbot)
    qtbot.addWidget(bare)
    metrics = button.fontMetrics()
    assert button.sizeHint().width() >= bare.sizeHint().width() + metrics.horizontalAdvance("Ctrl+R")
    assert not button.grab().isNull()


def test_enter_does_not_press_it(qtbot: QtBot) -> None:
    button = KeyButton("Refuse", "Ctrl+R")
    _window, pressed = shown(button, qtbot)
    assert not button.isDefault()
    assert not button.autoDefault()
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert pressed == []


def test_keys_that_somebody_else_listens_for_are_only_shown(qtbot: QtBot) -> None:
    button = KeyButton("Later", "Esc", takes_keys=False)
    window, pressed = shown(button, qtbot)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert (pressed, button.keys) == ([], "Esc")
