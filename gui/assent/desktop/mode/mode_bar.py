"""The bar at the window's top: the mode, whether somebody is at the desk, and how much is granted."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import LARGE, SMALL, TIGHT
from assent.desktop.appearance.wording import counted
from assent.desktop.mode.mode_menu import ModeMenu, spoken_mode
from assent.model.mode import Mode

GRANTS_KEYS, MODE_KEYS = "Ctrl+Shift+G", "Ctrl+M"


class ModeBar(QFrame):
    """Shows what it is told, and tells what was chosen."""

    chosen = Signal(object)  # the Mode
    grants_toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show the usual mode, and no grants."""
        super().__init__(parent)
        self.setProperty("role", "bar")
        self.menu = ModeMenu()
        self._mode = QToolButton()
        self._mode.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._mode.setMenu(self.menu)
        self._mode.setShortcut(QKeySequence(MODE_KEYS))
        self._mode.setAccessibleName("Mode")
        # Else it would have the first focus, and a Space typed blindly would open the menu.
        self._mode.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._grants = KeyButton("", GRANTS_KEYS)
        row = QHBoxLayout(self)
        row.setContentsMargins(LARGE, TIGHT + 2, LARGE, TIGHT + 2)
        row.setSpacing(SMALL)
        row.addWidget(plain("Mode", role="caption"))
        row.addWidget(self._mode)
        row.addStretch(1)
        row.addWidget(self._grants)
        self.menu.chosen.connect(self.chosen)
        self._grants.clicked.connect(self.grants_toggled)
        self.show_mode(Mode())
        self.show_number(0)

    def show_mode(self, mode: Mode) -> None:
        """Name the mode in force."""
        self.menu.show_mode(mode)
        self._mode.setText(spoken_mode(mode))

    def show_number(self, grants: int) -> None:
        """Say how many grants are in force."""
        self._grants.setText(counted(grants, "grant") + " in force")
        self._grants.setVisible(grants > 0)
