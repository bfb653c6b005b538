"""Approves what waits of one agent, after all of it was on the screen."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.passage import ShortPassage
from assent.desktop.appearance.theme import LARGE, MEDIUM, SMALL, TIGHT, WIDE, Colours, mono
from assent.desktop.appearance.wording import counted
from assent.desktop.approval.approve_button import ApproveButton
from assent.desktop.approval.calm import Calm
from assent.model.question import Question
from assent.model.reveal import one_line, reveal

# More than a person looks at before saying yes to all of it; the rest is asked one by one.
MOST_REQUESTS, MOST_CHARACTERS, MOST_LINES = 30, 4_000, 60  # the last two of one command, as it is shown
WIDTH, HEIGHT = 680, 560


def takes(questions: Sequence[Question]) -> bool:
    """Tell whether so much can be approved at once: commands that we run, and not more than can be read."""
    commands = [question.proposal.command for question in questions]
    return len(commands) <= MOST_REQUESTS and all(
        command is not None
        and len(command) <= MOST_CHARACTERS
        and len(reveal(command)) <= MOST_CHARACTERS
        and command.count("\n") <= MOST_LINES
        for command in commands
    )


class ApproveAllDialog(QDialog):
    """Accepted, it means a yes to each of the questions that it lists; everything else decides nothing."""

    def __init__(
        self, questions: Sequence[Question], agent: str, colours: Colours, parent: QWidget | None = None
    ) -> None:
        """List `questions`, all of the agent called `agent`, a text that is revealed already."""
        super().__init__(parent)
        self.setWindowTitle("Approve all")
        self._calm = Calm(self)
        self._scroll = QScrollArea(widgetResizable=True)
        self._approve = ApproveButton(colours, self._calm, f"Approve these {len(questions):,}")
        back = KeyButton("Back", "Esc", takes_keys=False)
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(WIDE, LARGE + TIGHT, WIDE, LARGE)
        column.setSpacing(MEDIUM)
        column.addWidget(plain(f"Approve {counted(len(questions), 'command')} at once?", role="title"))
        column.addWidget(plain(f"Asked by {agent}. Each is run once, and has its own record.", role="muted"))
        self._scroll.setWidget(_listed(questions))
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        column.addWidget(self._scroll, 1)
        row.setSpacing(SMALL)
        row.addStretch(1)
        row.addWidget(back)
        row.addWidget(self._approve)
        column.addLayout(row)
        for button in (back, self._approve):
            button.setFixedHeight(back.sizeHint().height())
        self.resize(WIDTH, min(HEIGHT, self.screen().availableSize().height() * 9 // 10))
        self._approve.allow(may=False)
        self._scroll.verticalScrollBar().valueChanged.connect(lambda _: self._look())
        self._scroll.verticalScrollBar().rangeChanged.connect(lambda *_: self._look())
        self._approve.approved.connect(self.accept)
        back.clicked.connect(self.reject)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self, autoRepeat=False)
            shortcut.activated.connect(self._approve.approve)
            # Both on one keyboard layout: Qt would call that ambiguous and do nothing.
            shortcut.activatedAmbiguously.connect(self._approve.approve)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin with the focus on the list, and see whether all of it is in sight."""
        super().showEvent(event)
        self._scroll.setFocus(Qt.FocusReason.OtherFocusReason)
        self._look()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter do nothing."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _look(self) -> None:
        bar = self._scroll.verticalScrollBar()
        if self.isVisible() and bar.value() >= bar.maximum():
            self._approve.allow(may=True)


def _listed(questions: Sequence[Question]) -> QWidget:
    whole = QWidget()
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, SMALL, 0)
    column.setSpacing(SMALL)
    for number, question in enumerate(questions, start=1):
        frame, inner = QFrame(), QVBoxLayout()
        frame.setProperty("role", "card")
        inner.setContentsMargins(MEDIUM, SMALL, MEDIUM, SMALL)
        inner.setSpacing(TIGHT)
        where = one_line(question.proposal.cwd, 300)
        inner.addWidget(plain(f"{number}   in {where}", role="caption", wrap=True))
        command = ShortPassage(reveal(question.proposal.command or ""), role="passage")
        command.setFont(mono())
        inner.addWidget(command)
        frame.setLayout(inner)
        column.addWidget(frame)
    column.addStretch(1)
    return whole
