"""A check box whose frame and mark can be seen in both looks: the style's own is dark on dark."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton

from assent.desktop.appearance.icons import pixmap


class CheckBox(QCheckBox):
    """Takes its colours from the palette, so that it follows the look by itself."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box, the mark in it, and the text as the style does."""
        option, painter = QStyleOptionButton(), QPainter(self)
        self.initStyleOption(option)
        style, palette = self.style(), self.palette()
        box = style.subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = palette.highlight() if self.hasFocus() or self.isChecked() else palette.placeholderText()
        painter.setPen(QPen(frame, 2 if self.hasFocus() and not self.isChecked() else 1))
        painter.setBrush(palette.highlight() if self.isChecked() else palette.base())
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        if self.isChecked():
            colour = palette.color(QPalette.ColorRole.HighlightedText).name()
            painter.drawPixmap(box, pixmap("check", colour, box.width(), self.devicePixelRatioF()))
        text = style.subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)
        painter.setPen(palette.color(self.foregroundRole()))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(text, int(flags), self.text())
        if self.hasFocus() and self.isChecked():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.highlight(), 1))
            painter.drawRoundedRect(QRectF(box).adjusted(-2.5, -2.5, 2.5, 2.5), 5, 5)
        painter.end()
