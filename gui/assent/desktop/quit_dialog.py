"""Asks whether to quit while something runs or waits."""

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import LARGE, SMALL, WIDE
from assent.desktop.appearance.wording import counted


class QuitDialog(QDialog):
    """Accepted, it means quit; everything else means stay."""

    def __init__(self, running: int, waiting: int, parent: QWidget | None = None) -> None:
        """Say what would be lost."""
        super().__init__(parent)
        self.setWindowTitle("Quit Assent?")
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(WIDE, WIDE, WIDE, LARGE)
        column.setSpacing(SMALL)
        column.addWidget(plain("Quit Assent?", role="title"))
        column.addWidget(plain(_told(running, waiting), wrap=True))
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
