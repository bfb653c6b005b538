"""The word to the agent that goes with a refusal: typed, or taken from those that are often used."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from assent.desktop.appearance.icons import icon
from assent.desktop.appearance.theme import Colours
from assent.model.reveal import one_line

LONGEST = 2_000
KEYS = "Ctrl+K"
LONGEST_SHOWN = 80


class AdviceLine(QLineEdit):
    """One line; `offered` are the words to choose from, asked for when the menu opens."""

    typed = Signal()

    def __init__(
        self, offered: Callable[[], Sequence[str]], colours: Colours, parent: QWidget | None = None
    ) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._offered = offered
        self._menu = QMenu(self)
        self.setPlaceholderText(f"Advice to the agent (optional)   {KEYS}")
        self.setMaxLength(LONGEST)
        self.setAccessibleName("Advice to the agent, given with a refusal")
        drop = QAction(icon("chevron-down", colours.muted), "Advice that is often given", self)
        drop.triggered.connect(self.open_menu)
        self.addAction(drop, QLineEdit.ActionPosition.TrailingPosition)
        self.textEdited.connect(lambda _: self.typed.emit())
        QShortcut(QKeySequence(KEYS), self, autoRepeat=False).activated.connect(self.go_there)

    @property
    def advice(self) -> str:
        """What was typed or chosen."""
        return self.text().strip()

    def go_there(self) -> None:
        """Go there, to type; who is there already sees what is often said."""
        if self.hasFocus():
            self.open_menu()
        else:
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def open_menu(self) -> None:
        """Show what is often said."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._menu.clear()
        for words in self._offered():
            # A menu takes `&` for the mark of a key, and a tab for what is to stand at the right.
            shown = one_line(words, LONGEST_SHOWN).replace("&", "&&")
            action = self._menu.addAction(shown)
            action.triggered.connect(lambda _=False, words=words: self._take(words))
        if not self._menu.isEmpty():
            above = QPoint(0, -self._menu.sizeHint().height())
            self._menu.setMinimumWidth(self.width())
            self._menu.popup(self.mapToGlobal(above))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the menu with the arrows."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.open_menu()
        else:
            super().keyPressEvent(event)

    def _take(self, words: str) -> None:
        self.setText(words)
        self.typed.emit()
