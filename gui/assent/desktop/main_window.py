"""The window: the calls at the left, the chosen one at the right."""

import html

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assent.desktop.appearance.check_box import CheckBox
from assent.desktop.appearance.labels import ElidedLabel, plain
from assent.desktop.appearance.theme import LARGE, SMALL, Theme
from assent.desktop.appearance.wording import counted, ending
from assent.desktop.calls.call_page import CallPage
from assent.desktop.calls.calls_list import CallsList
from assent.desktop.calls.calls_model import CallsModel, Entry
from assent.desktop.calls.welcome import Welcome
from assent.desktop.mode.window_top import WindowTop
from assent.desktop.output.output_pane import OutputPane
from assent.desktop.output.panes import Panes
from assent.model.events import Intervened, Moved, Output
from assent.model.guarantee import Guarantee
from assent.model.lifecycle import Asking, Running, Settled
from assent.model.problem import FileProblem


class MainWindow(QMainWindow):
    """Shows what the model has; whoever built it decides what closing means."""

    # The call, and what makes the intervention; what was typed; rows and columns of its terminal.
    wanted = Signal(str, object)
    typed = Signal(str, object)
    resized = Signal(str, int, int)
    watched = Signal(str, bool)
    shown = Signal(str)  # the call that came into sight
    close_asked = Signal()

    def __init__(self, model: CallsModel, theme: Theme, title: str = "Assent") -> None:
        """Show `model`."""
        super().__init__()
        self.setWindowTitle(title)
        self.resize(1080, 700)
        self.setMinimumSize(720, 420)
        self._model, self._theme = model, theme
        self._shown: str | None = None
        self._list = CallsList(model, theme)
        self._page = CallPage(theme)
        self._panes = Panes(theme, self._page.panes)
        self._instead = plain(role="muted", wrap=True)
        self._welcome = Welcome()
        self._follow = CheckBox("Follow")
        self._follow.setChecked(True)
        self.top = WindowTop()
        self._lay_out()
        self._list.setFocus(Qt.FocusReason.OtherFocusReason)
        self._list.chosen.connect(self._choose)
        self._follow.toggled.connect(self._follow_toggled)
        self._page.wanted.connect(self.wanted)
        self._page.watched.connect(self.watched)
        for part in (self._page, self._panes):
            part.typed.connect(self.typed)
        self._panes.resized.connect(self.resized)
        self._panes.leave_asked.connect(lambda forward: self._page.leave_pane(forward=forward))
        model.counted.connect(lambda *_: self._tell_count())
        theme.changed.connect(self._take_colours)

    def begin(self, address: str, guarantee: Guarantee) -> None:
        """Say what is certain of a command's end and where the console listens; show the newest call."""
        # What is certain comes first, and is in the tool tip whole: there may be no room for all of it.
        self._address.show_text(f"{guarantee.sentence}  Listening on {address}.")
        told = "\n".join((guarantee.sentence, *(f"Nothing stronger: {why}" for why in guarantee.instead_of)))
        self._address.setToolTip(f"<qt>{html.escape(told).replace(chr(10), '<br>')}</qt>")
        self._welcome.show_address(address)
        self._tell_count()
        self._show_or_welcome()

    def take(self, moved: Moved) -> None:
        """Show a step of a call, which the model knows already."""
        if self._pages.currentWidget() is self._welcome:
            self._pages.setCurrentWidget(self._split)
        if isinstance(moved.state, Running):
            self._panes.begin(moved.call.id, has_terminal=moved.state.terminal)
        elif isinstance(moved.state, Settled):
            self._panes.end(moved.call.id)
        if (entry := self._model.entry(moved.call.id)) is not None:
            self.top.take(moved, entry.title)
        if moved.call.id == self._shown:
            self._show(moved.call.id)
        elif isinstance(moved.state, Running) or self._shown is None:
            self._go_to(moved.call.id)

    def take_intervention(self, deed: Intervened) -> None:
        """Show what was done to a call, which the model knows already."""
        if deed.call.id == self._shown:
            self._show(deed.call.id)

    def show_echo(self, call_id: str, *, echoes: bool) -> None:
        """Show whether what is typed into a call's terminal would show there."""
        self._page.show_echo(call_id, echoes=echoes)

    def show_members(self, call_id: str, members: dict[int, str]) -> None:
        """Show the processes of a running call."""
        self._page.show_members(call_id, members)

    def look_at(self, call_id: str) -> None:
        """Show the call that is asked about, unless a running one is being watched."""
        shown = self._model.entry(self._shown) if self._shown else None
        if shown is None or not isinstance(shown.state, Running):
            self._go_to(call_id)

    def take_output(self, output: Output) -> None:
        """Show what a command wrote."""
        had_pane = self._panes.has(output.call_id)
        self._panes.take(output)
        if output.call_id == self._shown and not had_pane:
            self._show(output.call_id)

    def show_problems(self, rules: FileProblem | None, settings: FileProblem | None) -> None:
        """Tell that the rules or the settings are not in force, or that they are again."""
        self.top.problems.show_problems(rules, settings)

    def show_failure(self, text: str) -> None:
        """Tell that what the person asked for could not be done; nothing when it could."""
        self.top.problems.show_failure(text)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave it to whoever built the window whether it hides or ends."""
        event.ignore()
        self.close_asked.emit()

    def _go_to(self, call_id: str) -> None:
        # A person who looks at a call by choice is not torn away from it.
        if self._follow.isChecked():
            self._list.select(call_id)
            self._show(call_id)

    def _choose(self, call_id: str) -> None:
        self._follow.setChecked(self._model.row_of(call_id).row() == 0)
        self._show(call_id)

    def _follow_toggled(self, follow: bool) -> None:  # the shape of a Qt slot
        if follow:
            self._show_or_welcome()

    def _show_or_welcome(self) -> None:
        newest = self._model.newest
        self._pages.setCurrentWidget(self._split if newest else self._welcome)
        if newest:
            self._list.select(newest.call.id)
            self._show(newest.call.id)

    def _show(self, call_id: str) -> None:
        entry = self._model.entry(call_id)
        if entry is None:
            return
        was_shown, self._shown = self._shown == call_id, call_id
        self._page.show_entry(entry)
        text = self._text_instead(entry)
        self._instead.setText(text)
        self._page.show_pane(self._instead if text else self._pane_of(entry))
        if not was_shown:
            self.shown.emit(call_id)

    def _pane_of(self, entry: Entry) -> OutputPane:
        state = entry.state
        return self._panes.of(entry.call.id, state.result.output if isinstance(state, Settled) else "")

    def _text_instead(self, entry: Entry) -> str:
        """Return what stands where output would be, or nothing when there is some or some may come."""
        if self._panes.has(entry.call.id):
            return ""
        match entry.state:
            case Settled(outcome=outcome, result=result):
                return "" if result.output else ending(outcome)
            case Running():
                return "Nothing written so far."
            case Asking():
                return "It runs when you approve it."
            case _:
                return "It is about to start."

    def _take_colours(self) -> None:
        self._panes.repaint()
        self._list.viewport().update()
        self._page.take_colours()

    def _tell_count(self) -> None:
        waiting = self._model.open - len(self._model.running)
        parts = [counted(len(self._model.running), "command") + " running"] if self._model.running else []
        parts += [f"{waiting:,} waiting"] if waiting else []
        self._count.setText("  ·  ".join(parts) or "Nothing is running")

    def _lay_out(self) -> None:
        self._instead.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._instead.setContentsMargins(LARGE, LARGE, LARGE, LARGE)
        self._page.panes.addWidget(self._instead)
        self._split = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self._split.setHandleWidth(1)
        self._split.addWidget(self._left())
        self._split.addWidget(self._page)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes([360, 720])
        self._pages = QStackedWidget()
        self._pages.addWidget(self._welcome)
        self._pages.addWidget(self._split)
        whole, column = QWidget(), QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self._pages, 1)
        whole.setLayout(column)
        self.setCentralWidget(whole)
        self._address, self._count = ElidedLabel(role="status"), plain(role="status")
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self._address, 1)
        self.statusBar().addPermanentWidget(self._count)

    def _left(self) -> QWidget:
        left, column, head, row = QWidget(), QVBoxLayout(), QFrame(), QHBoxLayout()
        left.setMinimumWidth(260)
        head.setProperty("role", "bar")
        row.setContentsMargins(LARGE, SMALL, LARGE, SMALL)
        row.addWidget(plain("Calls", role="caption"))
        row.addStretch(1)
        self._follow.setToolTip("Show each command as it starts")
        row.addWidget(self._follow)
        head.setLayout(row)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self._list, 1)
        left.setLayout(column)
        return left
