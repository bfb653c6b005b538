"""Awaiting a dialog: the one way in which Assent asks in a window."""

import asyncio

from PySide6.QtWidgets import QDialog


async def answered(dialog: QDialog) -> int:
    """Show `dialog`, wait until it is finished, and return its result code.

    Never `exec()`: the nested loop stops every other task, and some never wake. When the waiting is
    cancelled, the dialog closes; in each case it is gone afterwards.
    """
    answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def finish(code: int) -> None:
        if not answer.done():
            answer.set_result(code)

    dialog.finished.connect(finish)
    dialog.open()
    try:
        return await answer
    finally:
        dialog.finished.disconnect(finish)
        if not answer.done() or answer.cancelled():
            dialog.done(QDialog.DialogCode.Rejected)
        dialog.deleteLater()
