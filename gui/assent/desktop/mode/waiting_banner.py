"""The line that says how many requests wait out of sight, with the way to them."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import LARGE, SMALL, TIGHT
from assent.desktop.appearance.wording import counted

KEYS = "Ctrl+J"


class WaitingBanner(QFrame):
    """Hidden while nothing waits, or a request is on the screen."""

    asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing."""
        super().__init__(parent)
        self.setProperty("role", "banner")
        self._text, self._show = plain(role="waiting"), KeyButton("Show", KEYS)
        row = QHBoxLayout(self)
        row.setContentsMargins(LARGE, TIGHT + 2, LARGE, TIGHT + 2)
        row.setSpacing(SMALL)
        row.addWidget(self._text, 1)
        row.addWidget(self._show)
        self._show.clicked.connect(self.asked)
        self.hide()

    @property
    def text(self) -> str:
        """What it tells now."""
        return self._text.text()

    def show_number(self, unseen: int) -> None:
        """Say how many wait out of sight."""
        self._text.setText(f"{counted(unseen, 'request')} wait{'s' if unseen == 1 else ''} for you")
        self.setVisible(unseen > 0)
