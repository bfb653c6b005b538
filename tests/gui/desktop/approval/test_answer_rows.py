"""The rows offer each answer once, with its keys, and say how long a question waits."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.answer_rows import LATER, AnswerRows
from assent.desktop.approval.calm import Calm


def the_rows(qtbot: QtBot, *, can_edit: bool = True, can_grant: bool = True) -> tuple[QWidget, AnswerRows]:
    window = QWidget()
    rows = AnswerRows(Calm(window), LIGHT, tuple, can_edit=can_edit, can_grant=can_grant)
    QVBoxLayout(window).addWidget(rows)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window, rows


def test_a_refusal_takes_the_advice_along_and_may_stop_the_agent(qtbot: QtBot) -> None:
    _window, rows = the_rows(qtbot)
    refused: list[tuple[str, bool]] = []
    rows.refused.connect(lambda advice, stops: refused.append((advice, stops)))
    QTest.keyClicks(rows.advice, " not there ")
    QTest.keyClick(rows.advice, Qt.Key.Key_Return)
    rows._refuse.click()
    rows._stop.click()
    assert refused == [("not there", False), ("not there", False), ("not there", True)]


def test_what_a_question_does_not_allow_is_not_there(qtbot: QtBot) -> None:
    _window, rows = the_rows(qtbot, can_edit=False, can_grant=False)
    shown = {button.text() for button in rows.findChildren(QPushButton) if button.isVisible()}
    assert shown == {"Refuse", "Refuse and stop the agent", LATER, rows.approve.text()}


def test_the_countdown_stands_on_the_button_that_decides_nothing(qtbot: QtBot) -> None:
    _window, rows = the_rows(qtbot)
    rows.show_countdown(75.2)
    assert "1:15" in rows._later.text()
    assert ":" not in rows.approve.text()
    rows.show_countdown(None)
    assert rows._later.text() == LATER


def test_each_button_shows_keys_of_its_own(qtbot: QtBot) -> None:
    _window, rows = the_rows(qtbot)
    keys = [button.keys for button in rows.findChildren(KeyButton)]
    assert all(keys)
    assert len(set(keys)) == len(keys)


def test_advice_that_was_written_is_known(qtbot: QtBot) -> None:
    _window, rows = the_rows(qtbot)
    rows.approve.setFocus()
    assert not rows.writes_advice
    rows.advice.setText("no")
    assert rows.writes_advice
