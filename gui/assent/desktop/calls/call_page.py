"""One call in full at the right: its head, and the pane with its output."""

from datetime import UTC, datetime
from itertools import zip_longest

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from assent.desktop.appearance.icons import pixmap
from assent.desktop.appearance.labels import ElidedLabel, plain
from assent.desktop.appearance.theme import LARGE, MEDIUM, SMALL, TIGHT, Theme
from assent.desktop.appearance.wording import clock, decided, deed, lineage
from assent.desktop.approval.command_view import CommandView
from assent.desktop.calls.calls_model import Entry
from assent.desktop.calls.ladder import Ladder
from assent.desktop.calls.leftovers import Leftovers
from assent.desktop.output.input_line import InputLine
from assent.desktop.output.output_pane import OutputPane
from assent.desktop.output.terminal_pane import TerminalPane
from assent.model.confinement import OFF
from assent.model.intervention import Typed
from assent.model.lifecycle import Running
from assent.model.reveal import one_line

MOST_COMMAND_LINES = 6
SIGN = 20


class CallPage(QWidget):
    """Shows one entry at a time; whoever owns the panes puts the right one in."""

    # The call, and what makes the intervention once it is known by whom.
    wanted = Signal(str, object)
    typed = Signal(str, object)
    # Which running call is in sight, "" for none, and whether it has a terminal.
    watched = Signal(str, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self._theme = theme
        self._entry: Entry | None = None
        self._command = CommandView(theme.colours)
        self._sign, self._state = plain(), plain()
        self._time = plain(role="muted")
        self._who, self._folder, self._by, self._since = (ElidedLabel() for _ in range(4))
        self.ladder, self._leftovers, self._input = Ladder(theme), Leftovers(theme), InputLine(theme)
        for part in (self.ladder, self._leftovers):
            part.wanted.connect(self._want)
        self._input.typed.connect(self._type)
        self._note = plain(wrap=True, role="waiting")
        for hidden in (self._note, self._input, self.ladder):
            hidden.hide()
        self._watched: tuple[str, bool] = ("", False)
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
            self._input.forget()
            self._leftovers.show_members({})
        self._show_state(entry)
        self._who.show_text(f"{lineage(entry.call.asker)}   (pid {entry.call.asker.process.pid})")
        self._folder.show_text(_place(entry))
        by = decided(entry.decided_by) if entry.decided_by else "nobody yet" if entry.is_open else "—"
        self._by.show_text(by)
        self._since.show_text(_deeds(entry) or "—")
        self._offer(entry)
        self._tell_time()
        self._tick()

    def show_echo(self, call_id: str, *, echoes: bool) -> None:
        """Mask the input while the terminal of the call that is shown does not echo."""
        if self._entry is not None and self._entry.call.id == call_id:
            self._input.set_hidden(hidden=not echoes)
            if isinstance(pane := self.panes.currentWidget(), TerminalPane):
                pane.set_hidden(hidden=not echoes)

    def show_members(self, call_id: str, members: dict[int, str]) -> None:
        """Name what goes on after the shell of the call that is shown has ended."""
        entry = self._entry
        if entry is not None and entry.call.id == call_id and isinstance(entry.state, Running):
            self._leftovers.show_members({} if entry.state.pid in members else members)

    def leave_pane(self, *, forward: bool) -> None:
        """Put the focus behind the terminal, or before it."""
        if forward:
            self._input.take_focus()
        else:
            self._command.setFocus(Qt.FocusReason.BacktabFocusReason)

    def show_pane(self, pane: QWidget) -> None:
        """Show a call's output, or what stands in for it."""
        if self.panes.indexOf(pane) < 0:
            self.panes.addWidget(pane)
        # A pane is made long after its neighbours, and Tab goes by age where nobody says otherwise.
        self.setTabOrder(self._command, pane)
        self.setTabOrder(pane, self._input.entry)
        self.panes.setCurrentWidget(pane)

    def take_colours(self) -> None:
        """Draw in the theme's new colours."""
        self._command.set_colours(self._theme.colours)
        self.ladder.take_colours()
        self._input.take_colours()
        if self._entry is not None:
            self.show_entry(self._entry)

    def showEvent(self, event: QShowEvent) -> None:
        """Let the clock run while it is seen."""
        super().showEvent(event)
        self._tick()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the clock: nobody looks, and an idle window wakes nobody."""
        super().hideEvent(event)
        self._tick()

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
        inner.addWidget(self._note)
        head.setLayout(inner)
        column.addWidget(head)
        column.addWidget(self._leftovers)
        column.addWidget(self.panes, 1)
        column.addWidget(self._input)

    def _top(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SMALL)
        row.addWidget(self._sign)
        row.addWidget(self._state)
        row.addWidget(self._time)
        row.addSpacing(TIGHT)
        row.addWidget(self.ladder, 1)
        return row

    def _facts(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(MEDIUM)
        grid.setVerticalSpacing(TIGHT)
        grid.setColumnStretch(1, 1)
        rows = (
            ("Asked by", self._who),
            ("Folder", self._folder),
            ("Decided by", self._by),
            ("Since then", self._since),
        )
        for number, (caption, value) in enumerate(rows):
            grid.addWidget(plain(caption, role="muted"), number, 0)
            grid.addWidget(value, number, 1)
        return grid

    def _fit_command(self) -> None:
        self._command.setFixedHeight(self._command.wanted_height(MOST_COMMAND_LINES))

    def _show_state(self, entry: Entry) -> None:
        now = entry.told
        colour = getattr(self._theme.colours, now.tone)
        self._sign.setPixmap(pixmap(now.icon, colour, SIGN, self.devicePixelRatioF()))
        self._state.setText(now.text[0].upper() + now.text[1:])
        self._state.setStyleSheet(f"color: {colour}; font-weight: 600;")

    def _offer(self, entry: Entry) -> None:
        """Show what can be done to it now: nothing when it does not run."""
        state = entry.state
        runs = isinstance(state, Running)
        self._time.setVisible(not runs)
        self.ladder.setVisible(runs)
        if runs:
            self.ladder.show_entry(entry)
        else:
            self.ladder.show_none()
            self._leftovers.show_members({})
        has_terminal = isinstance(state, Running) and state.terminal
        self._input.setVisible(has_terminal)
        if not has_terminal:
            self._input.forget()
        note = one_line(state.note, 400) if isinstance(state, Running) else ""
        self._note.setText(note)
        self._note.setVisible(bool(note))

    def _want(self, makes: object) -> None:
        if self._entry is not None:
            self.wanted.emit(self._entry.call.id, makes)

    def _type(self, data: bytes) -> None:
        if self._entry is not None:
            self.typed.emit(self._entry.call.id, data)

    def _tick(self) -> None:
        entry = self._entry if self.isVisible() else None
        if entry is not None and isinstance(entry.state, Running):
            self._second.start()
            watched = (entry.call.id, entry.state.terminal)
        else:
            self._second.stop()
            watched = ("", False)
        if watched != self._watched:
            self._watched = watched
            self.watched.emit(*watched)

    def _tell_time(self) -> None:
        entry = self._entry
        if entry is None or entry.started_at is None:
            self._time.setText("")
            return
        now, pane = datetime.now(UTC), self.panes.currentWidget()
        self._time.setText(clock(((entry.ended_at or now) - entry.started_at).total_seconds()))
        self.ladder.tell_time(now, pane.heard_at if isinstance(pane, OutputPane) else None)


def _place(entry: Entry) -> str:
    """Tell where it runs, and what it is confined by."""
    folder = one_line(entry.cwd, 1_000) or "unknown"
    confinement = entry.proposal.confinement if entry.proposal else OFF
    return folder if confinement == OFF else f"{folder}   (confinement: {one_line(confinement, 64)})"


def _deeds(entry: Entry) -> str:
    """Tell what was done to it, the newest first: the end of a long line is out of sight."""
    told: list[str] = []
    for each, later in zip_longest(entry.deeds, entry.deeds[1:]):
        # Of the lines of a conversation, the last one stands for all.
        if not (isinstance(each.what, Typed) and later and isinstance(later.what, Typed)):
            told.append(f"{each.at.astimezone():%H:%M:%S} {deed(each.what)}")
    return "   ·   ".join(reversed(told))
