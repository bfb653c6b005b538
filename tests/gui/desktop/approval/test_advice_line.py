"""Advice is typed, or chosen from what is often said, and choosing decides nothing."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.advice_line import LONGEST, AdviceLine

CTRL = Qt.KeyboardModifier.ControlModifier


def a_line(qtbot: QtBot, *words: str) -> AdviceLine:
    line = AdviceLine(lambda: words, LIGHT)
    qtbot.addWidget(line)
    line.show()
    line.activateWindow()
    qtbot.waitUntil(line.isActiveWindow)
    return line


def test_what_is_often_said_is_chosen_and_can_be_changed(qtbot: QtBot) -> None:
    line = a_line(qtbot, "Plan & wait.", "Only read.")
    entered: list[int] = []
    line.returnPressed.connect(lambda: entered.append(1))
    QTest.keyClick(line, Qt.Key.Key_Down)
    assert [action.text() for action in line._menu.actions()] == ["Plan && wait.", "Only read."]
    line._menu.actions()[0].trigger()
    line._menu.close()
    assert (line.advice, entered) == ("Plan & wait.", [])


def test_it_is_asked_for_anew_each_time(qtbot: QtBot) -> None:
    words = ["one"]
    line = AdviceLine(lambda: words, LIGHT)
    qtbot.addWidget(line)
    for known in (["one"], ["two", "one"], []):
        words[:] = known
        line.open_menu()
        assert [action.text() for action in line._menu.actions()] == known
        line._menu.close()


def test_the_keys_go_there_and_then_open_the_menu(qtbot: QtBot) -> None:
    line = a_line(qtbot, "one")
    line.clearFocus()
    line.go_there()
    assert (line.hasFocus(), line._menu.isVisible()) == (True, False)
    line.go_there()
    assert line._menu.isVisible()
    line._menu.close()


def test_hidden_signs_and_length_are_held_in_check(qtbot: QtBot) -> None:
    line = a_line(qtbot, "x\u202ey", "long " * 200)
    line.open_menu()
    shown = [action.text() for action in line._menu.actions()]
    line._menu.close()
    assert shown[0] == "x⟦U+202E⟧y"
    assert len(shown[1]) <= 80
    assert line.maxLength() == LONGEST


def test_typing_is_told(qtbot: QtBot) -> None:
    line, told = a_line(qtbot), list[int]()
    line.typed.connect(lambda: told.append(1))
    QTest.keyClicks(line, "no ")
    assert (line.advice, len(told)) == ("no", 3)
