"""Asks whether to quit while something runs or waits."""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from assent.desktop.appearance.labels import ElidedLabel, plain
from assent.desktop.appearance.theme import LARGE, SMALL, WIDE
from assent.desktop.appearance.wording import counted

MOST_NAMED = 6


class QuitDialog(QDialog):
    """Accepted, it means quit; everything else means stay."""

    def __init__(
        self, running: int, waiting: int, background: Sequence[str] = (), parent: QWidget | None = None
    ) -> None:
        """Say what would be lost; `background` names what nobody waits for, revealed already."""
        super().__init__(parent)
        self.setWindowTitle("Quit Assent?")
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(WIDE, WIDE, WIDE, LARGE)
        column.setSpacing(SMALL)
        column.addWidget(plain("Quit Assent?", role="title"))
        column.addWidget(plain(_told(running, waiting), wrap=True))
        if background:
            column.addSpacing(SMALL)
            column.addWidget(plain("In the background, and ended as well", role="caption"))
            for title in background[:MOST_NAMED]:
                column.addWidget(ElidedLabel(title, fixed=True))
            if len(background) > MOST_NAMED:
                column.addWidget(plain(f"and {len(background) - MOST_NAMED:,} more", role="muted"))
        column.addSpacing(LARGE)
        quit_now = QPushButton("Stop everything and quit" if running else "Quit", autoDefault=False)
        quit_now.setProperty("role", "danger")
        stay = QPushButton("Stay", autoDefault=True)
        row.setSpacing(SMALL)
        row.addStretch(1)
        row.addWidget(quit_now)
        row.addWidget(stay)
        column.addLayout(row)
        self.setFixedWidth(440)
        quit_now.clicked.connect(self.accept)
        stay.clicked.connect(self.reject)
        stay.setDefault(True)
        stay.setFocus()


def _told(running: int, waiting: int) -> str:
    told = []
    if running:
        told.append(
            f"{counted(running, 'command')} running will be killed with all that {_they(running)} started."
        )
    if waiting:
        told.append(f"{counted(waiting, 'request')} will go unanswered; the agent is told so.")
    return " ".join(told) or "No agent can ask until you start it again."


def _they(number: int) -> str:
    return "it" if number == 1 else "they"
