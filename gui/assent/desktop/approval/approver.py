"""Asks the person at the screen: one dialog at a time, first come, first served."""

import asyncio
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from assent.console.approval import Answer, No
from assent.desktop.appearance.theme import Theme
from assent.desktop.approval.approval_dialog import ApprovalDialog
from assent.desktop.awaiting import answered
from assent.model.asker import Asker, Client, Process, Session
from assent.model.authority import Authority, ByConsole
from assent.model.call import Call, Proposal
from assent.model.confinement import Choice
from assent.model.judgement import Judgement
from assent.model.question import Question


class DesktopApprover(QObject):
    """The human at a screen (`console.approval.Approver`)."""

    waiting_changed = Signal(int)
    asking = Signal(str)  # the call whose question is on screen now

    def __init__(
        self,
        by: Authority,
        theme: Theme,
        parent_window: Callable[[], QWidget | None],
        confinements: Callable[[], Sequence[Choice]] = tuple,
    ) -> None:
        """Answer in the name of `by`.

        A dialog belongs to whatever window `parent_window` returns then, and offers these `confinements`.
        """
        super().__init__()
        self._confinements = confinements
        self._by, self._theme, self._parent_window = by, theme, parent_window
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._dialog: ApprovalDialog | None = None

    @property
    def waiting(self) -> int:
        """How many requests wait for an answer, with the one that is shown."""
        return self._waiting

    async def ask(self, question: Question) -> Answer:
        """Show the proposal when its turn comes and return the person's answer.

        Cancelled (the agent went away), it takes its dialog off the screen.
        """
        self._count(+1)
        try:
            async with self._turn:
                return await self._show(question)
        finally:
            self._count(-1)

    def warm_up(self) -> None:
        """Draw a dialog that nobody sees, so that the first real one is as quick as the others."""
        asker = Asker(process=Process(pid=0))
        call = Call(tool="", arguments={}, asker=asker, client=Client(name="-"), session=Session())
        judgement = Judgement(decision="ask", reason="-")
        proposal = Proposal(title="", command="-")
        dialog = self._dialog_for(Question(call=call, proposal=proposal, judgement=judgement), None)
        dialog.grab()
        dialog.deleteLater()

    def raise_dialog(self) -> None:
        """Bring the question to the front, if there is one."""
        if self._dialog is not None:
            self._dialog.raise_()
            self._dialog.activateWindow()

    async def _show(self, question: Question) -> Answer:
        dialog = self._dialog_for(question, self._parent_window())
        dialog.show_waiting(self._waiting - 1)
        self._dialog = dialog
        self.asking.emit(question.call.id)
        asyncio.get_running_loop().call_soon(self._call_attention, dialog)
        try:
            await answered(dialog)
        finally:
            self._dialog = None
        # Closed from outside without an answer: doubt refuses.
        return dialog.answer or No(by=ByConsole(reason="the dialog was closed without an answer"))

    def _dialog_for(self, question: Question, parent: QWidget | None) -> ApprovalDialog:
        offered, colours = self._confinements(), self._theme.colours
        return ApprovalDialog(question, self._by, colours, confinements=offered, parent=parent)

    def _call_attention(self, dialog: ApprovalDialog) -> None:
        if self._dialog is not dialog:
            return
        # A person who is at another of our windows is not torn away from it: the modal is above it already.
        if QApplication.activeWindow() is None:
            dialog.raise_()
            dialog.activateWindow()
            QApplication.alert(dialog)

    def _count(self, change: int) -> None:
        self._waiting += change
        if self._dialog is not None:
            self._dialog.show_waiting(self._waiting - 1)
        self.waiting_changed.emit(self._waiting)
