"""The button that approves: it takes nothing until it is armed, and shows how far that is."""

from PySide6.QtCore import QEasingCurve, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QMoveEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QPushButton, QWidget

from assent.desktop.appearance.theme import LARGE, SMALL, Colours
from assent.desktop.approval.calm import Calm

READY = "Approve once"
UNSEEN = "Scroll to the end to approve"
CHORD = "Ctrl+Enter"


class ApproveButton(QPushButton):
    """Fills from the left while it arms; `approved` comes only from an armed button."""

    approved = Signal()

    def __init__(
        self,
        colours: Colours,
        calm: Calm,
        text: str = READY,
        *,
        keys: str = CHORD,
        parent: QWidget | None = None,
    ) -> None:
        """Arm as `calm` is reached; `keys` are shown, whoever has the window listens for them."""
        super().__init__(text, parent)
        self._colours, self._calm, self._ready, self._keys = colours, calm, text, keys
        self._may = False
        self.setAutoDefault(False)
        self.setDefault(False)
        # A click that came too early must not leave the focus here.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._fill = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._fill.setEasingCurve(QEasingCurve.Type.OutQuad)
        self._fill.valueChanged.connect(lambda _: self.update())
        calm.changed.connect(self._follow)
        self.clicked.connect(self.approve)

    @property
    def is_armed(self) -> bool:
        """Whether it would approve."""
        return self._may and self._calm.is_reached

    def allow(self, *, may: bool, instead: str = UNSEEN) -> None:
        """Let it arm, or not: then it says `instead` what is to be done first."""
        self._may = may
        self.setText(self._ready if may else instead)
        self.setAccessibleDescription("" if may else instead)
        self.update()

    def approve(self) -> None:
        """Approve, if it is armed; the same for the pointer, keys and an assistive program's click."""
        if self.is_armed:
            self.approved.emit()

    def sizeHint(self) -> QSize:
        """Be as wide in each of its states: what moves cannot be aimed at."""
        metrics = self.fontMetrics()
        ready = metrics.horizontalAdvance(self._ready) + SMALL + metrics.horizontalAdvance(self._keys)
        widest = max(ready, metrics.horizontalAdvance(UNSEEN))
        return QSize(widest + 2 * LARGE, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Never be narrower."""
        return self.sizeHint()

    def moveEvent(self, event: QMoveEvent) -> None:
        """Arm anew where it comes to stand elsewhere: a click may be on its way to what was there."""
        super().moveEvent(event)
        self._calm.begin()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take no press before it is armed, so that no later release makes it a click."""
        if self.is_armed:
            super().mousePressEvent(event)
        else:
            self._calm.begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take no key: Space and Enter are pressed for many things."""
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the fill, the frame of the focus, the text and the keys."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(box, 6, 6)
        painter.fillPath(shape, QColor(self._colours.hover))
        if self._may:
            running = self._fill.state() == QVariantAnimation.State.Running
            done = 1.0 if self.is_armed else float(self._fill.currentValue() or 0.0) if running else 0.0
            painter.setClipRect(QRectF(box.left(), box.top(), box.width() * done, box.height()))
            painter.fillPath(shape, self._colour())
            painter.setClipping(False)
        self._draw_frame(painter, shape, box)
        self._draw_text(painter, box)
        painter.end()

    def _draw_text(self, painter: QPainter, box: QRectF) -> None:
        metrics, shown = self.fontMetrics(), self._keys if self._may else ""
        words, keys = metrics.horizontalAdvance(self.text()), metrics.horizontalAdvance(shown)
        gap = SMALL if shown else 0
        left, middle = (self.width() - words - gap - keys) / 2, int(Qt.AlignmentFlag.AlignVCenter)
        colour = QColor(self._colours.on_accent if self.is_armed else self._colours.muted)
        painter.setPen(colour)
        painter.drawText(QRectF(left, box.top(), words + 1, box.height()), middle, self.text())
        colour.setAlphaF(0.8)
        painter.setPen(colour)
        painter.drawText(QRectF(left + words + gap, box.top(), keys + 1, box.height()), middle, shown)

    def _draw_frame(self, painter: QPainter, shape: QPainterPath, box: QRectF) -> None:
        if not self.is_armed:
            painter.setPen(QPen(QColor(self._colours.border_strong), 1))
            painter.drawPath(shape)
        if self.hasFocus():
            inner = QPainterPath()
            inner.addRoundedRect(box.adjusted(2.5, 2.5, -2.5, -2.5), 4, 4)
            painter.setPen(
                QPen(QColor(self._colours.on_accent if self.is_armed else self._colours.accent), 1.5)
            )
            painter.drawPath(inner)

    def _colour(self) -> QColor:
        if self.is_armed:
            pressed_or_near = self.isDown() or self.underMouse()
            return QColor(self._colours.accent_hover if pressed_or_near else self._colours.accent)
        colour = QColor(self._colours.accent)
        colour.setAlphaF(0.28)
        return colour

    def _follow(self) -> None:
        if not self._calm.is_reached:
            self.setDown(False)
        self._fill.stop()
        if left := self._calm.left_ms:
            self._fill.setDuration(left)
            self._fill.start()
        self.update()
