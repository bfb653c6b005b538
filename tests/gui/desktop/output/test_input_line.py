"""The line for typing sends and forgets, and shows no secret."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import Theme
from assent.desktop.output.input_line import HIDDEN_HINT, HINT, InputLine

CTRL = Qt.KeyboardModifier.ControlModifier
SECRET = "correct horse"


@pytest.fixture
def line(qtbot: QtBot, theme: Theme) -> InputLine:
    made = InputLine(theme)
    qtbot.addWidget(made)
    made.resize(600, made.sizeHint().height())
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.take_focus()
    return made


@pytest.fixture
def typed(line: InputLine) -> list[bytes]:
    sent: list[bytes] = []
    line.typed.connect(sent.append)
    return sent


def is_masked(line: InputLine) -> bool:
    return line._line.echoMode() == QLineEdit.EchoMode.Password


def test_enter_sends_the_line_and_empties_it(line: InputLine, typed: list[bytes]) -> None:
    line._line.insert("yés")  # QTest knows the keys of ASCII only
    QTest.keyClick(line._line, Qt.Key.Key_Return)
    QTest.keyClick(line._line, Qt.Key.Key_Enter)
    assert typed == ["yés\r".encode(), b"\r"]
    assert line._line.text() == ""


def test_nothing_brings_a_sent_line_back(line: InputLine) -> None:
    line.set_hidden(hidden=True)
    QTest.keyClicks(line._line, SECRET)
    QTest.keyClick(line._line, Qt.Key.Key_Return)
    line.set_hidden(hidden=False)
    for _ in range(5):
        QTest.keyClick(line._line, Qt.Key.Key_Z, CTRL)
        QTest.keyClick(line._line, Qt.Key.Key_Up)
    assert line._line.text() == ""
    assert not line._line.isUndoAvailable()
    assert line._line.completer() is None


def test_a_secret_is_shown_to_nobody(line: InputLine) -> None:
    line.set_hidden(hidden=True)
    QTest.keyClicks(line._line, SECRET)
    line._line.selectAll()
    QGuiApplication.clipboard().setText("before")
    QTest.keyClick(line._line, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "before"
    assert SECRET not in line._line.displayText()
    spoken = QAccessible.queryAccessibleInterface(line._line)
    assert SECRET not in spoken.text(QAccessible.Text.Value)
    assert line._line.inputMethodHints() & Qt.InputMethodHint.ImhHiddenText


def test_what_began_as_a_secret_stays_masked_until_it_is_gone(line: InputLine) -> None:
    line.set_hidden(hidden=True)
    QTest.keyClicks(line._line, SECRET)
    line.set_hidden(hidden=False)
    assert is_masked(line)
    line._line.setText("")
    assert not is_masked(line)


def test_what_is_in_the_line_when_a_secret_is_asked_for_is_masked(line: InputLine) -> None:
    QTest.keyClicks(line._line, SECRET)
    assert not is_masked(line)
    line.set_hidden(hidden=True)
    assert is_masked(line)


def test_it_says_whether_it_shows_what_is_typed(line: InputLine) -> None:
    assert line._hint.accessibleName() == HINT
    line.set_hidden(hidden=True)
    assert line._hint.accessibleName() == HIDDEN_HINT
    assert "secret" in line._line.accessibleName()
    line.take_colours()
    assert line._hint.accessibleName() == HIDDEN_HINT


def test_it_forgets_what_was_not_sent(line: InputLine) -> None:
    line.set_hidden(hidden=True)
    QTest.keyClicks(line._line, SECRET)
    line.forget()
    assert line._line.text() == ""
    assert not is_masked(line)
    assert not line._line.isUndoAvailable()


def test_ctrl_c_interrupts_and_ctrl_d_ends_the_input(line: InputLine, typed: list[bytes]) -> None:
    QTest.keyClick(line._line, Qt.Key.Key_C, CTRL)
    QTest.keyClick(line._line, Qt.Key.Key_D, CTRL)
    assert typed == [b"\x03", b"\x04"]
    QTest.keyClicks(line._line, "half")
    QTest.keyClick(line._line, Qt.Key.Key_D, CTRL)
    line._line.selectAll()
    QTest.keyClick(line._line, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "half"
    assert typed == [b"\x03", b"\x04"]
