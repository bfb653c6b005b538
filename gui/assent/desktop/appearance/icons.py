"""Icons: shipped drawings in the colour of the moment, and our mark with a number on it."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from assent import resources

# All sizes that a panel, a list or a switcher asks for; a drawing is rendered, never scaled.
SIZES = (16, 20, 22, 24, 32, 44, 48, 64, 128, 256)


@lru_cache(maxsize=256)
def icon(name: str, colour: str) -> QIcon:
    """Return the drawing `name` of the set, drawn in `colour`."""
    made = QIcon()
    for size in SIZES[:7]:
        made.addPixmap(pixmap(name, colour, size))
    return made


# Lists paint their signs again and again: rendered anew, that took half of a request's way to the screen.
@lru_cache(maxsize=512)
def pixmap(name: str, colour: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Return one drawing at `size` for a screen that has `ratio` dots a pixel."""
    drawing = resources.text(f"icons/tabler/{name}.svg").replace("currentColor", colour)
    made = _rendered(drawing, round(size * ratio))
    made.setDevicePixelRatio(ratio)
    return made


def mark(number: int = 0) -> QIcon:
    """Return our mark; with `number` above 0, on a badge over it."""
    return _mark("" if number <= 0 else str(number) if number < 10 else "9+")


@lru_cache(maxsize=11)
def _mark(badge: str) -> QIcon:
    drawing = resources.text("icons/assent.svg")
    made = QIcon()
    for size in SIZES:
        drawn = _rendered(drawing, size)
        if badge:
            _draw_badge(drawn, badge)
        made.addPixmap(drawn)
    return made


def _rendered(drawing: str, size: int) -> QPixmap:
    made = QPixmap(size, size)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return made


def _draw_badge(on: QPixmap, text: str) -> None:
    size = on.width()
    side = size * 0.62
    box = QRectF(size - side, size - side, side, side)
    painter = QPainter(on)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#ffffff"))
    painter.drawEllipse(box)
    edge = max(1.0, size / 22)
    painter.setBrush(QColor("#c2410c"))
    painter.drawEllipse(box.adjusted(edge, edge, -edge, -edge))
    font = QFont()
    font.setPixelSize(max(7, round(side * (0.72 if len(text) == 1 else 0.54))))
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(QColor("#ffffff"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    painter.end()
