"""The panes of the calls that were seen last, one for each."""

from collections import OrderedDict

from PySide6.QtWidgets import QStackedWidget

from assent.desktop.appearance.theme import Theme
from assent.desktop.calls.calls_model import Entry
from assent.desktop.output.output_pane import OutputPane
from assent.model.events import Output
from assent.model.lifecycle import Settled

MOST_PANES = 50


class Panes:
    """Keeps live panes, and makes one from the record for a call of earlier."""

    def __init__(self, theme: Theme, stack: QStackedWidget) -> None:
        """Put the panes into `stack`."""
        self._theme, self._stack = theme, stack
        self._panes: OrderedDict[str, OutputPane] = OrderedDict()

    def open(self, call_id: str) -> OutputPane:
        """Return a call's pane, and count it as the one that was used last."""
        pane = self._panes.get(call_id)
        if pane is None:
            pane = self._panes[call_id] = OutputPane(self._theme.colours)
            self._stack.addWidget(pane)
            self._forget_oldest()
        self._panes.move_to_end(call_id)
        return pane

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

    def _forget_oldest(self) -> None:
        while len(self._panes) > MOST_PANES:
            _, pane = self._panes.popitem(last=False)
            self._stack.removeWidget(pane)
            pane.deleteLater()
