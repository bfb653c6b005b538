"""The modal: shows who asks for what, and lets the person approve or refuse.

Escape and the close button decide nothing: an answer nobody meant to give would be worse than a dialog that
stays. Both put the focus on the word to the agent, where Enter refuses, and say so.
"""

import json
from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from assent.console.approval import Answer, No, Yes
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import LARGE, MEDIUM, SMALL, TIGHT, WIDE, Colours
from assent.desktop.appearance.wording import size
from assent.desktop.approval.approve_button import ApproveButton
from assent.desktop.approval.asker_card import AskerCard
from assent.desktop.approval.choices import Choices
from assent.desktop.approval.command_view import CommandView
from assent.desktop.approval.frames import peculiarities, quoted
from assent.model.authority import Authority
from assent.model.call import Call, Proposal
from assent.model.confinement import Choice
from assent.model.question import Question
from assent.model.result import ShellBlock
from assent.model.reveal import one_line

LONGEST_WORD = 2_000
USUAL_WIDTH = 760
WINDOW = (
    Qt.WindowType.Dialog
    | Qt.WindowType.CustomizeWindowHint
    | Qt.WindowType.WindowTitleHint
    | Qt.WindowType.WindowCloseButtonHint
)
LEAST_COMMAND_LINES, MOST_COMMAND_LINES = 4, 16
HINT = "Ctrl+Enter approves.  Enter in the line above refuses.  Escape goes there."
NO_DECISION = "Nothing is decided yet: approve it, or press Enter here to refuse it."


class ApprovalDialog(QDialog):
    """Asks for one call; `answer` has what the person decided once it is finished."""

    def __init__(
        self,
        question: Question,
        by: Authority,
        colours: Colours,
        *,
        confinements: Sequence[Choice] = (),
        parent: QWidget | None = None,
    ) -> None:
        """Show one question, with the confinements to choose from; the answer will be `by`'s."""
        super().__init__(parent)
        call, proposal = question.call, question.proposal
        self.answer: Answer | None = None
        self._by, self._colours = by, colours
        self.setWindowTitle("Assent")
        # No button to minimize: a modal that is out of sight would block the window and ask nobody.
        self.setWindowFlags(WINDOW)
        self.setMinimumSize(560, 420)
        self._command = _asked(call, proposal)
        self._view = CommandView(colours)
        # Of a command that the agent runs by itself nothing is ours to choose, nor of a tool that runs none.
        is_ours = call.wants == "execution" and proposal.command is not None
        self._choices = Choices(proposal, confinements, colours) if is_ours else None
        self._approve = ApproveButton(colours)
        self._refuse = QPushButton("Refuse", autoDefault=False)
        self._word = QLineEdit(placeholderText="A word to the agent (optional)", maxLength=LONGEST_WORD)
        self._word.setAccessibleName("A word to the agent, given with a refusal")
        self._others = plain(role="waiting")
        self._hint = plain(HINT, role="hint")
        self._lay_out(call, proposal)
        self._connect()
        self._view.show_text(self._command)
        self._approve.allow(may=False)
        self._fit()

    def show_waiting(self, others: int) -> None:
        """Say how many more requests wait behind this one."""
        self._others.setText(f"{others:,} more wait" + ("s" if others == 1 else "") if others else "")

    def reject(self) -> None:
        """Decide nothing: this is what Escape and the close button come to."""
        self._word.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._hint.setText(NO_DECISION)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stay: a window that is closed has not been answered."""
        event.ignore()
        self.reject()

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the focus where no key does anything."""
        super().showEvent(event)
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)
        self._approve.arm()

    def changeEvent(self, event: QEvent) -> None:
        """Arm anew when the window becomes the active one: a key may be in flight to another."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._approve.arm()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter do nothing; only the line edit takes it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        """Be high enough for the whole command, as far as the screen allows."""
        width = USUAL_WIDTH
        self.ensurePolished()
        self._view.resize(width - 2 * WIDE, 100)
        self._view.setMinimumHeight(self._view.wanted_height(MOST_COMMAND_LINES))
        wanted = self._column.totalHeightForWidth(width)
        self._view.setMinimumHeight(self._view.wanted_height(LEAST_COMMAND_LINES))
        most = self.screen().availableSize().height() * 9 // 10
        self.resize(width, min(wanted, most))

    def _connect(self) -> None:
        self._view.end_seen.connect(lambda: self._approve.allow(may=True))
        # Whoever types letters here means another window, which lost the focus to this one.
        self._view.typed_at.connect(self._approve.arm)
        self._approve.approved.connect(self._approve_it)
        if self._choices is not None:
            # What would be run is another thing now: the person is to have seen it for as long.
            self._choices.changed.connect(self._approve.arm)
        self._refuse.clicked.connect(self._refuse_it)
        self._word.returnPressed.connect(self._refuse_it)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self, autoRepeat=False)
            shortcut.activated.connect(self._approve_by_keys)
            # Both on one keyboard layout: Qt would call that ambiguous and do nothing.
            shortcut.activatedAmbiguously.connect(self._approve_by_keys)

    def _approve_by_keys(self) -> None:
        # Where a word is being written, Ctrl+Enter means "send" to many: that word is a refusal.
        if self._word.hasFocus() or self._word.text():
            self._hint.setText(NO_DECISION)
        else:
            self._approve.approve()

    def _approve_it(self) -> None:
        changed = self._choices.changed_proposal if self._choices is not None else None
        self._decide(Yes(by=self._by, proposal=changed))

    def _refuse_it(self) -> None:
        # A click or a key in flight refuses nothing either.
        if self._approve.is_calm:
            self._decide(No(by=self._by, reason=self._word.text().strip()))

    def _decide(self, answer: Answer) -> None:
        if self.answer is None:
            self.answer = answer
            self.done(QDialog.DialogCode.Accepted)

    def _lay_out(self, call: Call, proposal: Proposal) -> None:
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(WIDE, LARGE + TIGHT, WIDE, LARGE)
        column.setSpacing(MEDIUM)
        column.addLayout(self._head(call, proposal))
        column.addWidget(AskerCard(call, proposal))
        column.addLayout(self._block(proposal), 1)
        if self._choices is not None:
            column.addWidget(self._choices)
        if notice := peculiarities(self._command, self._colours, self.devicePixelRatioF()):
            column.addWidget(notice)
        if proposal.description:
            column.addWidget(quoted(proposal.description))
        column.addSpacing(TIGHT)
        column.addLayout(self._buttons())
        column.addWidget(self._hint)
        parts = [self._view, *(self._choices.parts if self._choices else ()), self._word, self._refuse]
        for one, other in pairwise([*parts, self._approve]):
            self.setTabOrder(one, other)

    def _head(self, call: Call, proposal: Proposal) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(MEDIUM)
        row.addWidget(plain(_title(call, proposal), role="title"))
        row.addStretch(1)
        row.addWidget(self._others)
        return row

    def _block(self, proposal: Proposal) -> QVBoxLayout:
        block, above = QVBoxLayout(), QHBoxLayout()
        block.setSpacing(TIGHT + 2)
        runs = proposal.command is not None
        caption = "The command, exactly as it will run" if runs else "What it does, and its arguments"
        above.addWidget(plain(caption, role="caption"))
        above.addStretch(1)
        above.addWidget(plain(size(self._command), role="caption"))
        block.addLayout(above)
        block.addWidget(self._view, 1)
        return block

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SMALL)
        row.addWidget(self._word, 1)
        row.addWidget(self._refuse)
        row.addWidget(self._approve)
        height = max(part.sizeHint().height() for part in (self._word, self._refuse)) + TIGHT
        for part in (self._word, self._refuse, self._approve):
            part.setFixedHeight(height)
        return row


def _asked(call: Call, proposal: Proposal) -> str:
    """Return the command, or what a tool that runs none would do: to which commands, by which arguments."""
    if proposal.command is not None:
        return proposal.command
    commands = [block.command for block in proposal.display if isinstance(block, ShellBlock)]
    arguments = f"{call.tool} {json.dumps(call.arguments, indent=2, ensure_ascii=False)}"
    return "\n\n".join([proposal.title, *commands, arguments])


def _title(call: Call, proposal: Proposal) -> str:
    if proposal.command is None:
        return f"An agent wants to use the tool {one_line(call.tool, 40)}"
    if call.wants == "execution":
        return "An agent wants to run a command"
    return "An agent asks to run a command by itself"
