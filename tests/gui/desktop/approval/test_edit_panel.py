"""What the person edits comes out as it went in, changed only where they changed it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assent.desktop.approval.edit_panel import LONGEST, EditPanel, can_edit, edited
from assent.model.result import ShellBlock
from builders import a_proposal

KEPT = [
    "ls",
    "a\nb\n",
    "\n",
    "x\ty",
    "no\u00a0break",
    "\u202ebidi",
    "é\u0301 \U0001f600",
    "a\u200bb",
    "  pad  ",
]
CHANGED = ["a\rb", "a\r\nb", "a\u2028b", "a\u2029b", "\ud800"]


@pytest.mark.parametrize("text", KEPT)
def test_a_text_comes_back_as_it_was(qtbot: QtBot, text: str) -> None:
    assert can_edit(text)
    panel = EditPanel(text)
    qtbot.addWidget(panel)
    assert panel.text == text


@pytest.mark.parametrize("text", CHANGED)
def test_what_an_editor_would_change_is_not_edited(qapp: QApplication, text: str) -> None:
    assert not can_edit(text)


def test_what_nobody_changes_by_hand_is_not_tried(qapp: QApplication) -> None:
    assert can_edit("a" * LONGEST)
    assert not can_edit("a" * (LONGEST + 1))


def test_only_another_text_can_be_used(qtbot: QtBot) -> None:
    panel, used = EditPanel("ls"), list[str]()
    qtbot.addWidget(panel)
    panel.used.connect(used.append)
    panel.show()
    for text, can in (("ls", False), ("", False), (" \n", False), ("ls -l", True)):
        panel._editor.setPlainText(text)
        assert panel._use.isEnabled() == can
    panel._use.click()
    assert used == ["ls -l"]


def test_shift_enter_is_a_new_line_like_any_other(qtbot: QtBot) -> None:
    panel = EditPanel("a")
    qtbot.addWidget(panel)
    QTest.keyClick(panel._editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert panel.text == "\na"


def test_each_change_is_told_as_typing(qtbot: QtBot) -> None:
    panel, told = EditPanel("a"), list[int]()
    qtbot.addWidget(panel)
    panel.typed.connect(lambda: told.append(1))
    QTest.keyClicks(panel._editor, "bc")
    assert len(told) == 2


def test_an_edited_proposal_is_shown_as_such_everywhere() -> None:
    other = ShellBlock(language="bash", command="something else")
    proposal = a_proposal("ls", display=(ShellBlock(language="bash", command="ls"), other))
    made = edited(proposal, "ls -l")
    assert (made.command, made.cwd, made.timeout_s) == ("ls -l", proposal.cwd, proposal.timeout_s)
    assert made.display == (ShellBlock(language="bash", command="ls -l"), other)
