"""Asks whether to quit while something runs or waits."""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from assent.desktop.appearance.check_box import CheckBox
from assent.desktop.appearance.labels import ElidedLabel, plain
from assent.desktop.appearance.theme import LARGE, SMALL, WIDE
from assent.desktop.appearance.wording import counted

MOST_NAMED = 6


class QuitDialog(QDialog):
    """Accepted, it means quit; everything else means stay."""

    def __init__(
        self,
        running: int,
        waiting: int,
        background: Sequence[str] = (),
        parent: QWidget | None = None,
        *,
        keepable: int = 0,
        why_not_kept: str = "",
    ) -> None:
        """Say what would be lost; `background` names what nobody waits for, revealed already.

        So many of these as are `keepable` can go on without Assent; `why_not_kept` says why none ever can.
        """
        super().__init__(parent)
        self._running, self._waiting, self._keepable = running, waiting, keepable
        self.setWindowTitle("Quit Assent?")
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(WIDE, WIDE, WIDE, LARGE)
        column.setSpacing(SMALL)
        column.addWidget(plain("Quit Assent?", role="title"))
        self._told = plain("", wrap=True)
        column.addWidget(self._told)
        self._keep = CheckBox(f"Keep {counted(keepable, 'background task')} running")
        if background:
            self._name(column, background)
            column.addWidget(
                plain(_told_of_keeping(len(background), keepable, why_not_kept), role="muted", wrap=True)
            )
        if keepable:
            column.addWidget(self._keep)
        column.addSpacing(LARGE)
        self._quit = quit_now = QPushButton(autoDefault=False)
        quit_now.setProperty("role", "danger")
        stay = QPushButton("Stay", autoDefault=True)
        row.setSpacing(SMALL)
        row.addStretch(1)
        row.addWidget(quit_now)
        row.addWidget(stay)
        column.addLayout(row)
        self.setFixedWidth(440)
        self._keep.toggled.connect(self._tell)
        self._tell()
        quit_now.clicked.connect(self.accept)
        stay.clicked.connect(self.reject)
        stay.setDefault(True)
        stay.setFocus()

    @property
    def keeps(self) -> bool:
        """Whether the background tasks that can go on are to do so."""
        return self._keep.isChecked()

    def _name(self, column: QVBoxLayout, background: Sequence[str]) -> None:
        column.addSpacing(SMALL)
        column.addWidget(plain("In the background", role="caption"))
        for title in background[:MOST_NAMED]:
            column.addWidget(ElidedLabel(title, fixed=True))
        if len(background) > MOST_NAMED:
            column.addWidget(plain(f"and {len(background) - MOST_NAMED:,} more", role="muted"))

    def _tell(self) -> None:
        ended = self._running - (self._keepable if self.keeps else 0)
        self._told.setText(_told(ended, self._waiting, are_kept=self.keeps))
        rest = "the rest" if self.keeps else "everything"
        self._quit.setText(f"Stop {rest} and quit" if ended else "Quit")


def _told(running: int, waiting: int, *, are_kept: bool) -> str:
    told = []
    if running:
        told.append(
            f"{counted(running, 'command')} running will be killed with all that {_they(running)} started."
        )
    if waiting:
        told.append(f"{counted(waiting, 'request')} will go unanswered; the agent is told so.")
    if are_kept and not told:
        return "They go on until they end or their time is up; Assent shows them at its next start."
    return " ".join(told) or "No agent can ask until you start it again."


def _told_of_keeping(background: int, keepable: int, why_not: str) -> str:
    if why_not:
        return f"They cannot go on without Assent: {why_not}."
    if keepable < background:
        return "What is paused or confined, or is left of a command that has ended, ends with Assent."
    return "They can go on without Assent, for a day at most."


def _they(number: int) -> str:
    return "it" if number == 1 else "they"
