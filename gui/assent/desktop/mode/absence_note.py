"""Tells what went by while nobody was there: the requests that expired unanswered."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.labels import ElidedLabel, plain
from assent.desktop.appearance.theme import LARGE, SMALL, TIGHT
from assent.desktop.appearance.wording import counted, named
from assent.model.asker import agent_of
from assent.model.call import Call

MOST_NAMED = 5


class AbsenceNote(QFrame):
    """Stays until the person has taken note."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing."""
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._number = 0
        self._title, self._more, self._seen = plain(role="waiting"), plain(role="muted"), KeyButton("Seen")
        self._lines = [ElidedLabel(fixed=True) for _ in range(MOST_NAMED)]
        row, column = QHBoxLayout(self), QVBoxLayout()
        row.setContentsMargins(LARGE, SMALL, LARGE, SMALL)
        column.setSpacing(TIGHT)
        for part in (self._title, *self._lines, self._more):
            column.addWidget(part)
        row.addLayout(column, 1)
        row.addWidget(self._seen, 0, Qt.AlignmentFlag.AlignTop)
        self._seen.clicked.connect(self._forget)
        self._forget()

    @property
    def text(self) -> str:
        """Its first line."""
        return self._title.text()

    def add(self, call: Call, title: str) -> None:
        """Tell that this call's question expired; `title` names the call, revealed already."""
        if self._number < MOST_NAMED:
            line = self._lines[self._number]
            line.show_text(f"{named(agent_of(call.asker))}:  {title}")
            line.show()
        self._number += 1
        self._title.setText(f"While you were away: {counted(self._number, 'request')} expired")
        self._more.setText(f"and {self._number - MOST_NAMED:,} more, in the list of calls")
        self._more.setVisible(self._number > MOST_NAMED)
        self.show()

    def _forget(self) -> None:
        self._number = 0
        for line in self._lines:
            line.hide()
        self.hide()
