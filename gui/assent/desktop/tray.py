"""The icon in the desktop's tray: how many requests wait, and the few things to do without the window."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from assent.desktop.appearance.icons import mark
from assent.desktop.appearance.wording import counted
from assent.desktop.mode.mode_menu import ModeMenu, spoken_mode
from assent.model.mode import Mode

HIDDEN = "Assent goes on in the background and shows each request as it comes. Quit it from this icon's menu."


class Tray(QObject):
    """Our icon, where the desktop has a place for it; never depend on that."""

    show_asked = Signal()
    waiting_asked = Signal()
    mode_chosen = Signal(object)  # the Mode
    stop_all_asked = Signal()
    quit_asked = Signal()

    def __init__(self, title: str, parent: QObject | None = None) -> None:
        """Show the icon."""
        super().__init__(parent)
        self._title, self._said, self._mode = title, False, Mode()
        self._counts = (0, 0)
        self._menu = QMenu()
        self._show = self._menu.addAction("Show window")
        self._waiting = self._menu.addAction("Nothing waits")
        self._waiting.setEnabled(False)
        self._menu.addSeparator()
        self._modes = ModeMenu("Mode", self._menu)
        self._menu.addMenu(self._modes)
        self._modes.chosen.connect(self.mode_chosen)
        self._menu.addSeparator()
        self._stop_all = self._menu.addAction("Stop everything")
        self._stop_all.setEnabled(False)
        self._quit = self._menu.addAction("Quit")
        for action, signal in (
            (self._show, self.show_asked),
            (self._waiting, self.waiting_asked),
            (self._stop_all, self.stop_all_asked),
            (self._quit, self.quit_asked),
        ):
            _connect(action, signal)
        self._icon = QSystemTrayIcon(mark(), self)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._activated)
        self._tell(0, 0)
        self._icon.show()

    @property
    def is_there(self) -> bool:
        """Whether the desktop shows the icon."""
        return QSystemTrayIcon.isSystemTrayAvailable() and self._icon.isVisible()

    def show_counts(self, waiting: int, running: int) -> None:
        """Put the number of waiting requests on the icon, and both into words."""
        self._counts = (waiting, running)
        self._icon.setIcon(mark(waiting))
        self._tell(waiting, running)

    def show_mode(self, mode: Mode) -> None:
        """Show the mode in force."""
        self._mode = mode
        self._modes.show_mode(mode)
        self._tell(*self._counts)

    def say_hidden(self) -> None:
        """Tell once that the window's closing did not end the console."""
        if not self._said:
            self._said = True
            self._icon.showMessage(self._title, HIDDEN, mark(), 8_000)

    def close(self) -> None:
        """Take the icon away."""
        self._icon.hide()
        self._menu.deleteLater()

    def _tell(self, waiting: int, running: int) -> None:
        waits = f"{counted(waiting, 'request')} wait{'s' if waiting == 1 else ''} for you" if waiting else ""
        stands = f"Mode: {spoken_mode(self._mode)}" if self._mode != Mode() else ""
        runs = f"{counted(running, 'command')} running" if running else ""
        self._icon.setToolTip("\n".join(filter(None, (self._title, stands, waits, runs))))
        self._waiting.setText(waits or "Nothing waits")
        self._waiting.setEnabled(bool(waiting))
        self._stop_all.setEnabled(bool(running))

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason != QSystemTrayIcon.ActivationReason.Context:
            self.show_asked.emit()


def _connect(action: QAction, signal: object) -> None:
    action.triggered.connect(lambda _=False: signal.emit())  # type: ignore[attr-defined]
