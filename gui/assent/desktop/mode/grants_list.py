"""The grants in force: what each lets pass, what is left of it, and a button that ends it."""

from collections.abc import Sequence
from datetime import UTC, datetime

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.labels import ElidedLabel, plain
from assent.desktop.appearance.theme import LARGE, MEDIUM, SMALL, TIGHT
from assent.desktop.appearance.wording import clock, counted, named
from assent.model.grant import ForUses, Grant, UntilTime, spoken_term
from assent.model.reveal import one_line

MOST_HEIGHT = 170


class GrantsList(QFrame):
    """Shows what it is told; a grant is ended by whoever hears of it."""

    ended = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing."""
        super().__init__(parent)
        self.setProperty("role", "bar")
        self._grants: tuple[Grant, ...] = ()
        self._left: list[tuple[Grant, QLabel]] = []
        self._scroll = QScrollArea(widgetResizable=True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._scroll)
        self._tick = QTimer(self, interval=1_000)
        self._tick.timeout.connect(self._tell)
        self.hide()

    def show_grants(self, grants: Sequence[Grant]) -> None:
        """Show these, the oldest first."""
        if tuple(grants) == self._grants:
            return
        self._grants, self._left = tuple(grants), []
        rows, grid = QWidget(), QGridLayout()
        grid.setContentsMargins(LARGE, SMALL, LARGE, SMALL)
        grid.setHorizontalSpacing(MEDIUM)
        grid.setVerticalSpacing(TIGHT)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 1)
        for number, grant in enumerate(self._grants):
            self._add_row(grid, number, grant)
        rows.setLayout(grid)
        self._scroll.setWidget(rows)
        self._scroll.setFixedHeight(min(MOST_HEIGHT, rows.sizeHint().height()))
        self._tell()
        if any(isinstance(grant.wish.term, UntilTime) for grant in self._grants):
            self._tick.start()
        else:
            self._tick.stop()
        if not self._grants:
            self.hide()

    def _add_row(self, grid: QGridLayout, number: int, grant: Grant) -> None:
        end, left = KeyButton("End"), plain(role="muted")
        agent = f"{named(grant.process)} (pid {grant.process.pid})"
        grid.addWidget(ElidedLabel(one_line(grant.wish.offer.text, 300), fixed=True), number, 0)
        grid.addWidget(ElidedLabel(agent, role="muted"), number, 1)
        grid.addWidget(left, number, 2)
        grid.addWidget(end, number, 3)
        self._left.append((grant, left))
        end.clicked.connect(lambda _: self.ended.emit(grant.id))
        end.setAccessibleDescription("Ends this grant; what runs by it goes on")

    def _tell(self) -> None:
        for grant, label in self._left:
            label.setText(remaining(grant, datetime.now(UTC)))


def remaining(grant: Grant, now: datetime) -> str:
    """Say what is left of a grant."""
    match grant.wish.term:
        case UntilTime(at=at):
            return f"{clock((at - now).total_seconds())} left"
        case ForUses(uses=uses):
            left = uses if grant.left is None else grant.left
            return f"{left:,} of {counted(uses, 'command')} left"
        case term:
            return spoken_term(term)
