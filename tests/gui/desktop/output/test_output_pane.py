"""The pane shows the newest output, follows it until the person looks elsewhere, and never grows."""

import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import DARK, LIGHT
from assent.desktop.output.output_pane import MOST_LINES, MOST_PENDING_BYTES, OutputPane


@pytest.fixture
def pane(qtbot: QtBot) -> OutputPane:
    made = OutputPane(LIGHT)
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    qtbot.waitExposed(made)
    return made


def text(pane: OutputPane) -> str:
    return pane.document().toRawText().replace("\u2029", "\n")


def test_what_is_appended_shows_with_the_next_frame(pane: OutputPane, qtbot: QtBot) -> None:
    pane.append("stdout", b"one\n")
    pane.append("stdout", b"two")
    qtbot.waitUntil(lambda: text(pane) == "one\ntwo")
    pane.append("stdout", b" and more\n")
    qtbot.waitUntil(lambda: text(pane) == "one\ntwo and more\n")


def test_a_clean_pane_has_no_timer_running(pane: OutputPane, qtbot: QtBot) -> None:
    assert not pane._frame.isActive()
    pane.append("stdout", b"one\n")
    assert pane._frame.isActive()
    qtbot.waitUntil(lambda: not pane._frame.isActive())


def test_a_character_may_come_in_two_parts_on_two_channels(pane: OutputPane) -> None:
    euro = "€".encode()
    pane.append("stdout", euro[:1])
    pane.append("stderr", "é".encode()[:1])
    pane.append("stdout", euro[1:])
    pane.append("stderr", "é".encode()[1:])
    pane.append("stdout", b"\xff")
    pane.flush()
    assert text(pane) == "€é\ufffd"


def test_errors_look_different(pane: OutputPane) -> None:
    pane.append("stdout", b"usual ")
    pane.append("stderr", b"error")
    pane.flush()
    cursor = QTextCursor(pane.document())
    colours = []
    for position in (1, 8):
        cursor.setPosition(position)
        colours.append(cursor.charFormat().foreground().color().name())
    assert colours == [LIGHT.text, LIGHT.bad]


def test_what_is_on_screen_takes_on_new_colours(pane: OutputPane) -> None:
    pane.append("stdout", b"usual \x1b[31mred\n")
    pane.flush()
    pane.set_colours(DARK)
    cursor = QTextCursor(pane.document())
    cursor.setPosition(1)
    assert cursor.charFormat().foreground().color().name() == DARK.text
    assert pane.is_following


def test_a_flood_keeps_memory_bounded_and_says_so(pane: OutputPane, qtbot: QtBot) -> None:
    chunk = b"".join(b"\x1b[3%dmline %07d\x1b[0m of much output\n" % (n % 8, n) for n in range(20_000))
    before = psutil.Process().memory_info().rss
    fed = 0
    while fed < 50_000_000:
        for start in range(0, len(chunk), 65_536):
            pane.append("stdout", chunk[start : start + 65_536])
            assert pane._pending_bytes <= MOST_PENDING_BYTES
        fed += len(chunk)
        pane.flush()
    assert psutil.Process().memory_info().rss - before < 64_000_000
    assert pane.blockCount() <= MOST_LINES
    assert "line 0019999 of much output" in text(pane)
    assert "bytes left out" in text(pane)
    assert pane._gap.isVisible()
    assert "bytes came too fast to be shown" in pane._gap.text()
    pane.clear()
    assert not pane._gap.isVisible()


def test_one_endless_line_is_shown_cut(pane: OutputPane) -> None:
    for _ in range(100):
        pane.append("stdout", b"x" * 65_536)
        pane.flush()
    assert len(text(pane)) < 20_000


def test_it_follows_until_the_person_scrolls_up_and_again_at_the_end(pane: OutputPane, qtbot: QtBot) -> None:
    told: list[bool] = []
    pane.following_changed.connect(told.append)
    pane.append("stdout", b"line\n" * 200)
    pane.flush()
    bar = pane.verticalScrollBar()
    assert bar.value() == bar.maximum()
    QTest.keyClick(pane, Qt.Key.Key_PageUp)
    bar.setValue(50)
    pane.append("stdout", b"line\n" * 50)
    pane.flush()
    assert (bar.value(), pane.is_following, told) == (50, False, [False])
    bar.setValue(bar.maximum())
    pane.append("stdout", b"line\n" * 50)
    pane.flush()
    assert (bar.value(), pane.is_following, told) == (bar.maximum(), True, [False, True])


def test_a_button_brings_back_to_the_end(pane: OutputPane) -> None:
    pane.append("stdout", b"line\n" * 200)
    pane.flush()
    assert not pane._to_end.isVisible()
    pane.verticalScrollBar().setValue(3)
    assert pane._to_end.isVisible()
    QTest.mouseClick(pane._to_end, Qt.MouseButton.LeftButton)
    assert pane.verticalScrollBar().value() == pane.verticalScrollBar().maximum()
    assert not pane._to_end.isVisible()


def test_a_hidden_pane_catches_up_when_it_is_shown(pane: OutputPane) -> None:
    pane.hide()
    pane.append("stdout", b"meanwhile\n")
    pane.show()
    assert text(pane) == "meanwhile\n"


def test_cleared_it_starts_over(pane: OutputPane) -> None:
    pane.append("stdout", b"\x1b[31mred\xe2")
    pane.flush()
    pane.append("stdout", b"pending")
    pane.clear()
    pane.append("stdout", b"new")
    pane.flush()
    assert text(pane) == "new"
    assert QTextCursor(pane.document()).charFormat().foreground().color() != QColor("red")


def test_hostile_bytes_are_survived(pane: OutputPane) -> None:
    pane.append("stdout", bytes(range(256)) * 400)
    pane.append("stderr", b"\x1b" * 5000 + b"\x9b" * 5000 + b"\r" * 5000 + b"\x00" * 5000)
    pane.flush()
    assert pane.blockCount() > 1
