"""The band across the window while the console asks nobody, or refuses everything, with the way out of it."""

from datetime import UTC, datetime

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import LARGE, SMALL, TIGHT
from assent.desktop.appearance.wording import clock
from assent.model.mode import Mode

LOCKED = "Lockdown: everything is refused until you lift it."
AWAY = "Nobody is at the desk: what needs you waits, or is refused, as your settings say."


class ModeBand(QFrame):
    """Hidden while the person is asked as usual."""

    ended = Signal(object)  # the Mode to go on in

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing."""
        super().__init__(parent)
        self._mode = Mode()
        self._text, self._end = plain(wrap=True), KeyButton("End now")
        row = QHBoxLayout(self)
        row.setContentsMargins(LARGE, TIGHT + 2, LARGE, TIGHT + 2)
        row.setSpacing(SMALL)
        row.addWidget(self._text, 1)
        row.addWidget(self._end)
        self._tick = QTimer(self, interval=1_000)
        self._tick.timeout.connect(self._tell)
        self._end.clicked.connect(lambda _: self.ended.emit(_after(self._mode)))
        self.hide()

    @property
    def text(self) -> str:
        """What it tells now."""
        return self._text.text()

    def show_mode(self, mode: Mode) -> None:
        """Show what this mode means, if it is not the usual one."""
        self._mode = mode
        is_grave = mode.name in ("trust", "lockdown")
        role = {"trust": "alarm", "lockdown": "locked"}.get(mode.name, "banner")
        if self.property("role") != role:
            self.setProperty("role", role)
            for widget in (self, self._text):
                widget.style().unpolish(widget)
                widget.style().polish(widget)
        self._end.setText({"trust": "End now", "lockdown": "Lift it"}.get(mode.name, "I am back"))
        self._tell()
        self.setVisible(is_grave or mode.is_away)
        if mode.until is not None:
            self._tick.start()
        else:
            self._tick.stop()

    def _tell(self) -> None:
        mode = self._mode
        if mode.until is not None:
            left = clock((mode.until - datetime.now(UTC)).total_seconds())
            told = f"Trust: commands run without a question, unless a rule denies them. {left} left."
        else:
            told = LOCKED if mode.name == "lockdown" else AWAY
        self._text.setText(told)


def _after(mode: Mode) -> Mode:
    if mode.name in ("trust", "lockdown"):
        return Mode(is_away=mode.is_away)
    return mode.model_copy(update={"is_away": False})
