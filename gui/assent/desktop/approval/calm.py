"""Tells when an answer can be meant: the window has been shown, active and unchanged for long enough."""

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QWindow
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

# Longer than a key or a click takes that was meant for another window (browsers wait as long).
ARMING_MS = 700
# After a key, anywhere in Assent: who types does not answer.
TYPING_MS = 500
_MODIFIERS = {
    Qt.Key.Key_Shift,
    Qt.Key.Key_Control,
    Qt.Key.Key_Alt,
    Qt.Key.Key_AltGr,
    Qt.Key.Key_Meta,
    Qt.Key.Key_CapsLock,
}
_ANEW = {QEvent.Type.Show, QEvent.Type.WindowActivate, QEvent.Type.Resize, QEvent.Type.Move}
_OVER = {QEvent.Type.Hide, QEvent.Type.WindowDeactivate}
_TOUCHES = {QEvent.Type.KeyPress, QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel}


class Calm(QObject):
    """Watches one window, and the keys of all of ours; nothing is calm in a window that is not active."""

    changed = Signal()  # it begins anew, it is reached, or it is over
    touched = Signal()  # somebody is at this window

    def __init__(self, window: QWidget) -> None:
        """Begin when `window` is shown."""
        super().__init__(window)
        self._window = window
        self._handle: QWindow | None = None
        self._focused: QWindow | None = None
        self._is_settled, self._is_quiet = False, True
        self._settling, self._typing, self._shown = QElapsedTimer(), QElapsedTimer(), QElapsedTimer()
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._reach)
        window.installEventFilter(self)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        # Keys go to the focused window first. A filter on the application would see them too, and every
        # other event: that takes longer than to show the modal.
        app.focusWindowChanged.connect(self._follow_focus)
        self._follow_focus(QGuiApplication.focusWindow())

    @property
    def is_reached(self) -> bool:
        """Whether a yes that comes now can be meant."""
        return self.is_settled and self._is_quiet

    @property
    def is_settled(self) -> bool:
        """Whether anything that comes now can be meant for this window, a key that was typed here too."""
        return self._is_settled and self._window.isActiveWindow()

    @property
    def left_ms(self) -> int:
        """How long it takes from now on, 0 when nothing is waited for."""
        return max(self._to_settle_ms, self._to_quiet_ms) if self._timer.isActive() else 0

    def begin(self) -> None:
        """Begin anew: what is asked has changed, or somebody clicked who could not have read it."""
        if not (self._window.isVisible() and self._window.isActiveWindow()):
            self._end()
            return
        self._is_settled = False
        self._settling.start()
        self._wait()

    def typed(self) -> None:
        """Take note of a key that is no yes."""
        self._is_quiet = False
        self._typing.start()
        self._wait()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take note of what happens to the window, and of keys; take nothing away."""
        kind = event.type()
        if watched is self._window:
            self._happened(kind)
        else:
            if kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and _is_typing(event):
                self.typed()
            if self._handle is not None and watched is self._handle:
                self._happened_to_handle(kind, self._handle)
        return False

    def _happened(self, kind: QEvent.Type) -> None:
        if kind == QEvent.Type.Show:
            self._shown.start()
            self._handle = self._window.windowHandle()
            if self._handle is not None:
                self._handle.installEventFilter(self)
        if kind in _ANEW:
            self.begin()
            # Some window managers give a new window the focus, whether or not anybody is there.
            if kind == QEvent.Type.WindowActivate and self._shown.elapsed() >= ARMING_MS:
                self.touched.emit()
        elif kind in _OVER:
            self._end()

    def _happened_to_handle(self, kind: QEvent.Type, handle: QWindow) -> None:
        if kind in _TOUCHES:
            self.touched.emit()
        elif kind == QEvent.Type.Expose and not handle.isExposed():
            self._end()
        elif kind == QEvent.Type.Expose and not (self._is_settled or self._timer.isActive()):
            self.begin()

    @property
    def _to_settle_ms(self) -> int:
        return 0 if self._is_settled else max(0, ARMING_MS - self._settling.elapsed())

    @property
    def _to_quiet_ms(self) -> int:
        return 0 if self._is_quiet else max(0, TYPING_MS - self._typing.elapsed())

    def _wait(self) -> None:
        if self._settling.isValid():
            self._timer.start(max(1, self._to_settle_ms, self._to_quiet_ms))
            self.changed.emit()

    def _end(self) -> None:
        self._is_settled = False
        self._settling.invalidate()
        self._timer.stop()
        self.changed.emit()

    def _reach(self) -> None:
        # Qt's clock, not the count of its ticks: a timer that comes early must not arm early.
        self._is_settled = self._is_settled or not self._to_settle_ms
        self._is_quiet = self._is_quiet or not self._to_quiet_ms
        if not (self._is_settled and self._is_quiet):
            self._timer.start(max(1, self._to_settle_ms, self._to_quiet_ms))
        self.changed.emit()

    def _follow_focus(self, window: QWindow | None) -> None:
        if self._focused is not None and self._focused is not self._handle and isValid(self._focused):
            self._focused.removeEventFilter(self)
        self._focused = window
        if window is not None:
            window.installEventFilter(self)


def _is_typing(event: QKeyEvent) -> bool:
    chord = event.modifiers() & Qt.KeyboardModifier.ControlModifier
    is_answer = chord and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return not is_answer and event.key() not in _MODIFIERS
