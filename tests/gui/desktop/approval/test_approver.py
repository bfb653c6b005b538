"""The person is asked one thing at a time, in order, and a question that lost its point goes away."""

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from asking import GRANTABLE, OFFERS, a_counsel
from assent.console.approval import No, NoAnswer, Yes
from assent.desktop.appearance.theme import Theme
from assent.desktop.approval.approval_dialog import ApprovalDialog
from assent.desktop.approval.approve_all_dialog import ApproveAllDialog
from assent.desktop.approval.approver import ALREADY, TOO_MUCH, DesktopApprover
from assent.desktop.approval.edit_panel import EditPanel
from assent.desktop.approval.waiting import Waiting
from assent.model.asker import Asker
from assent.model.call import Call, Proposal
from assent.model.grant import Session, Wish
from assent.model.question import Question
from builders import PERSON, a_call, a_process, a_proposal, a_question
from waiting import until


def dialogs() -> list[ApprovalDialog]:
    return [
        widget
        for widget in QApplication.topLevelWidgets()
        if isinstance(widget, ApprovalDialog) and widget.isVisible()
    ]


def the_dialog() -> ApprovalDialog | None:
    """Return the dialog once it can be answered; a person goes there first."""
    shown = dialogs()
    assert len(shown) <= 1
    if shown and not shown[0].isActiveWindow():
        shown[0].activateWindow()
    return shown[0] if shown and shown[0]._approve.is_armed else None


@pytest.fixture
def approver(theme: Theme) -> Iterator[DesktopApprover]:
    made = DesktopApprover(PERSON, theme, lambda: None, a_counsel())
    yield made
    assert made.waiting == 0
    assert dialogs() == []


def ask(approver: DesktopApprover, command: str) -> "asyncio.Task[object]":
    return asyncio.create_task(approver.ask(a_question(command)))


async def withdraw(*tasks: "asyncio.Task[object]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Reviewing:
    """Looks at an edit for as long as the test says."""

    def __init__(self) -> None:
        self.asked, self.ended, self.may_end = 0, False, asyncio.Event()

    async def review(self, call: Call, proposal: Proposal) -> Question:
        self.asked += 1
        try:
            await self.may_end.wait()
        finally:
            self.ended = True
        return a_question(proposal.command or "", call=call, proposal=proposal)


@pytest.fixture
async def reviewing() -> Reviewing:
    """Have one that begins."""
    return Reviewing()


async def armed() -> ApprovalDialog:
    dialog = await until(the_dialog)
    assert dialog is not None
    return dialog


async def approve() -> None:
    dialog = await until(the_dialog)
    assert dialog is not None
    QTest.mouseClick(dialog._approve, Qt.MouseButton.LeftButton)


async def test_a_yes_and_a_no_come_back(approver: DesktopApprover) -> None:
    first = ask(approver, "one")
    await approve()
    assert await first == Yes(by=PERSON)
    second = ask(approver, "two")
    dialog = await until(the_dialog)
    assert dialog is not None
    QTest.keyClicks(dialog._word, "no")
    QTest.keyClick(dialog._word, Qt.Key.Key_Return)
    assert await second == No(by=PERSON, reason="no")


async def test_requests_are_shown_one_at_a_time_in_order(approver: DesktopApprover) -> None:
    counts: list[int] = []
    shown: list[str] = []
    approver.waiting_changed.connect(counts.append)
    tasks = [ask(approver, str(number)) for number in range(3)]
    for number in range(3):
        dialog = await until(the_dialog)
        assert dialog is not None
        shown.append(dialog._shown.text)
        left = 2 - number
        assert dialog._head._others.isVisible() == bool(left)
        assert not left or dialog._head._others.text().startswith(f"{left} more wait")
        QTest.mouseClick(dialog._approve, Qt.MouseButton.LeftButton)
        await tasks[number]
    assert shown == ["0", "1", "2"]
    assert counts == [1, 2, 3, 2, 1, 0]


async def test_a_withdrawn_question_goes_and_the_next_one_comes(approver: DesktopApprover) -> None:
    first, second, third = (ask(approver, name) for name in ("first", "second", "third"))
    await until(the_dialog)
    second.cancel()  # while it waits for its turn
    first.cancel()  # while it is on screen
    with pytest.raises(asyncio.CancelledError):
        await first
    with pytest.raises(asyncio.CancelledError):
        await second
    dialog = await until(the_dialog)
    assert dialog is not None
    assert dialog._shown.text == "third"
    third.cancel()
    with pytest.raises(asyncio.CancelledError):
        await third


async def test_each_question_is_told_when_it_comes_on_screen(approver: DesktopApprover) -> None:
    told: list[str] = []
    approver.asking.connect(told.append)
    call = a_call("one")
    task = asyncio.create_task(approver.ask(a_question("one", call=call)))
    await approve()
    await task
    assert told == [call.id]


async def test_a_dialog_closed_from_outside_decides_nothing(approver: DesktopApprover) -> None:
    task = ask(approver, "one")
    await until(dialogs)
    dialogs()[0].done(QDialog.DialogCode.Accepted)
    assert dialogs() == []
    assert approver.unseen == 1
    assert not task.done()
    await withdraw(task)


async def test_a_thousand_requests_make_one_window(approver: DesktopApprover) -> None:
    tasks = [ask(approver, str(number)) for number in range(1_000)]
    await until(lambda: approver.waiting == 1_000 and dialogs())
    assert len(dialogs()) == 1
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_stale_answer_does_not_reach_the_next_request(approver: DesktopApprover) -> None:
    first, second = ask(approver, "first"), ask(approver, "second")
    dialog = await until(the_dialog)
    assert dialog is not None
    QTest.keyClick(dialog._view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert await first == Yes(by=PERSON)
    other = await until(lambda: next((each for each in dialogs() if each.isActiveWindow()), None))
    assert other is not None, "the person was there: the next one takes the focus"
    for _ in range(20):  # the same chord, held down
        QTest.keyClick(other._view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not second.done()
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)


async def test_what_is_put_off_waits_and_comes_back_with_the_focus(approver: DesktopApprover) -> None:
    unseen: list[int] = []
    approver.unseen_changed.connect(unseen.append)
    tasks = [ask(approver, name) for name in ("one", "two")]
    dialog = await armed()
    dialog._word.setText("half a word")
    QTest.keyClick(dialog._view, Qt.Key.Key_Escape)
    assert dialogs() == []
    assert (approver.waiting, approver.unseen, unseen[-1]) == (2, 2, 2)
    approver.show_waiting()
    back = await armed()
    assert back is dialog
    assert (back._word.text(), unseen[-1]) == ("half a word", 0)
    await withdraw(*tasks)


async def test_a_new_request_is_shown_though_others_are_put_off(approver: DesktopApprover) -> None:
    old = ask(approver, "old")
    (await armed()).reject()
    new = ask(approver, "new")
    dialog = await armed()
    assert dialog._shown.text == "new"
    QTest.mouseClick(dialog._approve, Qt.MouseButton.LeftButton)
    assert await new == Yes(by=PERSON)
    assert dialogs() == [], "what was put off stays so"
    assert approver.unseen == 1
    await withdraw(old)


async def test_what_is_put_off_goes_away_with_its_agent(approver: DesktopApprover) -> None:
    task = ask(approver, "one")
    (await armed()).reject()
    await withdraw(task)
    approver.show_waiting()
    assert (approver.unseen, dialogs()) == (0, [])


async def test_any_that_waits_can_be_answered_first(approver: DesktopApprover) -> None:
    tasks = {name: ask(approver, name) for name in ("one", "two", "three")}
    dialog = await armed()
    dialog._head._others.click()
    assert [line.command for line in approver._lines(waiting_of(approver, "one"))] == ["one", "two", "three"]
    dialog.chosen.emit(waiting_of(approver, "three").call_id)
    other = await armed()
    assert other._shown.text == "three"
    QTest.mouseClick(other._approve, Qt.MouseButton.LeftButton)
    assert await tasks["three"] == Yes(by=PERSON)
    assert (await armed()) is dialog
    await withdraw(tasks["one"], tasks["two"])


def waiting_of(approver: DesktopApprover, command: str) -> Waiting:
    return next(one for one in approver._queue if one.question.proposal.command == command)


async def test_all_of_one_agent_are_refused_and_no_other(approver: DesktopApprover) -> None:
    mine = [ask(approver, str(number)) for number in range(200)]
    call = a_call("other", asker=Asker(process=a_process(pid=77)))
    other = asyncio.create_task(approver.ask(a_question("other", call=call)))
    dialog = await armed()
    dialog.refuse_all_asked.emit()
    assert await asyncio.gather(*mine) == [No(by=PERSON)] * 200
    assert not other.done()
    await withdraw(other)


async def test_all_of_one_agent_are_approved_after_one_more_look(approver: DesktopApprover) -> None:
    tasks = [ask(approver, str(number)) for number in range(5)]
    (await armed()).approve_all_asked.emit()
    late = ask(approver, "came later")
    confirming = next(each for each in QApplication.topLevelWidgets() if isinstance(each, ApproveAllDialog))
    confirming.activateWindow()
    await until(lambda: confirming._approve.is_armed)
    assert not any(task.done() for task in tasks)
    QTest.mouseClick(confirming._approve, Qt.MouseButton.LeftButton)
    assert await asyncio.gather(*tasks) == [Yes(by=PERSON)] * 5
    assert not late.done()
    await withdraw(late)


async def test_more_than_can_be_looked_at_is_answered_one_by_one(approver: DesktopApprover) -> None:
    tasks = [ask(approver, str(number)) for number in range(100)]
    dialog = await armed()
    dialog.approve_all_asked.emit()
    assert dialog._hint.text() == TOO_MUCH
    await withdraw(*tasks)


async def test_two_hundred_at_once_get_two_hundred_answers(theme: Theme) -> None:
    approver = DesktopApprover(PERSON, theme, lambda: None, a_counsel())
    tasks = [ask(approver, str(number)) for number in range(200)]
    for number in range(200):
        waiting = await until(lambda: approver._shown)
        assert waiting is not None
        # The person's answer, without the time that each of them takes.
        yes = Yes(by=PERSON, word=str(number))
        assert waiting.dialog is not None
        waiting.dialog._decide(yes)
        assert await tasks[number] == yes
    assert (approver.waiting, dialogs()) == (0, [])


async def test_nobody_there_answers_in_time(approver: DesktopApprover) -> None:
    task = asyncio.create_task(approver.ask(a_question("one", expires_after_s=0.05)))
    assert await task == NoAnswer(after_s=0.05)
    assert dialogs() == []


async def test_a_countdown_stops_at_a_touch(approver: DesktopApprover) -> None:
    task = asyncio.create_task(approver.ask(a_question("one", expires_after_s=30)))
    dialog = await until(lambda: next(iter(dialogs()), None))
    assert dialog is not None
    await until(lambda: "expires" in dialog._rows._later.text())
    QTest.mouseMove(dialog.windowHandle(), dialog.rect().center())
    QTest.mouseMove(dialog.windowHandle(), dialog.rect().topLeft())
    await until(lambda: "expires" not in dialog._rows._later.text())
    waiting = waiting_of(approver, "one")
    assert (waiting.expires_at, waiting.expiry) == (None, None)
    await withdraw(task)


async def test_an_edited_command_is_looked_at_anew_and_comes_with_the_yes(approver: DesktopApprover) -> None:
    task = ask(approver, "ls")
    dialog = await armed()
    dialog._rows._edit.click()
    assert isinstance(dialog._panel, EditPanel)
    dialog._panel._editor.setPlainText("ls -l")
    dialog._panel._use.click()
    other = await armed()
    assert (other is dialog, other._shown.text) == (False, "ls -l")
    other._rows._edit.click()
    assert isinstance(other._panel, EditPanel)
    other._panel._editor.setPlainText("ls -la")
    other._panel._use.click()
    third = await armed()
    QTest.mouseClick(third._approve, Qt.MouseButton.LeftButton)
    assert await task == Yes(by=PERSON, proposal=a_proposal("ls -la"))


async def test_an_edit_can_be_undone(approver: DesktopApprover) -> None:
    task = ask(approver, "ls")
    (await armed()).changed.emit("ls -l")
    await until(lambda: [each._shown.text for each in dialogs()] == ["ls -l"])
    changed = await armed()
    changed.undone.emit()
    back = await armed()
    assert back._shown.text == "ls"
    QTest.mouseClick(back._approve, Qt.MouseButton.LeftButton)
    assert await task == Yes(by=PERSON)


@pytest.mark.parametrize("leaves", ["it is put off", "it is answered"])
async def test_who_leaves_while_an_edit_is_looked_at_is_not_called_back(
    theme: Theme, reviewing: Reviewing, leaves: str
) -> None:
    approver = DesktopApprover(PERSON, theme, lambda: None, a_counsel(review=reviewing.review))
    task = ask(approver, "ls")
    dialog = await armed()
    dialog.changed.emit("ls -l")
    dialog.changed.emit("ls -l")  # a second press asks no more
    await until(lambda: reviewing.asked)
    if leaves == "it is answered":
        await withdraw(task)
    else:
        dialog.done(QDialog.DialogCode.Rejected)
    reviewing.may_end.set()
    await until(lambda: reviewing.ended)
    assert (reviewing.asked, dialogs()) == (1, [])
    if leaves == "it is put off":
        approver.show_waiting()
        assert (await armed())._shown.text == "ls -l"
        await withdraw(task)


async def test_a_grant_comes_with_the_yes(approver: DesktopApprover) -> None:
    task = asyncio.create_task(approver.ask(a_question("git push", judgement=GRANTABLE)))
    dialog = await armed()
    dialog._rows._grant.click()
    await armed()
    assert dialog._panel is not None
    QTest.keyClick(dialog, Qt.Key.Key_Return, CHORD_OF_GRANT)
    assert await task == Yes(by=PERSON, wish=Wish(offer=OFFERS[0], term=Session()))


CHORD_OF_GRANT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


async def test_who_answers_late_is_told(approver: DesktopApprover) -> None:
    said: list[str] = []
    approver.said.connect(said.append)
    task = ask(approver, "one")
    dialog = await armed()
    waiting_of(approver, "one").settle(No(by=PERSON))  # as it is when the question has just been taken back
    QTest.mouseClick(dialog._approve, Qt.MouseButton.LeftButton)
    assert said == [ALREADY]
    assert await task == No(by=PERSON)


async def test_a_dialog_that_nobody_sees_warms_up(approver: DesktopApprover) -> None:
    approver.warm_up()
    assert dialogs() == []
