"""A box that opens a list to choose from, with an arrow in both looks."""

from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QWheelEvent
from PySide6.QtWidgets import QComboBox

from assent.desktop.appearance.icons import pixmap
from assent.desktop.appearance.theme import TIGHT

ARROW = 16


class DropDown(QComboBox):
    """Takes its colours from the palette, so that it follows the look by itself."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change nothing: the wheel was meant for what is behind the box."""
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the arrow too, which a style sheet takes away."""
        super().paintEvent(event)
        painter, ratio = QPainter(self), self.devicePixelRatioF()
        colour = self.palette().color(QPalette.ColorRole.PlaceholderText).name()
        top = (self.height() - ARROW) // 2
        painter.drawPixmap(
            self.width() - ARROW - TIGHT - 1, top, pixmap("chevron-down", colour, ARROW, ratio)
        )
        painter.end()
