"""The menu of modes, the same in the window and at the tray's icon."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from assent.model.mode import Mode, ModeName

NAMES: dict[ModeName, str] = {
    "ask": "Ask",
    "auto-read": "Auto-read",
    "trust": "Trust",
    "lockdown": "Lockdown",
}


@dataclass(frozen=True)
class ModeChoice:
    """One line of the menu: `makes` makes the mode, at this time."""

    name: ModeName
    text: str
    makes: Callable[[datetime], Mode]


def _trust(text: str, span: timedelta) -> ModeChoice:
    return ModeChoice("trust", f"Trust for {text}", lambda now: Mode(name="trust", until=now + span))


CHOICES = (
    ModeChoice("ask", "Ask of what no rule decides", lambda _: Mode()),
    ModeChoice("auto-read", "Auto-read: let pass what only reads", lambda _: Mode(name="auto-read")),
    _trust("15 minutes", timedelta(minutes=15)),
    _trust("an hour", timedelta(hours=1)),
    _trust("4 hours", timedelta(hours=4)),
    ModeChoice("lockdown", "Lockdown: refuse everything", lambda _: Mode(name="lockdown")),
)


class ModeMenu(QMenu):
    """Shows the mode in force by a mark; what is chosen is only told, whoever hears it decides."""

    chosen = Signal(object)  # the Mode

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        """Show `ask`."""
        super().__init__(title, parent)
        self._mode = Mode()
        self._group = QActionGroup(self)
        self._actions: list[tuple[QAction, ModeChoice]] = []
        for choice in CHOICES:
            self._add(choice)
        self.addSeparator()
        self._away = QAction("Nobody is at the desk", self, checkable=True)
        self._away.triggered.connect(lambda on: self._choose(self._mode.model_copy(update={"is_away": on})))
        self.addAction(self._away)
        self.show_mode(self._mode)

    def show_mode(self, mode: Mode) -> None:
        """Mark the mode that is in force."""
        self._mode = mode
        is_marked = False
        for action, choice in self._actions:
            action.setChecked(choice.name == mode.name and not is_marked)
            is_marked = is_marked or action.isChecked()
        self._away.setChecked(mode.is_away)

    def _add(self, choice: ModeChoice) -> None:
        # A line between what asks, what asks nothing, and what refuses: a slip stays among its like.
        if choice.name not in ("ask", "auto-read") and self._actions[-1][1].name != choice.name:
            self.addSeparator()
        action = QAction(choice.text, self, checkable=True)
        action.triggered.connect(lambda _: self._take(choice))
        self._group.addAction(action)
        self.addAction(action)
        self._actions.append((action, choice))

    def _take(self, choice: ModeChoice) -> None:
        made = choice.makes(datetime.now(UTC))
        self._choose(made.model_copy(update={"is_away": self._mode.is_away}))

    def _choose(self, mode: Mode) -> None:
        self.show_mode(self._mode)  # until it is in force
        self.chosen.emit(mode)


def spoken_mode(mode: Mode) -> str:
    """Name a mode in a few words."""
    until = f" until {mode.until.astimezone():%H:%M}" if mode.until is not None else ""
    return NAMES[mode.name] + until + (", away" if mode.is_away else "")
