"""Collects garbage in the window's thread only: in another one, a Qt object's end is the process's."""

import gc

from PySide6.QtCore import QObject, Qt, QTimer

AFTER_WORK_MS = 2_000
AT_LEAST_EVERY_MS = 300_000  # so rare that an idle console stays asleep


class Garbage(QObject):
    """Takes the collector's place while it lives."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Switch the automatic collector off: it runs in whichever thread allocates."""
        super().__init__(parent)
        gc.disable()
        gc.freeze()  # what was loaded so far stays for good and is not looked through each time
        self._after_work = QTimer(self, singleShot=True, interval=AFTER_WORK_MS)
        self._after_work.timeout.connect(self.collect)
        self._always = QTimer(self, interval=AT_LEAST_EVERY_MS, timerType=Qt.TimerType.VeryCoarseTimer)
        self._always.timeout.connect(self.collect)
        self._always.start()

    def expect(self) -> None:
        """Collect soon: something ended that left garbage behind."""
        if not self._after_work.isActive():
            self._after_work.start()

    def collect(self) -> None:
        """Collect now."""
        gc.collect()

    def close(self) -> None:
        """Give the collector back."""
        self._after_work.stop()
        self._always.stop()
        gc.unfreeze()
        gc.enable()
