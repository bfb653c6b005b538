"""The line below a terminal in which a person types to the command, masked while a secret is asked for."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QWidget

from assent.desktop.appearance.icons import pixmap
from assent.desktop.appearance.labels import ElidedLabel, plain
from assent.desktop.appearance.theme import LARGE, SMALL, TIGHT, Theme

LONGEST_LINE = 4_000  # a terminal takes 4,095 bytes in a line and drops the rest
SIGN = 18
ASK = "Type to the command…  Enter sends"
ASK_HIDDEN = "Type the secret…  Enter sends"
HINT = "Keys go to the command from the terminal above, too.  Ctrl+Tab leaves it."
HIDDEN_HINT = "What you type now is not shown, and kept nowhere."
INTERRUPT, END = b"\x03", b"\x04"  # what Ctrl+C and Ctrl+D send


class InputLine(QFrame):
    """Emits each line as bytes with its Enter; keeps none of them."""

    typed = Signal(object)  # bytes; never in a log: it may be a secret

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start unmasked."""
        super().__init__(parent)
        self.setProperty("role", "foot")
        self._theme = theme
        self._hidden = False
        self._sign = plain()
        self._sign.setFixedSize(SIGN, SIGN)
        self._line = _Line(maxLength=LONGEST_LINE)
        self._line.setFont(self.font())
        self._hint = ElidedLabel(role="hint")
        self._line.sent.connect(self._send)
        self._line.struck.connect(self.typed)
        # What began as a secret stays masked until it is gone, whatever the program does meanwhile.
        self._line.textChanged.connect(self._show)
        self._lay_out()
        self._show()

    @property
    def entry(self) -> QWidget:
        """What takes the focus."""
        return self._line

    def set_hidden(self, *, hidden: bool) -> None:
        """Mask what is typed from now on, or show it again once the line is empty."""
        if hidden != self._hidden:
            self._hidden = hidden
            self._show()

    def forget(self) -> None:
        """Throw away what was typed and not sent: the command is another one now, or has ended."""
        self._line.setText("")
        self.set_hidden(hidden=False)

    def take_focus(self) -> None:
        """Put the focus into the line."""
        self._line.setFocus(Qt.FocusReason.TabFocusReason)

    def take_colours(self) -> None:
        """Draw in the theme's new colours."""
        self._show()

    def _send(self) -> None:
        text = self._line.text()
        # Not clear(), which can be undone; this also empties the history.
        self._line.setText("")
        self.typed.emit(text.encode("utf-8", "replace") + b"\r")

    def _show(self) -> None:
        was_masked = self._line.echoMode() == QLineEdit.EchoMode.Password
        masked = self._hidden or (was_masked and bool(self._line.text()))
        if masked != was_masked:
            self._line.setEchoMode(QLineEdit.EchoMode.Password if masked else QLineEdit.EchoMode.Normal)
        self._line.setPlaceholderText(ASK_HIDDEN if masked else ASK)
        self._line.setAccessibleName("A secret for the command" if masked else "A line for the command")
        self._hint.show_text(HIDDEN_HINT if masked else HINT)
        colours = self._theme.colours
        name, colour = ("lock", colours.waiting) if masked else ("chevron-right", colours.muted)
        self._sign.setPixmap(pixmap(name, colour, SIGN, self.devicePixelRatioF()))

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(LARGE, SMALL, LARGE, SMALL)
        grid.setHorizontalSpacing(SMALL)
        grid.setVerticalSpacing(TIGHT)
        grid.addWidget(self._sign, 0, 0, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self._line, 0, 1)
        grid.addWidget(self._hint, 1, 1)
        grid.setColumnStretch(1, 1)


class _Line(QLineEdit):
    """A line edit with a terminal's Ctrl+C and Ctrl+D."""

    sent = Signal()
    struck = Signal(object)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send with Enter; interrupt with Ctrl+C, end the input with Ctrl+D in an empty line."""
        is_control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.sent.emit()
        elif is_control and event.key() == Qt.Key.Key_C and not self.hasSelectedText():
            self.struck.emit(INTERRUPT)
        elif is_control and event.key() == Qt.Key.Key_D and not self.text():
            self.struck.emit(END)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Ctrl+D from being taken for a shortcut of the window."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            end = event.modifiers() == Qt.KeyboardModifier.ControlModifier and event.key() == Qt.Key.Key_D
            event.setAccepted(end)
        return super().event(event)
