"""The panes of the calls that were seen last, one for each."""

from collections import OrderedDict

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget

from assent.desktop.appearance.theme import Theme
from assent.desktop.calls.calls_model import Entry
from assent.desktop.output.output_pane import OutputPane
from assent.desktop.output.terminal_pane import TerminalPane
from assent.model.events import Output
from assent.model.lifecycle import Settled

MOST_PANES = 50


class Panes(QObject):
    """Keeps live panes, and makes one from the record for a call of earlier."""

    # The call, and what its terminal was given.
    typed = Signal(str, object)
    resized = Signal(str, int, int)
    leave_asked = Signal(bool)

    def __init__(self, theme: Theme, stack: QStackedWidget) -> None:
        """Put the panes into `stack`."""
        super().__init__(stack)
        self._theme, self._stack = theme, stack
        self._panes: OrderedDict[str, OutputPane] = OrderedDict()

    def open(self, call_id: str) -> OutputPane:
        """Return a call's pane, and count it as the one that was used last."""
        pane = self._panes.get(call_id)
        if pane is None:
            pane = self._add(call_id, OutputPane(self._theme.colours))
        self._panes.move_to_end(call_id)
        return pane

    def begin(self, call_id: str, *, has_terminal: bool) -> None:
        """Make the pane of a command that has a terminal, before it writes or is typed to."""
        if has_terminal and call_id not in self._panes:
            pane = TerminalPane(self._theme.colours)
            pane.typed.connect(lambda data: self.typed.emit(call_id, data))
            pane.resized.connect(lambda rows, columns: self.resized.emit(call_id, rows, columns))
            pane.leave_asked.connect(self.leave_asked)
            self._add(call_id, pane)

    def end(self, call_id: str) -> None:
        """Let a command's terminal take no more keys."""
        if isinstance(pane := self._panes.get(call_id), TerminalPane):
            pane.end()

    def take(self, output: Output) -> None:
        """Show what a command wrote."""
        self.open(output.call_id).append(output.channel, output.data)

    def of(self, entry: Entry) -> OutputPane:
        """Return the pane of a call; one that is gone is made again from what the agent was given."""
        is_new = entry.call.id not in self._panes
        pane = self.open(entry.call.id)
        if is_new and isinstance(entry.state, Settled):
            pane.append("stdout", entry.state.result.output.encode("utf-8", "replace"))
            pane.flush()
        return pane

    def has(self, call_id: str) -> bool:
        """Whether anything of a call's output is kept here."""
        return call_id in self._panes

    def repaint(self) -> None:
        """Take on the theme's new colours from now on."""
        for pane in self._panes.values():
            pane.set_colours(self._theme.colours)

    def _add(self, call_id: str, pane: OutputPane) -> OutputPane:
        self._panes[call_id] = pane
        self._stack.addWidget(pane)
        self._forget_oldest()
        return pane

    def _forget_oldest(self) -> None:
        # A live terminal stays: a new pane would know nothing of its screen, and take no keys.
        ended = [call_id for call_id, pane in self._panes.items() if not _is_live(pane)]
        for call_id in ended[: max(0, len(self._panes) - MOST_PANES)]:
            pane = self._panes.pop(call_id)
            self._stack.removeWidget(pane)
            pane.deleteLater()


def _is_live(pane: OutputPane) -> bool:
    return isinstance(pane, TerminalPane) and pane.is_live
