"""The pane of a command with a terminal sends what is typed, and keeps none of it."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt
from PySide6.QtGui import (
    QClipboard,
    QContextMenuEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QTextCursor,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import LIGHT
from assent.desktop.output.terminal_pane import TerminalPane

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def pane(qtbot: QtBot) -> Iterator[TerminalPane]:
    window = QWidget()  # a name for it: nothing else keeps it alive
    made = TerminalPane(LIGHT)
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(made)
    qtbot.addWidget(window)
    window.resize(600, 300)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    made.setFocus()
    yield made
    window.hide()


@pytest.fixture
def typed(pane: TerminalPane) -> bytearray:
    sent = bytearray()
    pane.typed.connect(sent.extend)
    return sent


def write(pane: TerminalPane, data: bytes) -> None:
    pane.append("stdout", data)
    pane.flush()


def text(pane: TerminalPane) -> str:
    return pane.document().toRawText().replace("\u2029", "\n")


def test_keys_go_to_the_command_and_not_into_the_pane(pane: TerminalPane, typed: bytearray) -> None:
    QTest.keyClicks(pane, "h")
    QApplication.sendEvent(pane, QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, "é"))
    QTest.keyClick(pane, Qt.Key.Key_Tab)
    QTest.keyClick(pane, Qt.Key.Key_Backtab, SHIFT)
    QTest.keyClick(pane, Qt.Key.Key_Up)
    QTest.keyClick(pane, Qt.Key.Key_Return)
    assert bytes(typed) == "hé\t\x1b[Z\x1b[A\r".encode()
    assert pane.hasFocus()
    assert text(pane) == ""


def test_it_looks_as_the_program_wants_it(pane: TerminalPane) -> None:
    write(pane, b"\x1b[1mName\x1b[0m: ab\b \bc\r\n 10%\r 90%\x1b[K\r\nPassword: ")
    assert text(pane) == "Name: ac\n 90%\nPassword: "


def test_the_arrows_are_those_that_the_program_asked_for(pane: TerminalPane, typed: bytearray) -> None:
    write(pane, b"\x1b[?1;2004h")
    QTest.keyClick(pane, Qt.Key.Key_Up)
    write(pane, b"\x1b[?1l")
    QTest.keyClick(pane, Qt.Key.Key_Up)
    assert bytes(typed) == b"\x1bOA\x1b[A"


def test_ctrl_c_interrupts_and_copies_where_something_is_selected(
    pane: TerminalPane, typed: bytearray
) -> None:
    write(pane, b"take this")
    QTest.keyClick(pane, Qt.Key.Key_C, CTRL)
    assert bytes(typed) == b"\x03"
    pane.selectAll()
    QTest.keyClick(pane, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "take this"
    assert bytes(typed) == b"\x03"
    QTest.keyClick(pane, Qt.Key.Key_C, CTRL)
    assert bytes(typed) == b"\x03\x03"


@pytest.mark.parametrize(
    ("key", "held"),
    [(Qt.Key.Key_V, CTRL | SHIFT), (Qt.Key.Key_Insert, SHIFT)],
    ids=["ctrl+shift+v", "insert"],
)
def test_a_paste_is_typed(
    pane: TerminalPane, typed: bytearray, key: Qt.Key, held: Qt.KeyboardModifier
) -> None:
    QGuiApplication.clipboard().setText("one\ntwo")
    QTest.keyClick(pane, key, held)
    assert bytes(typed) == b"one\rtwo"
    typed.clear()
    write(pane, b"\x1b[?2004h")
    QTest.keyClick(pane, key, held)
    assert bytes(typed) == b"\x1b[200~one\rtwo\x1b[201~"
    assert text(pane) == ""


def test_the_middle_button_pastes_the_selection_where_there_is_one(
    pane: TerminalPane, typed: bytearray, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = QMimeData()
    chosen.setText("chosen")
    monkeypatch.setattr(QClipboard, "supportsSelection", lambda _: True)
    monkeypatch.setattr(QClipboard, "mimeData", lambda *_: chosen)
    QTest.mouseClick(pane.viewport(), Qt.MouseButton.MiddleButton)
    assert bytes(typed) == b"chosen"


def test_the_menu_offers_to_paste(pane: TerminalPane, typed: bytearray) -> None:
    QGuiApplication.clipboard().setText("from the menu")
    place = QPoint(5, 5)
    pane.contextMenuEvent(
        QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, pane.mapToGlobal(place))
    )
    menu = next(
        each for each in QApplication.topLevelWidgets() if isinstance(each, QMenu) and each.isVisible()
    )
    (paste,) = (action for action in menu.actions() if action.text() == "Paste")
    paste.trigger()
    menu.close()
    assert bytes(typed) == b"from the menu"


def test_an_input_method_types_too(pane: TerminalPane, typed: bytearray) -> None:
    event = QInputMethodEvent("ni", [])
    QApplication.sendEvent(pane, event)
    assert bytes(typed) == b""
    event = QInputMethodEvent("", [])
    event.setCommitString("你")
    QApplication.sendEvent(pane, event)
    assert bytes(typed) == "你".encode()
    assert pane.inputMethodQuery(Qt.InputMethodQuery.ImEnabled)
    assert not pane.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).isEmpty()


def test_an_input_method_learns_no_secret(pane: TerminalPane) -> None:
    pane.set_hidden(hidden=True)
    assert pane.inputMethodHints() & Qt.InputMethodHint.ImhSensitiveData
    pane.set_hidden(hidden=False)
    assert not pane.inputMethodHints() & Qt.InputMethodHint.ImhSensitiveData


def test_the_way_out_is_ctrl_tab(pane: TerminalPane, typed: bytearray) -> None:
    told: list[bool] = []
    pane.leave_asked.connect(told.append)
    QTest.keyClick(pane, Qt.Key.Key_Tab, CTRL)
    QTest.keyClick(pane, Qt.Key.Key_Backtab, CTRL | SHIFT)
    assert told == [True, False]
    assert bytes(typed) == b""


def test_the_window_gets_its_own_keys_and_no_others(pane: TerminalPane, typed: bytearray) -> None:
    told: list[str] = []
    for keys in ("Ctrl+Shift+K", "Ctrl+K", "Alt+F"):
        shortcut = QShortcut(QKeySequence(keys), pane.window())
        shortcut.activated.connect(lambda keys=keys: told.append(keys))
    QTest.keyClick(pane, Qt.Key.Key_K, CTRL | SHIFT)
    QTest.keyClick(pane, Qt.Key.Key_K, CTRL)
    QTest.keyClick(pane, Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier)
    assert told == ["Ctrl+Shift+K"]
    assert bytes(typed) == b"\x0b\x1bf"


def test_shift_and_page_keys_scroll(pane: TerminalPane, typed: bytearray) -> None:
    write(pane, b"line\r\n" * 100)
    end = pane.verticalScrollBar().value()
    QTest.keyClick(pane, Qt.Key.Key_PageUp, SHIFT)
    assert pane.verticalScrollBar().value() < end
    QTest.keyClick(pane, Qt.Key.Key_PageDown, SHIFT)
    assert pane.verticalScrollBar().value() == end
    assert bytes(typed) == b""


def test_typing_brings_back_to_the_end(pane: TerminalPane) -> None:
    write(pane, b"line\r\n" * 100)
    pane.verticalScrollBar().setValue(3)
    QTest.keyClicks(pane, "x")
    assert pane.is_following


def test_the_size_is_told_at_once_and_then_when_it_rests(qtbot: QtBot) -> None:
    pane, told = TerminalPane(LIGHT), list[tuple[int, int]]()
    pane.resized.connect(lambda *size: told.append(size))
    qtbot.addWidget(pane)
    pane.resize(600, 300)
    pane.show()
    qtbot.waitUntil(lambda: len(told) == 1)
    rows, columns = told[0]
    assert (rows, columns) == pane.wanted_size()
    assert rows > 5
    assert columns > 40
    for width in range(601, 900, 20):
        pane.resize(width, 300)
    qtbot.waitUntil(lambda: told[-1] == pane.wanted_size())
    assert len(told) < 8
    pane.end()
    pane.resize(500, 200)
    assert not pane._settling.isActive()


def test_a_line_as_long_as_the_terminal_is_wide_stays_one_line(pane: TerminalPane, qtbot: QtBot) -> None:
    _, columns = pane.wanted_size()
    write(pane, b"x\r\n" * 100 + b"y" * columns)
    qtbot.waitUntil(pane.verticalScrollBar().isVisible)
    assert pane.wanted_size()[1] == columns
    assert pane.document().lastBlock().layout().lineCount() == 1


def test_the_caret_stands_where_the_next_character_goes(pane: TerminalPane) -> None:
    write(pane, "😀ab".encode())
    cursor = QTextCursor(pane.document())
    cursor.movePosition(QTextCursor.MoveOperation.End)
    assert pane._caret().left() == pane.cursorRect(cursor).left()
    write(pane, b"\b")
    assert pane._caret().left() < pane.cursorRect(cursor).left()
    filled = pane.grab().toImage()
    pane.clearFocus()
    assert pane.grab().toImage() != filled


def test_ended_it_takes_no_keys_and_lets_tab_go(pane: TerminalPane, typed: bytearray) -> None:
    pane.end()
    QTest.keyClicks(pane, "late")
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_V, CTRL | SHIFT)
    pane.keyPressEvent(event)
    pane.insertFromMimeData(QMimeData())
    assert bytes(typed) == b""
    assert not pane.is_live
    assert not pane.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
