"""All of one agent's requests are approved only after each was in sight, and by a step that was meant."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.passage import ShortPassage
from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.approve_all_dialog import ApproveAllDialog, takes
from assent.model.call import Proposal
from assent.model.question import Question
from builders import a_question

CTRL = Qt.KeyboardModifier.ControlModifier
Show = Callable[..., ApproveAllDialog]


@pytest.fixture
def show(qtbot: QtBot) -> Show:
    def make(*commands: str) -> ApproveAllDialog:
        dialog = ApproveAllDialog([a_question(command) for command in commands], "agent", LIGHT)
        qtbot.addWidget(dialog, before_close_func=lambda it: it.done(QDialog.DialogCode.Rejected))
        dialog.open()
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        return dialog

    return make


def test_each_command_is_there_whole_and_revealed(show: Show) -> None:
    dialog = show("ls\npwd", "rm \u202ex")
    passages = dialog.findChildren(ShortPassage)
    assert [each.text() for each in passages] == ["ls\npwd", "rm ⟦U+202E⟧x"]
    assert all(each.height() >= each.heightForWidth(each.width()) for each in passages)
    assert any("2 commands" in label.text() for label in dialog.findChildren(QLabel))


def test_it_is_taken_by_the_chord_when_that_can_be_meant(show: Show, qtbot: QtBot) -> None:
    dialog = show("ls", "pwd")
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL)
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: dialog._approve.is_armed)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Y):
        QTest.keyClick(dialog, key)
    assert dialog.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL)
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_the_end_of_the_list_must_have_been_on_the_screen(show: Show, qtbot: QtBot) -> None:
    dialog = show(*(f"echo {number}\n\n\n" for number in range(30)))
    qtbot.waitUntil(lambda: dialog._calm.is_reached)
    assert not dialog._approve.is_armed
    bar = dialog._scroll.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert dialog._approve.is_armed


def test_escape_decides_nothing(show: Show) -> None:
    dialog = show("ls", "pwd")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.result() == QDialog.DialogCode.Rejected


@pytest.mark.parametrize(
    "commands",
    [["x"] * 31, ["ls", "y" * 4_001], ["ls", "\n" * 61], ["ls", "\u202e\u202d" * 1_000]],
    ids=["many", "long", "high", "long when revealed"],
)
def test_more_than_can_be_looked_at_is_not_approved_at_once(commands: list[str]) -> None:
    assert not takes([a_question(command) for command in commands])


def test_only_commands_are_approved_at_once() -> None:
    def asked(command: str | None) -> Question:
        return a_question(proposal=Proposal(title="x", command=command))

    assert takes([asked("ls"), asked("pwd")])
    assert not takes([asked("ls"), asked(None)])
