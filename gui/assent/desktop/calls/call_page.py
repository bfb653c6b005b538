"""One call in full at the right: its head, and the pane with its output."""

from datetime import UTC, datetime

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assent.desktop.appearance.icons import icon, pixmap
from assent.desktop.appearance.labels import ElidedLabel, plain
from assent.desktop.appearance.theme import LARGE, MEDIUM, SMALL, TIGHT, Theme
from assent.desktop.appearance.wording import clock, decided, lineage, told
from assent.desktop.approval.command_view import CommandView
from assent.desktop.calls.calls_model import Entry
from assent.model.lifecycle import Running
from assent.model.reveal import one_line

MOST_COMMAND_LINES = 6
SIGN = 20


class CallPage(QWidget):
    """Shows one entry at a time; whoever owns the panes puts the right one in."""

    stop_asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self._theme = theme
        self._entry: Entry | None = None
        self._command = CommandView(theme.colours)
        self._sign, self._state = plain(), plain()
        self._time = plain(role="muted")
        self._who, self._folder, self._by = (ElidedLabel() for _ in range(3))
        self._by_caption = plain(role="muted")
        self._stop = QPushButton("Stop")
        self._stop.setProperty("role", "stop")
        self._stop.clicked.connect(self._ask_to_stop)
        self.panes = QStackedWidget()
        self._second = QTimer(self, interval=1_000, timerType=Qt.TimerType.CoarseTimer)
        self._second.timeout.connect(self._tell_time)
        self._lay_out()

    def show_entry(self, entry: Entry) -> None:
        """Show what is known of a call now."""
        before, self._entry = self._entry, entry
        if before is None or before.call.id != entry.call.id:
            self._command.show_text(entry.command)
            self._fit_command()
        now, colours = told(entry.state), self._theme.colours
        colour = getattr(colours, now.tone)
        self._sign.setPixmap(pixmap(now.icon, colour, SIGN, self.devicePixelRatioF()))
        self._state.setText(now.text[0].upper() + now.text[1:])
        self._state.setStyleSheet(f"color: {colour}; font-weight: 600;")
        self._who.show_text(f"{lineage(entry.call.asker)}   (pid {entry.call.asker.process.pid})")
        self._folder.show_text(one_line(entry.cwd, 1_000) or "unknown")
        self._by_caption.setText("Decided by")
        self._by.show_text(
            decided(entry.decided_by) if entry.decided_by else "nobody yet" if entry.is_open else "—"
        )
        self._stop.setIcon(icon("player-stop", colours.bad))
        self._stop.setVisible(isinstance(entry.state, Running))
        self._tell_time()
        self._tick()

    def show_pane(self, pane: QWidget) -> None:
        """Show a call's output, or what stands in for it."""
        if self.panes.indexOf(pane) < 0:
            self.panes.addWidget(pane)
        self.panes.setCurrentWidget(pane)

    def take_colours(self) -> None:
        """Draw in the theme's new colours."""
        self._command.set_colours(self._theme.colours)
        if self._entry is not None:
            self.show_entry(self._entry)

    def showEvent(self, event: QShowEvent) -> None:
        """Let the clock run while it is seen."""
        super().showEvent(event)
        self._tick()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the clock: nobody looks, and an idle window wakes nobody."""
        super().hideEvent(event)
        self._second.stop()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head, inner = QFrame(), QVBoxLayout()
        head.setProperty("role", "bar")
        inner.setContentsMargins(LARGE, MEDIUM, LARGE, MEDIUM)
        inner.setSpacing(MEDIUM - 2)
        inner.addLayout(self._top())
        inner.addWidget(self._command)
        inner.addLayout(self._facts())
        head.setLayout(inner)
        column.addWidget(head)
        column.addWidget(self.panes, 1)

    def _top(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SMALL)
        row.addWidget(self._sign)
        row.addWidget(self._state)
        row.addWidget(self._time)
        row.addStretch(1)
        row.addWidget(self._stop)
        # The row keeps its height when the button goes, so that nothing below it jumps.
        row.addStrut(self._stop.sizeHint().height())
        return row

    def _facts(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(MEDIUM)
        grid.setVerticalSpacing(TIGHT)
        grid.setColumnStretch(1, 1)
        captions = (plain("Asked by", role="muted"), plain("Folder", role="muted"), self._by_caption)
        for number, (caption, value) in enumerate(
            zip(captions, (self._who, self._folder, self._by), strict=True)
        ):
            grid.addWidget(caption, number, 0)
            grid.addWidget(value, number, 1)
        return grid

    def _fit_command(self) -> None:
        self._command.setFixedHeight(self._command.wanted_height(MOST_COMMAND_LINES))

    def _ask_to_stop(self) -> None:
        if self._entry is not None:
            self.stop_asked.emit(self._entry.call.id)

    def _tick(self) -> None:
        runs = self._entry is not None and isinstance(self._entry.state, Running)
        if runs and self.isVisible():
            self._second.start()
        else:
            self._second.stop()

    def _tell_time(self) -> None:
        entry = self._entry
        if entry is None or entry.started_at is None:
            self._time.setText("")
            return
        passed = ((entry.ended_at or datetime.now(UTC)) - entry.started_at).total_seconds()
        limit = entry.proposal.timeout_s if entry.proposal and entry.is_open else None
        self._time.setText(f"{clock(passed)} of {clock(limit)}" if limit else clock(passed))
