"""A button that shows its keys beside its words, and the shortcut that they are."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QKeySequence, QPaintEvent, QPalette, QShortcut
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QStylePainter, QWidget

from assent.desktop.appearance.theme import SMALL

# As strong as leaves the keys readable on each of our grounds.
QUIETLY = 0.72


class KeyButton(QPushButton):
    """Never a default button: no Enter meant for something else presses it."""

    def __init__(
        self,
        text: str,
        keys: str = "",
        *,
        role: str = "",
        takes_keys: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        """Show `text` and `keys`; unless it `takes_keys`, somebody else listens for them."""
        super().__init__(text, parent)
        self.setAutoDefault(False)
        self.setDefault(False)
        if role:
            self.setProperty("role", role)
        self._keys = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
        if keys and takes_keys:
            # Not the button's own shortcut: that one would press it down for the eye and repeat with the key.
            shortcut = QShortcut(QKeySequence(keys), self, autoRepeat=False)
            shortcut.activated.connect(self._press)

    @property
    def keys(self) -> str:
        """The keys as they are shown."""
        return self._keys

    def sizeHint(self) -> QSize:
        """Ask for room for both."""
        hint = super().sizeHint()
        return QSize(hint.width() + (self._keys_width() + SMALL if self._keys else 0), hint.height())

    def minimumSizeHint(self) -> QSize:
        """Never show less than both."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the frame as the style does, then the words, then the keys more quietly."""
        option, painter = QStyleOptionButton(), QStylePainter(self)
        self.initStyleOption(option)
        option.text = ""
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        metrics, gap = self.fontMetrics(), SMALL if self._keys else 0
        words, keys = metrics.horizontalAdvance(self.text()), self._keys_width()
        left = (self.width() - words - gap - keys) // 2
        middle = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        group = QPalette.ColorGroup.Active if self.isEnabled() else QPalette.ColorGroup.Disabled
        colour = self.palette().color(group, QPalette.ColorRole.ButtonText)
        painter.setPen(colour)
        painter.drawText(QRect(left, 0, words + 1, self.height()), middle, self.text())
        colour.setAlphaF(QUIETLY)
        painter.setPen(colour)
        painter.drawText(QRect(left + words + gap, 0, keys + 1, self.height()), middle, self._keys)
        painter.end()

    def _press(self) -> None:
        if self.isVisible():
            self.click()

    def _keys_width(self) -> int:
        return self.fontMetrics().horizontalAdvance(self._keys)
