"""The modal shows what will run, and takes only an answer that was meant."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
)
from pytestqt.qtbot import QtBot

from assent.console.approval import No, Yes
from assent.desktop.appearance.passage import ShortPassage
from assent.desktop.appearance.theme import LIGHT, Theme
from assent.desktop.approval.approval_dialog import ApprovalDialog
from assent.desktop.approval.approve_button import ARMING_MS, UNSEEN
from assent.desktop.approval.command_view import CommandView
from assent.model.asker import Client, Session
from assent.model.call import Proposal
from assent.model.result import ShellBlock
from builders import PERSON, a_call, a_proposal, a_question

Show = Callable[..., ApprovalDialog]
CTRL = Qt.KeyboardModifier.ControlModifier
ENTERS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
HOSTILE = "<b>ok</b> \u202eexe.txt &Approve"


@pytest.fixture
def show(qtbot: QtBot) -> Show:
    def make(command: str = "git status", **changes: object) -> ApprovalDialog:
        call = a_call(command, **changes.pop("call", {}))  # type: ignore[arg-type]
        dialog = ApprovalDialog(a_question(call=call, proposal=a_proposal(command, **changes)), PERSON, LIGHT)
        qtbot.addWidget(dialog, before_close_func=lambda it: it.done(QDialog.DialogCode.Rejected))
        dialog.open()
        qtbot.waitUntil(lambda: dialog.isActiveWindow() and dialog.focusWidget() is not None)
        return dialog

    return make


def armed(dialog: ApprovalDialog, qtbot: QtBot) -> ApprovalDialog:
    qtbot.waitUntil(lambda: dialog._approve.is_armed)
    return dialog


def focused(dialog: ApprovalDialog) -> CommandView | QLineEdit | QPushButton | QCheckBox | QComboBox:
    widget = dialog.focusWidget()
    assert isinstance(widget, CommandView | QLineEdit | QPushButton | QCheckBox | QComboBox)
    return widget


def test_a_flood_of_keys_and_clicks_before_it_is_armed_answers_nothing(show: Show, qtbot: QtBot) -> None:
    dialog = show()
    while not dialog._approve.is_calm:
        for widget in (dialog._view, dialog._approve, dialog._refuse):
            for key in (*ENTERS, Qt.Key.Key_Space, Qt.Key.Key_Tab):
                QTest.keyClick(widget, key)
            QTest.keyClick(widget, Qt.Key.Key_Return, CTRL)
        QTest.mouseClick(dialog._approve, Qt.MouseButton.LeftButton)
        QTest.mouseClick(dialog._refuse, Qt.MouseButton.LeftButton)
        qtbot.wait(15)
    assert dialog._approve._since.elapsed() >= ARMING_MS
    assert dialog.answer is None
    assert dialog.isVisible()


def test_who_goes_on_typing_for_another_window_approves_nothing(show: Show, qtbot: QtBot) -> None:
    dialog = show()
    for key in "yes, and then I went on typing y y y y":
        QTest.keyClick(dialog._view, key)
        QTest.keyClick(dialog._view, Qt.Key.Key_Return, CTRL)
        qtbot.wait(40)
    assert dialog.answer is None
    armed(dialog, qtbot)


def test_a_click_that_came_too_early_leaves_the_focus_where_it_was(show: Show) -> None:
    dialog = show()
    QTest.mouseClick(dialog._approve, Qt.MouseButton.LeftButton)
    assert focused(dialog) is dialog._view


def test_no_key_but_the_meant_ones_approves_after_arming(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(), qtbot)
    for widget in (dialog._view, dialog._approve, dialog):
        for key in (*ENTERS, Qt.Key.Key_Y, Qt.Key.Key_A, Qt.Key.Key_Select, Qt.Key.Key_Escape):
            QTest.keyClick(widget, key)
            QTest.keyClick(widget, key, Qt.KeyboardModifier.AltModifier)
    armed(dialog, qtbot)
    QTest.keyClick(dialog._view, Qt.Key.Key_Space)
    assert dialog.answer is None


def test_the_focus_begins_where_no_key_decides(show: Show) -> None:
    dialog = show()
    assert focused(dialog) is dialog._view
    for button in dialog.findChildren(QPushButton):
        assert not button.isDefault()
        assert not button.autoDefault()
        assert button.shortcut().isEmpty()


def test_tab_goes_from_part_to_part_as_they_stand(show: Show) -> None:
    dialog, order = show(), list[str]()
    for _ in range(6):
        order.append(type(focused(dialog)).__name__)
        QTest.keyClick(focused(dialog), Qt.Key.Key_Tab)
    assert order == ["CommandView", "CheckBox", "_Box", "QLineEdit", "QPushButton", "ApproveButton"]
    assert focused(dialog) is dialog._view


def test_tab_and_space_approve(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(), qtbot)
    for _ in range(10):
        if focused(dialog) is dialog._approve:
            break
        QTest.keyClick(focused(dialog), Qt.Key.Key_Tab)
    QTest.keyClick(focused(dialog), Qt.Key.Key_Space)
    assert dialog.answer == Yes(by=PERSON)
    assert not dialog.isVisible()


@pytest.mark.parametrize("key", ENTERS)
def test_the_chord_approves(show: Show, qtbot: QtBot, key: Qt.Key) -> None:
    dialog = armed(show(), qtbot)
    QTest.keyClick(focused(dialog), key, CTRL)
    assert dialog.answer == Yes(by=PERSON)


def test_a_click_approves(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(), qtbot)
    QTest.mouseClick(dialog._approve, Qt.MouseButton.LeftButton)
    assert dialog.answer == Yes(by=PERSON)


def test_refusing_takes_a_word_along(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(), qtbot)
    QTest.keyClicks(dialog._word, "use the test database")
    QTest.mouseClick(dialog._refuse, Qt.MouseButton.LeftButton)
    assert dialog.answer == No(by=PERSON, reason="use the test database")


def test_enter_in_the_word_refuses_with_it(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(), qtbot)
    QTest.keyClicks(dialog._word, " no ")
    QTest.keyClick(dialog._word, Qt.Key.Key_Return)
    assert dialog.answer == No(by=PERSON, reason="no")


def test_the_chord_does_not_approve_while_a_word_is_being_written(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(), qtbot)
    dialog._word.setFocus()
    QTest.keyClick(dialog._word, Qt.Key.Key_Return, CTRL)
    QTest.keyClicks(dialog._word, "no")
    dialog._view.setFocus()
    QTest.keyClick(dialog._view, Qt.Key.Key_Return, CTRL)
    assert not isinstance(dialog.answer, Yes)


def test_escape_and_the_close_button_decide_nothing(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(), qtbot)
    QTest.keyClick(focused(dialog), Qt.Key.Key_Escape)
    assert focused(dialog) is dialog._word
    dialog._view.setFocus()
    dialog.close()
    assert (dialog.answer, dialog.isVisible(), focused(dialog)) == (None, True, dialog._word)
    assert "Nothing is decided" in dialog._hint.text()


def test_coming_back_to_the_window_arms_anew(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(), qtbot)
    other = QLineEdit()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: not dialog.isActiveWindow())
    dialog.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is dialog)
    assert not dialog._approve.is_armed
    armed(dialog, qtbot)


def test_a_long_command_is_approved_only_after_its_end_was_seen(show: Show, qtbot: QtBot) -> None:
    dialog = show("\n".join(f"echo {number}" for number in range(300)) + "\nrm -rf ~")
    qtbot.waitUntil(lambda: dialog._approve.is_calm)
    QTest.keyClick(focused(dialog), Qt.Key.Key_Return, CTRL)
    QTest.mouseClick(dialog._approve, Qt.MouseButton.LeftButton)
    assert (dialog.answer, dialog._approve.text()) == (None, UNSEEN)
    bar = dialog._view.verticalScrollBar()
    bar.setValue(bar.maximum())
    armed(dialog, qtbot)
    QTest.keyClick(focused(dialog), Qt.Key.Key_Return, CTRL)
    assert dialog.answer == Yes(by=PERSON)


def test_a_long_command_can_be_refused_unread(show: Show, qtbot: QtBot) -> None:
    dialog = show("\n".join(f"echo {number}" for number in range(300)))
    qtbot.waitUntil(lambda: dialog._approve.is_calm)
    QTest.mouseClick(dialog._refuse, Qt.MouseButton.LeftButton)
    assert dialog.answer == No(by=PERSON)


def test_foreign_text_is_shown_revealed_and_never_as_ours(show: Show) -> None:
    client, session = Client(name=HOSTILE), Session(title=HOSTILE, cwd="/tmp")
    dialog = show(
        HOSTILE, description=HOSTILE, cwd="/tmp/" + HOSTILE, call={"client": client, "session": session}
    )
    views = [view.document().toRawText() for view in dialog.findChildren(QPlainTextEdit)]
    views += [passage.text() for passage in dialog.findChildren(ShortPassage)]
    revealed = HOSTILE.replace("\u202e", "⟦U+202E⟧")
    assert sum(revealed in view.replace("⟦RLO ", "⟦") for view in views) >= 4
    labels = [label for label in dialog.findChildren(QLabel) if not isinstance(label, ShortPassage)]
    ours = [label.text() for label in labels]
    ours += [button.text() for button in dialog.findChildren(QPushButton)] + [dialog.windowTitle()]
    assert not any("exe.txt" in text for text in ours)
    assert not any("\u202e" in text for text in (*views, *ours))
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in dialog.findChildren(QLabel))


@pytest.mark.parametrize("lines", [1, 3, 10, 40])
def test_it_is_high_enough_for_every_line_about_the_asker(show: Show, lines: int, theme: Theme) -> None:
    # With the theme: a style sheet changes what widgets say of their size.
    dialog = show("\n".join("echo …" for _ in range(lines)), description="why " * 50, cwd="/folder" * 30)
    passages = dialog.findChildren(ShortPassage)
    assert len(passages) > 3
    assert all(each.height() >= each.heightForWidth(each.width()) for each in passages)
    if lines <= 10:
        assert not dialog._view.verticalScrollBar().isVisible()


def test_it_says_how_large_the_command_is_and_what_is_odd_in_it(show: Show) -> None:
    dialog = show("g\u0456t\u200b status\nls")
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    texts += [view.document().toRawText() for view in dialog.findChildren(QPlainTextEdit)]
    assert "2 lines, 14 characters" in texts
    assert any("1 character would not show" in text and "\u0456 U+0456" in text for text in texts)


def test_it_says_how_many_more_wait(show: Show) -> None:
    dialog = show()
    for others, told in ((0, ""), (1, "1 more waits"), (2, "2 more wait")):
        dialog.show_waiting(others)
        assert dialog._others.text() == told


def test_more_requests_behind_it_do_not_keep_it_from_arming(show: Show, qtbot: QtBot) -> None:
    dialog, others = show(), 0
    while not dialog._approve.is_calm:
        others += 1
        dialog.show_waiting(others)
        qtbot.wait(10)
    assert dialog._approve.is_armed


def test_an_agent_that_runs_the_command_itself_is_told_apart(show: Show) -> None:
    dialog = show(call={"wants": "permission"})
    assert any("by itself" in label.text() for label in dialog.findChildren(QLabel))


def test_a_tool_without_a_command_shows_its_arguments(qapp: QApplication) -> None:
    call = {"tool": "ReadFile", "arguments": {"path": "/etc/hosts"}}
    bare = ApprovalDialog(
        a_question(call=a_call(**call), proposal=Proposal(title="Read file")), PERSON, LIGHT
    )  # type: ignore[arg-type]
    assert '"path": "/etc/hosts"' in bare._command
    assert any("the tool ReadFile" in label.text() for label in bare.findChildren(QLabel))
    bare.deleteLater()


def test_a_tool_that_is_done_to_a_command_shows_which(qapp: QApplication) -> None:
    call = a_call(tool="TaskStop", arguments={"task_id": "bash-12345678"})
    block = ShellBlock(language="bash", command="make watch")
    proposal = Proposal(title="Stop background task bash-12345678", display=(block,))
    bare = ApprovalDialog(a_question(call=call, proposal=proposal), PERSON, LIGHT)
    assert bare._command.startswith("Stop background task bash-12345678\n\nmake watch\n\nTaskStop {")
    bare.deleteLater()


def test_the_largest_request_fits_the_screen(show: Show) -> None:
    dialog = show("x" * 262_144, description="y " * 1_000, cwd="/" + "z" * 4_000)
    assert dialog.height() <= dialog.screen().availableSize().height()
    assert dialog._approve.geometry().bottom() < dialog.height()


def test_a_change_arms_anew_and_comes_with_the_yes(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(), qtbot)
    assert dialog._choices is not None
    QTest.keyClick(dialog._choices._terminal, Qt.Key.Key_Space)
    assert not dialog._approve.is_armed
    QTest.keyClick(focused(dialog), Qt.Key.Key_Return, CTRL)
    assert dialog.answer is None
    armed(dialog, qtbot)
    QTest.keyClick(focused(dialog), Qt.Key.Key_Return, CTRL)
    assert dialog.answer == Yes(by=PERSON, proposal=a_proposal("git status", terminal=True))


def test_enter_on_a_choice_decides_nothing(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(), qtbot)
    assert dialog._choices is not None
    for part in (dialog._choices._terminal, dialog._choices._confinement):
        for key in ENTERS:
            part.setFocus()
            QTest.keyClick(part, key)
    assert dialog.answer is None


def test_of_a_command_that_the_agent_runs_itself_nothing_can_be_chosen(show: Show) -> None:
    assert show(call={"wants": "permission"})._choices is None
