"""Turns what the calls tell into Qt signals."""

from PySide6.QtCore import QObject, Signal

from assent.console.calls import Calls
from assent.model.events import Event, Intervened, Moved, Output


class CallSignals(QObject):
    """Speaks in signals of whatever happens to the calls."""

    moved = Signal(object)
    intervened = Signal(object)
    wrote = Signal(object)

    def __init__(self, calls: Calls, parent: QObject | None = None) -> None:
        """Listen to `calls`, in the same thread: a plain callback is safe and in order."""
        super().__init__(parent)
        self._stop = calls.observe(self._hear)

    def close(self) -> None:
        """Listen no more."""
        self._stop()

    def _hear(self, event: Event) -> None:
        match event:
            case Moved():
                self.moved.emit(event)
            case Intervened():
                self.intervened.emit(event)
            case Output():
                self.wrote.emit(event)
