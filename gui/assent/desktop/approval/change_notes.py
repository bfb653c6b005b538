"""Notes above a command that the person changed: what it was, and what a rule says of what it is now."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.passage import passage
from assent.desktop.appearance.theme import MEDIUM, SMALL, TIGHT, mono
from assent.model.call import Proposal
from assent.model.judgement import Judgement
from assent.model.reveal import reveal


def changed_by_you(original: Proposal, undo: Callable[[], object]) -> QFrame:
    """Say that the command is the person's, and show what the agent had asked for, with a way back."""
    frame, row, column = QFrame(), QHBoxLayout(), QVBoxLayout()
    frame.setProperty("role", "notice")
    row.setContentsMargins(MEDIUM, SMALL, SMALL, SMALL)
    row.setSpacing(SMALL)
    column.setSpacing(TIGHT)
    column.addWidget(plain("Changed by you. The agent had asked for:", role="caption"))
    asked = passage(reveal(original.command or ""), most_lines=3)
    asked.setFont(mono())
    column.addWidget(asked)
    back = KeyButton("Undo", "Ctrl+Z")
    back.clicked.connect(lambda _: undo())
    row.addLayout(column, 1)
    row.addWidget(back, 0, Qt.AlignmentFlag.AlignTop)
    frame.setLayout(row)
    return frame


def denied(judgement: Judgement) -> QFrame:
    """Say why what the person wrote can't be approved."""
    frame, column = QFrame(), QVBoxLayout()
    frame.setProperty("role", "notice")
    column.setContentsMargins(MEDIUM, SMALL, MEDIUM, SMALL)
    column.addWidget(passage(reveal(f"Your text is denied: {judgement.reason}")))
    frame.setLayout(column)
    return frame
