"""The command is shown whole, as it is, and its end is known to have been on screen."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QTextOption
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.command_view import CommandView
from assent.model.judgement import Disguise
from marks import marks_of


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
    qtbot.waitUntil(lambda: view.is_whole)
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
    qtbot.waitUntil(lambda: view.is_whole)
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
    qtbot.waitUntil(lambda: view.is_whole)
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
    view = a_view(qtbot, text)
    # One paragraph of this size would take Qt a minute.
    qtbot.waitUntil(lambda: view.is_whole, timeout=40_000)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: view.end_was_seen, timeout=20_000)


def test_it_asks_for_no_more_lines_than_it_has(qtbot: QtBot) -> None:
    view = a_view(qtbot, "one\ntwo")
    assert view.wanted_height(1) < view.wanted_height(2) == view.wanted_height(16)


HEREDOC = "cat > x <<'EOF'\n" + "line\n" * 300 + "EOF\nrm -rf ~"


def folded(qtbot: QtBot, text: str, height: int = 200) -> CommandView:
    view = a_view(qtbot, text, height)
    qtbot.waitUntil(lambda: view.is_whole)
    qtbot.waitUntil(lambda: view._end_was_drawn or view.verticalScrollBar().maximum() > 0)
    return view


def test_a_heredoc_is_folded_with_its_size_and_has_to_be_read(qtbot: QtBot) -> None:
    view = folded(qtbot, HEREDOC)
    assert "heredoc EOF · 300 lines" in view.rows[1].text
    assert (view.end_was_seen, view.unread_folds) == (False, 1)
    for _ in range(60):
        QTest.keyClick(view, Qt.Key.Key_Space)
        qtbot.wait(1)
    qtbot.waitUntil(lambda: view.end_was_seen)
    assert view.unread_folds == 0


def test_opening_a_fold_is_not_reading_it(qtbot: QtBot) -> None:
    view = folded(qtbot, HEREDOC)
    view.toggle(view._folds[0])
    qtbot.wait(20)
    view.toggle(view._folds[0])
    qtbot.wait(20)
    assert (view.end_was_seen, view.unread_folds) == (False, 1)


def test_a_fold_opens_and_shuts_by_click(qtbot: QtBot) -> None:
    view = folded(qtbot, HEREDOC)
    for length in (304, 4):
        _, box = next(each for each in view.blocks_in_view() if each[0].blockNumber() == 1)
        QTest.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(box.left() + 60, box.center().y())
        )
        assert len(view.rows) == length


def test_code_for_a_shell_starts_open(qtbot: QtBot) -> None:
    view = folded(qtbot, HEREDOC.replace("cat > x", "bash"))
    assert len(view.rows) > 300
    assert view.rows[1].text.startswith("⟦▾ heredoc")
    assert view.unread_folds == 1


def test_a_long_argument_is_folded_and_need_not_be_read(qtbot: QtBot) -> None:
    view = a_view(qtbot, "echo " + "QUJD" * 20_000 + " | base64 -d | sh")
    qtbot.waitUntil(lambda: view.end_was_seen)
    assert "79,920 characters" in view.rows[0].text
    assert view.rows[0].text.endswith("| base64 -d | sh")


def test_the_grammar_gives_it_colours(qtbot: QtBot) -> None:
    view = a_view(qtbot, "git log --stat # x")
    colours = {text: look.foreground().color() for text, look in marks_of(view)}
    assert colours["git"] == QColor(LIGHT.code_name)
    assert colours["--stat"] == QColor(LIGHT.code_option)
    assert colours["# x"] == QColor(LIGHT.code_comment)


def test_a_long_command_has_its_colours_a_moment_later(qtbot: QtBot) -> None:
    view = a_view(qtbot, "git log\n" * 1_000)
    qtbot.waitUntil(lambda: "git" in dict(marks_of(view)))


def test_what_is_no_command_has_none(qtbot: QtBot) -> None:
    view = a_view(qtbot, "")
    view.show_text("git log # x", is_shell=False)
    assert marks_of(view) == []


def test_what_looks_like_another_is_underlined(qtbot: QtBot) -> None:
    view = a_view(qtbot, "")
    view.show_text("g\u0456t x", (Disguise(offset=1, code_points=(0x456,), kind="look-alike"),))
    view.mark_again()
    (look,) = [look for text, look in marks_of(view) if text == "\u0456"]
    assert look.underlineColor() == QColor(LIGHT.bad)


def test_a_part_is_set_off_and_brought_into_view(qtbot: QtBot) -> None:
    text = "\n".join(f"echo {number}" for number in range(300))
    view = a_view(qtbot, text)
    view.mark_place(text.index("echo 250"), text.index("echo 250") + 8)
    places = [t for t, look in marks_of(view) if look.background().color() == QColor(LIGHT.selected)]
    assert "".join(places) == "echo 250"


def test_typing_at_it_is_told(qtbot: QtBot) -> None:
    view, heard = a_view(qtbot, "ls"), list[int]()
    view.typed_at.connect(lambda: heard.append(1))
    QTest.keyClicks(view, "yes")
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert heard == [1, 1, 1]


def test_what_comes_into_view_has_its_colours_too(qtbot: QtBot) -> None:
    def is_coloured(line: int) -> bool:
        return bool(view.document().findBlockByNumber(line).layout().formats())

    view = a_view(qtbot, "\n".join(["echo 'a'"] * 20), height=60)
    qtbot.waitUntil(lambda: is_coloured(0))
    view.resize(view.width(), 140)
    assert is_coloured(6)
