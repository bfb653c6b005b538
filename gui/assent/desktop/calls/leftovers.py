"""What goes on after a command's shell has ended: its other processes, each with a button that ends it."""

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from assent.desktop.appearance.icons import icon
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import LARGE, SMALL, TIGHT, Theme
from assent.model.intervention import ProcessEnded
from assent.model.reveal import one_line

MOST_BUTTONS = 8
ICON_SIZE = 14


class Leftovers(QFrame):
    """Names as many as there is room for; `wanted` carries what makes the intervention, but for by whom."""

    wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Show nothing."""
        super().__init__(parent)
        self.setProperty("role", "banner")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._theme = theme
        self._told, self._more = plain("Its shell has ended, but not:"), plain(role="muted")
        self._members: dict[int, str] = {}
        self._buttons: list[QToolButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(LARGE, TIGHT, LARGE, TIGHT)
        self._row.setSpacing(SMALL)
        self._row.addWidget(self._told)
        self._row.addWidget(self._more)
        self._row.addStretch(1)
        self.hide()

    def show_members(self, members: dict[int, str]) -> None:
        """Show these processes, by number, each with its name; nothing when there are none."""
        if members == self._members:
            return
        self._members = dict(members)
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        named = sorted(members.items())[:MOST_BUTTONS]
        self._buttons = [self._button(pid, one_line(name, 24)) for pid, name in named]
        for place, button in enumerate(self._buttons):
            self._row.insertWidget(1 + place, button)
        self.setVisible(bool(members))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many as there is room for now."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        for shown in range(len(self._buttons), 0, -1):
            for place, button in enumerate(self._buttons):
                button.setVisible(place < shown)
            beyond = len(self._members) - shown
            self._more.setText(f"and {beyond:,} more" if beyond else "")
            if self._row.minimumSize().width() <= self.width():
                return

    def _button(self, pid: int, name: str) -> QToolButton:
        button = QToolButton()
        # A name is the process's own choice: no part of it is a mnemonic.
        button.setText(f"{name.replace('&', '&&')} {pid}")
        button.setIcon(icon("x", self._theme.colours.bad))
        button.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setToolTip(f"Kill the process {pid}; the others go on")
        button.setAccessibleName(f"Kill {name}, process {pid}")
        button.clicked.connect(lambda: self.wanted.emit(partial(ProcessEnded, pid=pid)))
        return button
