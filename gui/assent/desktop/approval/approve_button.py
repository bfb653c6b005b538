"""The button that approves: it takes nothing until it is armed, and shows how far that is."""

from PySide6.QtCore import QEasingCurve, QElapsedTimer, QRectF, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QPushButton, QWidget

from assent.desktop.appearance.theme import LARGE, Colours

READY = "Approve once"
UNSEEN = "Scroll to the end to approve"
# Longer than a key or a click takes that was meant for another window (browsers wait as long).
ARMING_MS = 700


class ApproveButton(QPushButton):
    """Fills from the left while it arms; `approved` comes only from an armed button."""

    approved = Signal()

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        """Start disarmed."""
        super().__init__(READY, parent)
        self._colours = colours
        self._calm, self._may = False, False
        self.setAutoDefault(False)
        self.setDefault(False)
        # A click that came too early must not leave the focus here, for a Space to find it.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        widest = max(QFontMetrics(self.font()).horizontalAdvance(text) for text in (READY, UNSEEN))
        self.setMinimumWidth(widest + 2 * LARGE)
        self._since = QElapsedTimer()
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._is_calm)
        self._fill = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=ARMING_MS)
        self._fill.setEasingCurve(QEasingCurve.Type.OutQuad)
        self._fill.valueChanged.connect(lambda _: self.update())
        self.clicked.connect(self.approve)

    @property
    def is_calm(self) -> bool:
        """Whether the time has passed in which a key or a click could still be meant for something else."""
        return self._calm

    @property
    def is_armed(self) -> bool:
        """Whether it would approve."""
        return self._calm and self._may

    def allow(self, *, may: bool) -> None:
        """Let it arm, or not: the person has seen the whole command, or hasn't."""
        self._may = may
        self.setText(READY if may else UNSEEN)
        self.setAccessibleDescription("" if may else "The end of the command has not been on screen yet")
        self.update()

    def arm(self) -> None:
        """Begin to arm, from the start."""
        self._calm = False
        self.setDown(False)
        self._since.start()
        self._timer.start(ARMING_MS)
        self._fill.stop()
        self._fill.start()
        self.update()

    def disarm(self) -> None:
        """Take nothing until it is armed again."""
        self._calm = False
        self.setDown(False)
        self._timer.stop()
        self._fill.stop()

    def approve(self) -> None:
        """Approve, if it is armed; the same for mouse, keys and an assistive program's click."""
        if self.is_armed:
            self.approved.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take no press before it is armed, so that no later release makes it a click."""
        if self.is_armed:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take Space alone, once, and only when armed."""
        if event.key() == Qt.Key.Key_Space:
            if self.is_armed and not event.isAutoRepeat():
                super().keyPressEvent(event)
        else:
            event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the fill, the frame of the focus and the text."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        shape = QPainterPath()
        shape.addRoundedRect(box, 6, 6)
        painter.fillPath(shape, QColor(self._colours.hover))
        if self._may:
            done = 1.0 if self._calm else float(self._fill.currentValue() or 0.0)
            painter.setClipRect(QRectF(box.left(), box.top(), box.width() * done, box.height()))
            painter.fillPath(shape, self._colour())
            painter.setClipping(False)
        text = self._colours.on_accent if self.is_armed else self._colours.muted
        self._draw_frame(painter, shape, box)
        painter.setPen(QColor(text))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()

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

    def _is_calm(self) -> None:
        # Qt's clock, not the count of its ticks: a timer that comes early must not arm early.
        if self._since.elapsed() < ARMING_MS:
            self._timer.start(max(1, ARMING_MS - self._since.elapsed()))
            return
        self._calm = True
        self.update()
