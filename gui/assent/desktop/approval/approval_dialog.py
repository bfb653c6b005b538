"""The modal: shows who asks for what, and lets the person approve, refuse, or leave it for later.

Escape and the close button decide nothing: the question waits, out of sight, until it is asked for again. The
window takes no focus when it comes; who types goes on typing where they were.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QPaintEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from assent.console.approval import Answer, No, Yes
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import LARGE, MEDIUM, TIGHT, WIDE, Colours
from assent.desktop.approval.answer_rows import AnswerRows
from assent.desktop.approval.calm import Calm
from assent.desktop.approval.change_notes import changed_by_you, denied
from assent.desktop.approval.choices import Choices
from assent.desktop.approval.counsel import Counsel
from assent.desktop.approval.dialog_head import DialogHead
from assent.desktop.approval.edit_panel import EditPanel, can_edit
from assent.desktop.approval.grant_panel import GrantPanel
from assent.desktop.approval.queue_panel import Line
from assent.desktop.approval.shown_question import ShownQuestion
from assent.desktop.approval.trust_boxes import TrustBoxes
from assent.model.authority import Authority
from assent.model.grant import Wish
from assent.model.question import Question

USUAL_WIDTH = 820
WINDOW = (
    Qt.WindowType.Dialog
    | Qt.WindowType.CustomizeWindowHint
    | Qt.WindowType.WindowTitleHint
    | Qt.WindowType.WindowCloseButtonHint
    # It comes without the focus, and a window that does not have it may be put behind the one that has.
    | Qt.WindowType.WindowStaysOnTopHint
)
AWAY = "Click into this window to answer: keys still go to where you were."
HERE = "Ctrl+Enter approves once.  Enter in the advice refuses.  Escape leaves it for later."
NOT_FROM_THERE = "Nothing is decided: there is advice to the agent, which goes with a refusal."
NOTHING_TO_GRANT = "Nothing can be granted: no rule that you may make would allow this and nothing near it."
DENIED = "A rule denies it"
EDITING = "Use your text first"


class ApprovalDialog(QDialog):
    """Asks for one call; `answer` has what the person decided, if it is finished with that."""

    chosen = Signal(str)  # another call that waits
    refuse_all_asked = Signal()
    approve_all_asked = Signal()
    changed = Signal(str)  # the command as the person wants it
    undone = Signal()
    touched = Signal()
    drawn = Signal()  # it came on the screen: what can wait for that is not to hold it up

    def __init__(
        self,
        question: Question,
        by: Authority,
        colours: Colours,
        counsel: Counsel,
        *,
        original: Question | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Show one question; the answer will be `by`'s.

        `original` is what the agent asked, where the person has changed that into `question`.
        """
        super().__init__(parent)
        call, proposal = question.call, question.proposal
        self.answer: Answer | None = None
        self._question, self._by, self._colours, self._counsel = question, by, colours, counsel
        self._original, self._is_drawn = original, False
        self.setWindowTitle("Assent")
        # No button to minimize: it would be out of sight without being where things that wait are.
        self.setWindowFlags(WINDOW)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setMinimumSize(560, 420)
        self._calm = Calm(self)
        # Each part is made where it belongs: one that is moved takes its look and fonts anew, with all in it.
        self._shown = ShownQuestion(question, colours, self)
        self._view = self._shown.view
        # Of a command that the agent runs by itself nothing is ours to choose, nor of a tool that runs none.
        is_ours = call.wants == "execution" and proposal.command is not None
        self._choices = Choices(proposal, counsel.confinements(), self) if is_ours else None
        self._head, self._trust = DialogHead(question, self), TrustBoxes(question.inspection, self)
        self._rows = AnswerRows(
            self._calm,
            colours,
            counsel.refusals,
            can_edit=is_ours and can_edit(proposal.command or ""),
            can_grant=question.judgement.may_be_granted,
            parent=self,
        )
        self._approve, self._word = self._rows.approve, self._rows.advice
        self._hint = plain(AWAY, role="hint")
        self._panel: GrantPanel | EditPanel | None = None
        self._lay_out()
        self._connect()
        self._approve.allow(may=False, **self._instead())
        self._fit()

    def show_waiting(self, number: int, lines: Callable[[], Sequence[Line]]) -> None:
        """Say how many wait, this question with them; `lines` tells of each when they are listed."""
        self._head.show_waiting(number, lines)

    def show_countdown(self, left_s: float | None) -> None:
        """Show how long it waits, if not for as long as it takes."""
        self._rows.show_countdown(left_s)

    def tell(self, text: str) -> None:
        """Say something below the buttons."""
        self._hint.setText(text)

    def reject(self) -> None:
        """Close what was opened last, or leave the question for later: this is what Escape comes to."""
        if self._panel is not None:
            self._close_panel()
        elif self._head.is_open:
            self._head.close_list()
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._calm.is_settled:
            self.done(QDialog.DialogCode.Rejected)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave it for later: a window that is closed has not been answered."""
        event.ignore()
        self.done(QDialog.DialogCode.Rejected)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the focus where no key does anything."""
        super().showEvent(event)
        self._is_drawn = False
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tell once that all of it has been drawn, when the event loop comes round."""
        super().paintEvent(event)
        if not self._is_drawn:
            self._is_drawn = True
            QTimer.singleShot(0, self, self.drawn.emit)

    def changeEvent(self, event: QEvent) -> None:
        """Say where keys go."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            self._hint.setText(HERE if self.isActiveWindow() else AWAY)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter do nothing; only the line of advice takes it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        """Be high enough for the whole command, as far as the screen allows."""
        self.ensurePolished()
        self._shown.setMinimumHeight(self._shown.fit(USUAL_WIDTH - 2 * WIDE))
        wanted = self._column.totalHeightForWidth(USUAL_WIDTH)
        self._shown.setMinimumHeight(0)
        needed = self._shown.fit_into(
            self._most_height, lambda: self._column.totalMinimumHeightForWidth(USUAL_WIDTH)
        )
        self._usual_height = min(max(wanted, needed), self._most_height)
        self.resize(USUAL_WIDTH, self._usual_height)

    @property
    def _most_height(self) -> int:
        return self.screen().availableSize().height() * 9 // 10

    def _make_room(self) -> None:
        """Be as high as what is open needs, and stay on the screen."""
        is_second_step = isinstance(self._panel, GrantPanel) or self._head.is_open
        self._shown.show_around(visible=not is_second_step)
        for part in (self._shown, self._head, self._panel, self):
            if part is not None and (layout := part.layout()) is not None:
                layout.activate()
        needed = self._column.totalMinimumHeightForWidth(self.width())
        self.resize(self.width(), min(max(needed, self._usual_height), self._most_height))
        below = self.frameGeometry().bottom() - self.screen().availableGeometry().bottom()
        if below > 0 and self.isVisible():
            self.move(self.x(), max(self.screen().availableGeometry().top(), self.y() - below))

    def _connect(self) -> None:
        self._calm.touched.connect(self.touched)
        self._shown.end_seen.connect(self._allow)
        # Whoever types letters here means another window, which lost the focus to this one.
        self._shown.typed_at.connect(self._calm.typed)
        if self._choices is not None:
            # What would be run is another thing now: the person is to have seen it for as long.
            self._choices.changed.connect(self._calm.begin)
        self._rows.approved.connect(lambda: self._approve_it(None))
        self._rows.refused.connect(self._refuse_it)
        self._rows.put_off.connect(lambda: self.done(QDialog.DialogCode.Rejected))
        self._rows.edit_asked.connect(self._edit)
        self._rows.grant_asked.connect(self._open_grants)
        self._head.toggled.connect(self.touched)
        self._head.toggled.connect(self._make_room)
        self._head.chosen.connect(self.chosen)
        self._head.refuse_all_asked.connect(self.refuse_all_asked)
        self._head.approve_all_asked.connect(self.approve_all_asked)
        for keys in ("Ctrl+Return", "Ctrl+Enter", "Ctrl+Shift+Return", "Ctrl+Shift+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self, autoRepeat=False)
            act = self._grant_by_keys if "Shift" in keys else self._approve_by_keys
            shortcut.activated.connect(act)
            # Both on one keyboard layout: Qt would call that ambiguous and do nothing.
            shortcut.activatedAmbiguously.connect(act)

    def _allow(self) -> None:
        if self._question.judgement.decision != "deny":
            self._approve.allow(may=True)

    def _instead(self) -> dict[str, str]:
        return {"instead": DENIED} if self._question.judgement.decision == "deny" else {}

    def _approve_by_keys(self) -> None:
        # Where a word is being written, Ctrl+Enter means "send" to many: that word is a refusal.
        if self._rows.writes_advice:
            self.tell(NOT_FROM_THERE)
        else:
            self._approve.approve()

    def _grant_by_keys(self) -> None:
        if isinstance(self._panel, GrantPanel) and not self._rows.writes_advice:
            self._panel.take()

    def _approve_it(self, wish: Wish | None) -> None:
        changed = self._choices.changed_proposal if self._choices is not None else None
        if changed is None and self._original is not None:
            changed = self._question.proposal
        self._trust.tell(self._counsel.trust)
        self._decide(Yes(by=self._by, proposal=changed, wish=wish))

    def _refuse_it(self, advice: str, stops: bool) -> None:
        # A click or a key in flight refuses nothing either.
        if self._calm.is_settled:
            self._decide(No(by=self._by, reason=advice, stops=stops))

    def _decide(self, answer: Answer) -> None:
        if self.answer is None:
            self.answer = answer
            self.done(QDialog.DialogCode.Accepted)

    def _edit(self) -> None:
        if self._panel is None:
            panel = EditPanel(self._question.proposal.command or "")
            panel.used.connect(self.changed)
            panel.typed.connect(self._calm.typed)
            self._shown.hide()
            self._approve.allow(may=False, instead=EDITING)
            self._open(panel, stretch=1)

    def _open_grants(self) -> None:
        if self._panel is not None:
            return
        if not self._shown.end_was_seen:
            self.tell("The end of the command has not been on the screen yet.")
        elif offers := self._counsel.offers(self._question):
            panel = GrantPanel(self._question.call, offers, self._counsel, self._calm, self._colours)
            panel.granted.connect(self._approve_it)
            self._open(panel)
        else:
            self.tell(NOTHING_TO_GRANT)

    def _open(self, panel: GrantPanel | EditPanel, stretch: int = 0) -> None:
        panel.closed.connect(self._close_panel)
        self._panel = panel
        self._column.insertWidget(self._column.indexOf(self._shown) + 1, panel, stretch)
        panel.show()  # now, so that its height counts
        panel.setFocus(Qt.FocusReason.OtherFocusReason)
        self._make_room()
        self._calm.begin()

    def _close_panel(self) -> None:
        if self._panel is not None:
            self._panel.deleteLater()
            self._panel.hide()
            self._panel = None
            self._shown.show()
            self._approve.allow(may=False, **self._instead())
            if self._shown.end_was_seen:
                self._allow()
            self._make_room()
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)
            self._calm.begin()

    def _lay_out(self) -> None:
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(WIDE, LARGE + TIGHT, WIDE, LARGE)
        column.setSpacing(MEDIUM)
        column.addWidget(self._head)
        if self._original is not None:
            column.addWidget(changed_by_you(self._original.proposal, self.undone.emit))
        if self._question.judgement.decision == "deny":
            column.addWidget(denied(self._question.judgement))
        column.addWidget(self._shown, 1)
        if self._choices is not None:
            column.addWidget(self._choices)
        column.addWidget(self._trust)
        column.addSpacing(TIGHT)
        column.addWidget(self._rows)
        column.addWidget(self._hint)
        parts = [*self._shown.parts, *(self._choices.parts if self._choices else ()), *self._trust.parts]
        for one, other in pairwise([*parts, *self._rows.parts]):
            self.setTabOrder(one, other)
