"""The command is shown whole, as it is, and its end is known to have been on screen."""

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextOption
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.command_view import CommandView


def a_view(qtbot: QtBot, text: str, height: int = 200) -> CommandView:
    view = CommandView(LIGHT)
    qtbot.addWidget(view)
    view.resize(500, height)
    view.show_text(text)
    view.show()
    qtbot.waitExposed(view)
    return view


def test_a_short_command_is_seen_at_once(qtbot: QtBot) -> None:
    view = a_view(qtbot, "git status")
    qtbot.waitUntil(lambda: view.end_was_seen)


def test_a_long_one_only_when_it_was_scrolled_to_its_end(qtbot: QtBot) -> None:
    view = a_view(qtbot, "\n".join(f"echo {number}" for number in range(200)))
    seen: list[int] = []
    view.end_seen.connect(lambda: seen.append(1))
    qtbot.wait(20)
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    qtbot.wait(20)
    assert not view.end_was_seen
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: view.end_was_seen)
    bar.setValue(0)
    bar.setValue(bar.maximum())
    qtbot.wait(20)
    assert seen == [1]


def test_one_endless_line_has_an_end_too(qtbot: QtBot) -> None:
    view = a_view(qtbot, "echo " + "x-" * 25_000 + "; rm -rf ~")
    qtbot.wait(20)
    assert not view.end_was_seen
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: view.end_was_seen)


def test_another_text_is_not_seen_before_it_is(qtbot: QtBot) -> None:
    view = a_view(qtbot, "short")
    qtbot.waitUntil(lambda: view.end_was_seen)
    view.show_text("\n".join("line" for _ in range(200)))
    qtbot.wait(20)
    assert not view.end_was_seen


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_PageDown])
def test_it_scrolls_by_keys(qtbot: QtBot, key: Qt.Key) -> None:
    view = a_view(qtbot, "\n".join(f"echo {number}" for number in range(100)))
    for _ in range(40):
        QTest.keyClick(view, key)
    qtbot.waitUntil(lambda: view.end_was_seen)


def test_it_is_written_left_to_right_and_wrapped_anywhere(qtbot: QtBot) -> None:
    view = a_view(qtbot, "\u05d0\u05d1 rm")
    option = view.document().defaultTextOption()
    assert option.textDirection() == Qt.LayoutDirection.LeftToRight
    assert option.wrapMode() == QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    assert view.isReadOnly()


@pytest.mark.parametrize(
    "text",
    [
        "x" * 262_144,
        "\u202e" * 100_000,
        "a\n" * 131_072,
        "\u202e\u200b" * 50_000,
        "\n" * 262_144,
        "é" * 262_144,
    ],
    ids=["one line", "one control", "lines", "controls", "empty lines", "beyond ASCII"],
)
def test_the_largest_commands_are_shown(qtbot: QtBot, text: str) -> None:
    began = time.monotonic()
    view = a_view(qtbot, text)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: view.end_was_seen)
    # One paragraph of this size takes Qt a minute: far from that, however slow the machine.
    assert time.monotonic() - began < 20


def test_the_numbers_leave_room_for_the_largest(qtbot: QtBot) -> None:
    assert a_view(qtbot, "\n" + "x\n" * 20_000).numbers_width() > a_view(qtbot, "x").numbers_width()


def test_it_asks_for_no_more_lines_than_it_has(qtbot: QtBot) -> None:
    view = a_view(qtbot, "one\ntwo")
    assert view.wanted_height(1) < view.wanted_height(2) == view.wanted_height(16)
