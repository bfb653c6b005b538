"""The person is asked one thing at a time, in order, and a question that lost its point goes away."""

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from assent.console.approval import No, Yes
from assent.desktop.appearance.theme import Theme
from assent.desktop.approval.approval_dialog import ApprovalDialog
from assent.desktop.approval.approver import DesktopApprover
from assent.model.authority import ByConsole
from builders import PERSON, a_call, a_question
from waiting import until


def dialogs() -> list[ApprovalDialog]:
    return [
        widget
        for widget in QApplication.topLevelWidgets()
        if isinstance(widget, ApprovalDialog) and widget.isVisible()
    ]


def the_dialog() -> ApprovalDialog | None:
    shown = dialogs()
    assert len(shown) <= 1
    return shown[0] if shown and shown[0]._approve.is_armed else None


@pytest.fixture
def approver(theme: Theme) -> Iterator[DesktopApprover]:
    made = DesktopApprover(PERSON, theme, lambda: None)
    yield made
    assert made.waiting == 0
    assert dialogs() == []


def ask(approver: DesktopApprover, command: str) -> "asyncio.Task[object]":
    return asyncio.create_task(approver.ask(a_question(command)))


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
        shown.append(dialog._command)
        left = 2 - number
        assert dialog._others.text() == (f"{left} more wait{'s' if left == 1 else ''}" if left else "")
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
    assert dialog._command == "third"
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


async def test_a_dialog_closed_from_outside_is_no_yes(approver: DesktopApprover) -> None:
    task = ask(approver, "one")
    await until(dialogs)
    dialogs()[0].done(QDialog.DialogCode.Accepted)
    answer = await task
    assert isinstance(answer, No)
    assert isinstance(answer.by, ByConsole)


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
    other = await until(lambda: next(iter(dialogs()), None))
    assert other is not None
    for _ in range(20):  # the same chord, held down
        QTest.keyClick(other._view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not second.done()
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
