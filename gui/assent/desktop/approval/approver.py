"""Asks the person at the screen: one dialog at a time, first come, first served, nothing lost."""

import asyncio
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from assent.console.approval import Answer, No, NoAnswer, Yes
from assent.desktop.appearance.theme import Theme
from assent.desktop.appearance.wording import named
from assent.desktop.approval.approval_dialog import ApprovalDialog
from assent.desktop.approval.approve_all_dialog import ApproveAllDialog, takes
from assent.desktop.approval.counsel import Counsel
from assent.desktop.approval.edit_panel import edited
from assent.desktop.approval.queue_panel import Line
from assent.desktop.approval.waiting import Queue, Waiting
from assent.model.asker import Asker, Client, Process, Session
from assent.model.authority import Authority
from assent.model.call import Call, Proposal
from assent.model.judgement import Judgement, Part
from assent.model.question import Question

ALREADY = "Already answered: that question had gone when your answer came."
TOO_MUCH = "That is more than can be looked at as one: answer them one by one."
TICK_MS = 1_000


class DesktopApprover(QObject):
    """The human at a screen (`console.approval.Approver`)."""

    waiting_changed = Signal(int)
    unseen_changed = Signal(int)  # how many wait while no question is on the screen
    asking = Signal(str)  # the call whose question is on screen now
    said = Signal(str)  # something that the person is to read in the main window

    def __init__(
        self, by: Authority, theme: Theme, parent_window: Callable[[], QWidget | None], counsel: Counsel
    ) -> None:
        """Answer in the name of `by`; a dialog belongs to whatever window `parent_window` returns then."""
        super().__init__()
        self._by, self._theme, self._parent_window, self._counsel = by, theme, parent_window, counsel
        self._queue = Queue()
        self._shown: Waiting | None = None
        self._told = (0, 0)
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._refresh)

    @property
    def waiting(self) -> int:
        """How many requests wait for an answer, with the one that is shown."""
        return len(self._queue)

    @property
    def unseen(self) -> int:
        """How many wait while none of them is on the screen."""
        return 0 if self._shown is not None else self.waiting

    async def ask(self, question: Question) -> Answer:
        """Show the question when its turn comes and return the person's answer.

        Cancelled (the agent went away, or somebody else answered), it takes its dialog off the screen.
        """
        loop = asyncio.get_running_loop()
        waiting = Waiting(question, loop.create_future(), loop.time())
        if (after_s := question.expires_after_s) is not None:
            waiting.expires_at = loop.time() + after_s
            waiting.expiry = loop.call_later(after_s, waiting.settle, NoAnswer(after_s=after_s))
        self._queue.add(waiting)
        self._show_next()
        try:
            return await waiting.answer
        finally:
            self._remove(waiting)

    def warm_up(self) -> None:
        """Draw a dialog that nobody sees, so that the first real one is as quick as the others."""
        asker = Asker(process=Process(pid=0))
        call = Call(tool="", arguments={}, asker=asker, client=Client(name="-"), session=Session())
        part = Part(start=0, end=1, text="-", words=("-",), decision="ask")
        judgement = Judgement(decision="ask", reason="-", parts=(part, part))
        proposal = Proposal(title="", command="-\n-", cwd="/", description="-")
        question = Question(call=call, proposal=proposal, judgement=judgement)
        dialog = ApprovalDialog(
            question, self._by, self._theme.colours, self._counsel, parent=self._parent_window()
        )
        # All that belongs to a window is made and drawn, but for the window on the screen.
        dialog.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        dialog.show()
        dialog.grab()
        dialog.hide()
        dialog.deleteLater()

    def show_waiting(self) -> None:
        """Bring a question to the front, with the focus: the one on the screen, or what was put off."""
        for waiting in self._queue:
            waiting.is_put_off = False
        if (wanted := self._shown or self._queue.first()) is not None:
            self._bring(wanted, with_focus=True)

    def _show_next(self, *, with_focus: bool = False) -> None:
        if self._shown is None and (waiting := self._queue.next()) is not None:
            self._bring(waiting, with_focus=with_focus)
        self._tell()

    def _bring(self, waiting: Waiting, *, with_focus: bool) -> None:
        """Put this question on the screen, in place of another one; `with_focus`: the person is there."""
        before = self._shown
        dialog = waiting.dialog = waiting.dialog or self._make(waiting, waiting.question)
        if before is not None and before is not waiting and before.dialog is not None:
            dialog.move(before.dialog.pos())
            before.dialog.hide()
        self._shown = waiting
        self._tell()
        dialog.show()
        if with_focus:
            waiting.keep()  # somebody is there
            dialog.raise_()
            dialog.activateWindow()
        elif QApplication.activeWindow() is None:
            QApplication.alert(dialog)

    def _make(
        self, waiting: Waiting, question: Question, *, original: Question | None = None
    ) -> ApprovalDialog:
        dialog = ApprovalDialog(
            question,
            self._by,
            self._theme.colours,
            self._counsel,
            original=original,
            parent=self._parent_window(),
        )
        dialog.finished.connect(lambda _: self._finished(waiting, dialog))
        dialog.drawn.connect(lambda: self.asking.emit(waiting.call_id))
        dialog.chosen.connect(self._jump)
        dialog.touched.connect(lambda: self._touched(waiting))
        dialog.changed.connect(lambda text: self._change(waiting, question, text))
        dialog.undone.connect(lambda: self._swap(waiting, self._make(waiting, waiting.question)))
        dialog.refuse_all_asked.connect(lambda: self._refuse_all(waiting))
        dialog.approve_all_asked.connect(lambda: self._ask_to_approve_all(waiting))
        return dialog

    def _finished(self, waiting: Waiting, dialog: ApprovalDialog) -> None:
        if waiting.dialog is not dialog:
            return
        if dialog.answer is None:
            self._put_off()
        elif waiting.settle(dialog.answer):
            self._leave(waiting, was_active=True)
        else:
            self.said.emit(ALREADY)

    def _put_off(self) -> None:
        """Take the question from the screen, and what waits behind it: the person is busy."""
        for waiting in self._queue:
            waiting.is_put_off = True
        if self._shown is not None:
            self._shown.keep()
            if self._shown.dialog is not None:
                self._shown.dialog.hide()
            self._shown = None
        self._tell()

    def _leave(self, waiting: Waiting, *, was_active: bool) -> None:
        """Go on to the next one; where the person was at this one, with the focus."""
        if self._shown is waiting:
            self._shown = None
            self._show_next(with_focus=was_active)

    def _remove(self, waiting: Waiting) -> None:
        self._queue.remove(waiting)
        waiting.keep()
        if waiting.review is not None:
            waiting.review.cancel()
        was_active = waiting.dialog is not None and waiting.dialog.isActiveWindow()
        dialog, waiting.dialog = waiting.dialog, None
        if dialog is not None:
            dialog.hide()
            dialog.deleteLater()
        self._leave(waiting, was_active=was_active)
        self._tell()

    def _jump(self, call_id: str) -> None:
        waiting = self._queue.find(call_id)
        if waiting is not None and waiting is not self._shown:
            self._bring(waiting, with_focus=True)

    def _touched(self, waiting: Waiting) -> None:
        if waiting.expires_at is not None:
            waiting.keep()
            self._tell()

    def _change(self, waiting: Waiting, question: Question, text: str) -> None:
        """Look at what the person wrote as at any other command, and show that."""
        if waiting.review is None or waiting.review.done():
            reviewing = self._review(waiting, question, text)
            waiting.review = asyncio.get_running_loop().create_task(reviewing)

    async def _review(self, waiting: Waiting, question: Question, text: str) -> None:
        reviewed = await self._counsel.review(question.call, edited(question.proposal, text))
        self._swap(waiting, self._make(waiting, reviewed, original=waiting.question))

    def _swap(self, waiting: Waiting, dialog: ApprovalDialog) -> None:
        old, waiting.dialog = waiting.dialog, dialog
        if old is not None:
            dialog.move(old.pos())
            old.hide()
            old.deleteLater()
        if self._shown is waiting:  # else it was put off, or another one was gone to
            self._bring(waiting, with_focus=True)

    def _refuse_all(self, waiting: Waiting) -> None:
        for one in self._queue.of_agent(waiting.agent):
            one.settle(No(by=self._by))

    def _ask_to_approve_all(self, waiting: Waiting) -> None:
        """Ask once more, with all of them in sight; only what is listed is answered."""
        those = self._queue.of_agent(waiting.agent)
        questions = [one.question for one in those]
        if not takes(questions):
            if waiting.dialog is not None:
                waiting.dialog.tell(TOO_MUCH)
            return
        dialog = ApproveAllDialog(questions, named(waiting.agent), self._theme.colours, waiting.dialog)
        dialog.accepted.connect(lambda: self._approve_all(those))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _approve_all(self, those: Sequence[Waiting]) -> None:
        late = [one for one in those if not one.settle(Yes(by=self._by))]
        if late:
            self.said.emit(ALREADY)

    def _tell(self) -> None:
        """Tell all who show how many wait."""
        self._refresh()
        before, self._told = self._told, (self.waiting, self.unseen)
        if before[0] != self.waiting:
            self.waiting_changed.emit(self.waiting)
        if before[1] != self.unseen:
            self.unseen_changed.emit(self.unseen)

    def _refresh(self) -> None:
        """Let the dialog on the screen show what else waits, and how long it does itself."""
        shown = self._shown
        if shown is None or shown.dialog is None:
            self._tick.stop()
            return
        now = asyncio.get_running_loop().time()
        shown.dialog.show_waiting(self.waiting, lambda: self._lines(shown))
        shown.dialog.show_countdown(None if shown.expires_at is None else shown.expires_at - now)
        if not self._tick.isActive():
            self._tick.start()

    def _lines(self, shown: Waiting) -> list[Line]:
        now, its = asyncio.get_running_loop().time(), self._queue.of_agent(shown.agent)
        return [
            Line(one.call_id, one.agent, _command(one.question), now - one.asked_at, one in its)
            for one in self._queue
        ]


def _command(question: Question) -> str:
    proposal = question.proposal
    return proposal.command if proposal.command is not None else proposal.title
