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

from asking import GRANTABLE, OFFERS, a_counsel
from assent.console.approval import No, Yes
from assent.desktop.appearance.passage import ShortPassage
from assent.desktop.appearance.theme import LIGHT, Theme
from assent.desktop.approval.approval_dialog import (
    AWAY,
    DENIED,
    EDITING,
    HERE,
    NOT_FROM_THERE,
    NOTHING_TO_GRANT,
    ApprovalDialog,
)
from assent.desktop.approval.approve_button import UNSEEN
from assent.desktop.approval.calm import ARMING_MS
from assent.desktop.approval.command_view import CommandView
from assent.desktop.approval.edit_panel import EditPanel
from assent.desktop.approval.grant_panel import GrantPanel
from assent.desktop.approval.queue_panel import Line
from assent.model.asker import Client, Session
from assent.model.grant import Session as GrantSession
from assent.model.grant import Wish
from assent.model.inspection import Inspection, Repository
from assent.model.judgement import Disguise, Judgement
from builders import PERSON, a_call, a_process, a_proposal, a_question

Show = Callable[..., ApprovalDialog]
CTRL = Qt.KeyboardModifier.ControlModifier
ENTERS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
HOSTILE = "<b>ok</b> \u202eexe.txt &Approve"


@pytest.fixture
def show(qtbot: QtBot) -> Show:
    def make(command: str = "git status", **changes: object) -> ApprovalDialog:
        call = a_call(command, **changes.pop("call", {}))  # type: ignore[arg-type]
        asked = {name: changes.pop(name) for name in ("judgement", "inspection") if name in changes}
        given = {name: changes.pop(name) for name in ("original", "counsel") if name in changes}
        question = a_question(call=call, proposal=a_proposal(command, **changes), **asked)
        counsel = given.pop("counsel", None) or a_counsel()
        dialog = ApprovalDialog(question, PERSON, LIGHT, counsel, **given)  # type: ignore[arg-type]
        qtbot.addWidget(dialog, before_close_func=lambda it: it.done(QDialog.DialogCode.Rejected))
        dialog.show()
        dialog.activateWindow()
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
    until = 3 * ARMING_MS
    while (until := until - 30) > 0:
        for widget in (dialog._view, dialog._approve):
            for key in (*ENTERS, Qt.Key.Key_Space, Qt.Key.Key_Y, Qt.Key.Key_1):
                QTest.keyClick(widget, key)
            QTest.keyClick(widget, Qt.Key.Key_Return, CTRL)
        for button in (dialog._approve, dialog._rows._refuse, dialog._rows._stop):
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        qtbot.wait(30)
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
        for key in (*ENTERS, Qt.Key.Key_Y, Qt.Key.Key_A, Qt.Key.Key_Select, Qt.Key.Key_1):
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
    for _ in range(9):
        order.append(type(focused(dialog)).__name__)
        QTest.keyClick(focused(dialog), Qt.Key.Key_Tab)
    assert order == [
        "CommandView",
        "CheckBox",
        "_Box",
        "AdviceLine",
        "KeyButton",
        "KeyButton",
        "KeyButton",
        "KeyButton",
        "ApproveButton",
    ]
    assert focused(dialog) is dialog._view


def test_space_on_the_focused_button_does_not_approve(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(), qtbot)
    dialog._approve.setFocus()
    for key in (Qt.Key.Key_Space, *ENTERS):
        QTest.keyClick(dialog._approve, key)
    assert dialog.answer is None


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
    QTest.mouseClick(dialog._rows._refuse, Qt.MouseButton.LeftButton)
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


@pytest.mark.parametrize("way", ["escape", "close", "button"])
def test_escape_and_the_close_button_leave_it_for_later(show: Show, qtbot: QtBot, way: str) -> None:
    dialog, results = armed(show(), qtbot), list[int]()
    dialog.finished.connect(results.append)
    if way == "escape":
        QTest.keyClick(focused(dialog), Qt.Key.Key_Escape)
    elif way == "close":
        dialog.close()
    else:
        dialog._rows._later.click()
    assert (dialog.answer, dialog.isVisible()) == (None, False)
    assert results == [QDialog.DialogCode.Rejected]


def test_an_escape_that_was_meant_for_another_window_leaves_it_where_it_is(show: Show) -> None:
    dialog = show()
    QTest.keyClick(focused(dialog), Qt.Key.Key_Escape)
    assert dialog.isVisible()


def test_it_takes_no_focus_when_it_comes_and_says_where_keys_go(show: Show, qtbot: QtBot) -> None:
    dialog = show()
    assert dialog.testAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    assert not dialog.isModal()
    assert dialog._hint.text() == HERE
    other = QLineEdit()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: dialog._hint.text() == AWAY)


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
    qtbot.waitUntil(lambda: dialog._calm.is_reached)
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
    qtbot.waitUntil(lambda: dialog._calm.is_reached)
    QTest.mouseClick(dialog._rows._refuse, Qt.MouseButton.LeftButton)
    assert dialog.answer == No(by=PERSON)


def test_foreign_text_is_shown_revealed_and_never_as_ours(show: Show) -> None:
    client, session = Client(name=HOSTILE), Session(title=HOSTILE, cwd="/tmp")
    dialog = show(
        HOSTILE, description=HOSTILE, cwd="/tmp/" + HOSTILE, call={"client": client, "session": session}
    )
    views = [view.document().toRawText() for view in dialog.findChildren(QPlainTextEdit)]
    views += [passage.text() for passage in dialog.findChildren(ShortPassage)]
    revealed = HOSTILE.replace("\u202e", "⟦U+202E⟧")
    assert sum(revealed in view.replace("⟦RLO\u00a0", "⟦") for view in views) >= 4
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
    disguises = (
        Disguise(offset=1, code_points=(0x456,), kind="look-alike"),
        Disguise(offset=3, code_points=(0x200B,), kind="invisible"),
    )
    judgement = Judgement(decision="ask", reason="No rule speaks of it.", disguises=disguises)
    dialog = show("g\u0456t\u200b status\nls", judgement=judgement)
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    texts += [view.document().toRawText() for view in dialog.findChildren(QPlainTextEdit)]
    assert "2 lines, 14 characters" in texts
    assert any("1 character would not show" in text and "\u0456 U+0456" in text for text in texts)


def test_more_requests_behind_it_do_not_keep_it_from_arming(show: Show, qtbot: QtBot) -> None:
    dialog, number = show(), 1
    while not dialog._calm.is_reached:
        number += 1
        dialog.show_waiting(number, list)
        dialog.show_countdown(number)
        qtbot.wait(10)
    assert dialog._approve.is_armed


def test_an_agent_that_runs_the_command_itself_is_told_apart(show: Show) -> None:
    dialog = show(call={"wants": "permission"})
    assert any("by itself" in label.text() for label in dialog.findChildren(QLabel))


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


def test_a_grant_is_a_second_step_and_comes_with_the_yes(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(judgement=GRANTABLE), qtbot)
    QTest.keyClick(focused(dialog), Qt.Key.Key_G, CTRL)
    assert isinstance(dialog._panel, GrantPanel)
    assert not dialog._approve.is_armed, "everything has moved"
    qtbot.waitUntil(lambda: dialog._calm.is_reached)
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert dialog.answer == Yes(by=PERSON, wish=Wish(offer=OFFERS[0], term=GrantSession()))


def test_with_the_grants_open_approving_once_grants_nothing(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(judgement=GRANTABLE), qtbot)
    dialog._rows._grant.click()
    qtbot.waitUntil(lambda: dialog._calm.is_reached)
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL)
    assert dialog.answer == Yes(by=PERSON)


def test_the_chord_that_grants_does_nothing_else(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(judgement=GRANTABLE), qtbot)
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert dialog.answer is None


def test_nothing_is_granted_before_the_end_was_seen(show: Show, qtbot: QtBot) -> None:
    dialog = show("\n".join(f"echo {number}" for number in range(300)), judgement=GRANTABLE)
    qtbot.waitUntil(lambda: dialog._calm.is_reached)
    dialog._rows._grant.click()
    assert dialog._panel is None
    assert "end of the command" in dialog._hint.text()


def test_where_no_rule_would_be_sound_it_says_so(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(judgement=GRANTABLE, counsel=a_counsel(offers=lambda _question: ())), qtbot)
    dialog._rows._grant.click()
    assert (dialog._panel, dialog._hint.text()) == (None, NOTHING_TO_GRANT)


def test_what_a_rule_could_never_allow_has_no_button_for_it(show: Show) -> None:
    assert show(judgement=GRANTABLE)._rows._grant.isVisible()
    assert not show()._rows._grant.isVisible(), "its parts are not known"


def test_escape_closes_one_step_after_the_other(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(judgement=GRANTABLE), qtbot)
    dialog._rows._grant.click()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert (dialog._panel, dialog.isVisible()) == (None, True)
    assert focused(dialog) is dialog._view


def test_an_edited_command_is_told_and_nothing_is_approved_meanwhile(show: Show, qtbot: QtBot) -> None:
    dialog, wanted = armed(show("ls"), qtbot), list[str]()
    dialog.changed.connect(wanted.append)
    QTest.keyClick(focused(dialog), Qt.Key.Key_E, CTRL)
    assert isinstance(dialog._panel, EditPanel)
    assert dialog._approve.text() == EDITING
    qtbot.waitUntil(lambda: dialog._calm.is_reached)
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL)
    dialog._approve.click()
    assert dialog.answer is None
    QTest.keyClicks(dialog._panel._editor, "pwd; ")
    dialog._panel._use.click()
    assert wanted == ["pwd; ls"]


def test_an_edit_that_is_given_up_leaves_all_as_it_was(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show("ls"), qtbot)
    dialog._rows._edit.click()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog._view.isVisible()
    qtbot.waitUntil(lambda: dialog._approve.is_armed)
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL)
    assert dialog.answer == Yes(by=PERSON)


def test_what_the_person_made_of_it_is_marked_undone_or_approved(show: Show, qtbot: QtBot) -> None:
    dialog, undone = armed(show("ls -l", original=a_question("ls")), qtbot), list[int]()
    dialog.undone.connect(lambda: undone.append(1))
    assert any("Changed by you" in label.text() for label in dialog.findChildren(QLabel))
    QTest.keyClick(dialog, Qt.Key.Key_Z, CTRL)
    assert undone == [1]
    qtbot.waitUntil(lambda: dialog._calm.is_reached)
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL)
    assert dialog.answer == Yes(by=PERSON, proposal=a_proposal("ls -l"))


def test_what_a_rule_denies_is_not_approved_though_the_person_wrote_it(show: Show, qtbot: QtBot) -> None:
    judgement = Judgement(decision="deny", reason="The rule 'rm' denies it.")
    dialog = show("rm x", original=a_question("ls"), judgement=judgement)
    qtbot.waitUntil(lambda: dialog._calm.is_reached)
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL)
    assert (dialog.answer, dialog._approve.text()) == (None, DENIED)


def test_a_repository_is_trusted_with_the_yes_and_only_then(show: Show, qtbot: QtBot) -> None:
    told: list[tuple[str, str]] = []
    counsel = a_counsel(trust=lambda root, fingerprint: told.append((root, fingerprint)))
    found = Inspection(repositories=(Repository(root="/r", fingerprint="f", executes=("core.fsmonitor",)),))
    dialog = armed(show("git status", inspection=found, counsel=counsel), qtbot)
    QTest.keyClick(dialog._trust.parts[0], Qt.Key.Key_Space)
    assert told == []
    qtbot.waitUntil(lambda: dialog._calm.is_reached)
    QTest.keyClick(focused(dialog), Qt.Key.Key_Return, CTRL)
    assert (told, dialog.answer) == ([("/r", "f")], Yes(by=PERSON))


def test_the_agent_can_be_told_to_stop(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(), qtbot)
    dialog._word.setText("enough")
    QTest.keyClick(dialog._view, Qt.Key.Key_R, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert dialog.answer == No(by=PERSON, reason="enough", stops=True)


def test_the_keys_of_approval_do_not_send_advice(show: Show, qtbot: QtBot) -> None:
    dialog = armed(show(), qtbot)
    dialog._word.setText("no")
    QTest.keyClick(dialog._view, Qt.Key.Key_Return, CTRL)
    assert (dialog.answer, dialog._hint.text()) == (None, NOT_FROM_THERE)


def test_a_command_that_an_editor_would_change_is_not_edited(show: Show) -> None:
    assert show("ls")._rows._edit.isVisible()
    assert not show("a\rb")._rows._edit.isVisible()


@pytest.mark.parametrize("step", ["queue", "grants"])
def test_each_step_fits_a_small_screen(show: Show, qtbot: QtBot, theme: Theme, step: str) -> None:
    long = "\n".join(f"echo {number}" for number in range(60))
    dialog = show(long, description="why " * 100, cwd="/folder" * 30, judgement=GRANTABLE)
    bar = dialog._view.verticalScrollBar()
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: dialog._shown.end_was_seen)
    if step == "grants":
        dialog._rows._grant.click()
    else:
        lines = [Line(str(number), a_process(), "ls", 1, is_of_agent=True) for number in range(20)]
        dialog.show_waiting(20, lambda: lines)
        dialog._head._others.click()
    assert dialog._column.totalMinimumHeightForWidth(dialog.width()) <= 700
    assert dialog.height() >= dialog._column.totalMinimumHeightForWidth(dialog.width())
