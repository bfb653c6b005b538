"""What stands at the top of the window: the mode, the grants, what waits, what went by, what is wrong."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from assent.desktop.banner import Banner
from assent.desktop.mode.absence_note import AbsenceNote
from assent.desktop.mode.grants_list import GrantsList
from assent.desktop.mode.mode_band import ModeBand
from assent.desktop.mode.mode_bar import ModeBar
from assent.desktop.mode.waiting_banner import WaitingBanner
from assent.model.events import Moved
from assent.model.grant import Grant
from assent.model.lifecycle import Expired, Settled
from assent.model.mode import Mode


class WindowTop(QWidget):
    """Passes on what is chosen in its parts."""

    mode_chosen = Signal(object)
    grant_ended = Signal(str)
    waiting_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show the bar alone."""
        super().__init__(parent)
        self.problems = Banner()
        self._bar, self._band, self._grants = ModeBar(), ModeBand(), GrantsList()
        self._waiting, self._absence = WaitingBanner(), AbsenceNote()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self._bar, self._grants, self._band, self._waiting, self._absence, self.problems):
            column.addWidget(part)
        self._bar.chosen.connect(self.mode_chosen)
        self._band.ended.connect(self.mode_chosen)
        self._bar.grants_toggled.connect(lambda: self._grants.setVisible(not self._grants.isVisible()))
        self._grants.ended.connect(self.grant_ended)
        self._waiting.asked.connect(self.waiting_asked)

    def show_policy(self, mode: Mode, grants: Sequence[Grant]) -> None:
        """Show the mode and the grants in force."""
        self._bar.show_mode(mode)
        self._band.show_mode(mode)
        self._bar.show_number(len(grants))
        self._grants.show_grants(grants)

    def show_unseen(self, number: int) -> None:
        """Say how many requests wait out of sight."""
        self._waiting.show_number(number)

    def take(self, moved: Moved, title: str) -> None:
        """Take note of a step of the call that `title` names, revealed already: it may have gone by."""
        if isinstance(moved.state, Settled) and isinstance(moved.state.outcome, Expired):
            self._absence.add(moved.call, title)
