"""A dialog can be awaited, and goes away with whoever waited for it."""

import asyncio

import pytest
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from assent.desktop.awaiting import answered
from waiting import until


async def test_the_answer_comes_back_and_the_dialog_goes() -> None:
    dialog = QDialog()
    asyncio.get_running_loop().call_later(0.01, dialog.done, 7)
    assert await answered(dialog) == 7
    await until(lambda: not isValid(dialog))


async def test_other_tasks_go_on_meanwhile() -> None:
    dialog, ticks = QDialog(), []

    async def tick() -> None:
        while len(ticks) < 20:
            ticks.append(1)
            await asyncio.sleep(0.001)
        dialog.accept()

    ticking = asyncio.create_task(tick())
    assert await answered(dialog) == QDialog.DialogCode.Accepted
    await ticking
    assert len(ticks) == 20


async def test_who_stops_waiting_takes_the_dialog_along() -> None:
    dialog = QDialog()
    task = asyncio.create_task(answered(dialog))
    await until(dialog.isVisible)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not isValid(dialog) or not dialog.isVisible()
    await until(lambda: not isValid(dialog))


async def test_two_dialogs_are_answered_out_of_order(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    first, second = QDialog(parent), QDialog(parent)
    tasks = [asyncio.create_task(answered(dialog)) for dialog in (first, second)]
    await until(lambda: first.isVisible() and second.isVisible())
    second.done(2)
    first.done(1)
    assert await asyncio.gather(*tasks) == [1, 2]
