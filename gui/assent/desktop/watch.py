"""Looks at what no event tells of the running call in sight: whether its terminal echoes, its processes."""

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from assent.console.console import Console
from assent.model.events import Output

# A prompt for a secret is seen at once, since it is output; this is for a program that writes nothing.
ECHO_EVERY_MS = 200
MEMBERS_EVERY_MS = 1_000


class Watch(QObject):
    """Looks only while there is such a call: an idle window wakes nobody."""

    echo_seen = Signal(str, bool)
    members_seen = Signal(str, object)

    def __init__(self, console: Console, parent: QObject | None = None) -> None:
        """Look at nothing yet."""
        super().__init__(parent)
        self._console = console
        self._call_id = ""
        self._echo = QTimer(self, interval=ECHO_EVERY_MS, timerType=Qt.TimerType.CoarseTimer)
        self._echo.timeout.connect(self._look_at_echo)
        self._members = QTimer(self, interval=MEMBERS_EVERY_MS, timerType=Qt.TimerType.CoarseTimer)
        self._members.timeout.connect(self._look_at_members)

    def look_at(self, call_id: str, has_terminal: bool) -> None:
        """Look at this call from now on, at none when it is ""."""
        self._call_id = call_id
        for timer, wanted in ((self._echo, has_terminal), (self._members, bool(call_id))):
            if wanted:
                timer.start()
            else:
                timer.stop()
        if has_terminal:
            self._look_at_echo()

    def heard(self, output: Output) -> None:
        """Look at once whether the terminal echoes: a program turns that off just before it asks."""
        if output.call_id == self._call_id and self._echo.isActive():
            self._look_at_echo()

    def _look_at_echo(self) -> None:
        self.echo_seen.emit(self._call_id, self._console.echoes(self._call_id))

    def _look_at_members(self) -> None:
        self.members_seen.emit(self._call_id, self._console.members(self._call_id))
