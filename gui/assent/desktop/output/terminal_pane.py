"""A pane that is a terminal: what is typed into it goes to the command."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QClipboard,
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFontMetricsF,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QWidget

from assent.desktop.appearance.theme import Colours
from assent.desktop.output.ansi import APPLICATION_CURSOR, BRACKETED_PASTE
from assent.desktop.output.output_pane import OutputPane
from assent.desktop.output.terminal_keys import bytes_of, of_paste

# A window's edge that is dragged changes the size at every step; the command is told when it rests.
SETTLED_AFTER_MS = 120
LEAST_ROWS, LEAST_COLUMNS = 2, 10
_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier


class TerminalPane(OutputPane):
    """Takes keys while it is live; `typed` has what a terminal sends for them, `leave_asked` which way."""

    typed = Signal(object)  # bytes; never in a log: it may be a secret
    resized = Signal(int, int)  # rows, columns
    leave_asked = Signal(bool)  # forward

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        """Be live at once."""
        super().__init__(colours, parent)
        self.setAccessibleName("Terminal: what is typed here goes to the command")
        self._live, self._preedit = True, ""
        self._size: tuple[int, int] | None = None
        self._settling = QTimer(self, singleShot=True, interval=SETTLED_AFTER_MS)
        self._settling.timeout.connect(self._tell_size)
        self.set_hidden(hidden=False)

    @property
    def is_live(self) -> bool:
        """Whether there is a command that takes what is typed."""
        return self._live

    def end(self) -> None:
        """Take no more keys: the command has ended."""
        self._live, self._preedit = False, ""
        self._settling.stop()
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, on=False)
        self.viewport().update()

    def set_hidden(self, *, hidden: bool) -> None:
        """Let an input method learn nothing of what is typed while it does not show."""
        hint = Qt.InputMethodHint.ImhNoPredictiveText | Qt.InputMethodHint.ImhNoAutoUppercase
        secret = Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhHiddenText
        self.setInputMethodHints(hint | secret if hidden else hint)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, self._live)

    def wanted_size(self) -> tuple[int, int]:
        """Return how many rows and columns there is room for."""
        metrics, margin = QFontMetricsF(self.font()), 2 * self.document().documentMargin()
        # With room for the bar even where there is none yet: its coming is not to change the columns.
        bar, view = self.verticalScrollBar(), self.viewport().size()
        width = view.width() - (0 if bar.isVisible() else bar.sizeHint().width())
        rows = int((view.height() - margin) / metrics.lineSpacing())
        columns = int((width - margin) / metrics.horizontalAdvance("0"))
        return max(rows, LEAST_ROWS), max(columns, LEAST_COLUMNS)

    def event(self, event: QEvent) -> bool:
        """Keep a key that goes to the command from being taken for a shortcut of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and self._live and isinstance(event, QKeyEvent):
            if self._own(event) or self._bytes(event):
                event.accept()
                return True
            return False
        return super().event(event)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002  # Qt's own name
        """Leave Tab to the command."""
        return False if self._live else super().focusNextPrevChild(next)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send what a terminal sends; a few keys stay the pane's, as terminals have them."""
        if not self._live:
            super().keyPressEvent(event)
        elif own := self._own(event):
            own()
        elif sent := self._bytes(event):
            self._send(sent)
        else:
            event.ignore()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Send what an input method made; show what it is at."""
        if self._live:
            self._preedit = event.preeditString()
            if event.commitString():
                self._send(event.commitString().encode("utf-8", "replace"))
            self.viewport().update()
        event.accept()

    def inputMethodQuery(self, query: Qt.InputMethodQuery, argument: Any = None) -> Any:
        """Tell an input method that text is taken here, and where its window goes."""
        if query == Qt.InputMethodQuery.ImEnabled:
            return self._live
        if query == Qt.InputMethodQuery.ImCursorRectangle:
            return self._caret().toRect()
        return super().inputMethodQuery(query, argument)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Send a pasted text."""
        if self._live and source.hasText() and source.text():
            self._send(of_paste(source.text(), bracketed=BRACKETED_PASTE in self._screen.modes))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Paste the selection with the middle button, where the system has one."""
        clipboard = QGuiApplication.clipboard()
        if event.button() == Qt.MouseButton.MiddleButton and clipboard.supportsSelection():
            self.insertFromMimeData(clipboard.mimeData(QClipboard.Mode.Selection))
        else:
            super().mouseReleaseEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to paste beside Qt's own offers."""
        menu = self.createStandardContextMenu(event.pos())
        if self._live:
            menu.addAction("Paste", self.paste)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def paste(self) -> None:
        """Send what is in the clipboard; Qt's own does nothing in a text that cannot be edited."""
        self.insertFromMimeData(QGuiApplication.clipboard().mimeData())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Fill the caret."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Empty the caret."""
        super().focusOutEvent(event)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the new size once it rests, the first one at once."""
        super().resizeEvent(event)
        if not self._live:
            return
        if self._size is None and self.isVisible():
            self._tell_size()
        else:
            self._settling.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the caret over the text."""
        super().paintEvent(event)
        if not self._live:
            return
        painter, box = QPainter(self.viewport()), self._caret()
        colour = QColor(self._colours.accent)
        if self._preedit:
            painter.setFont(self.font())
            box.setWidth(QFontMetricsF(self.font()).horizontalAdvance(self._preedit))
            painter.fillRect(box, QColor(self._colours.selected))
            painter.setPen(QColor(self._colours.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._preedit)
        elif self.hasFocus():
            colour.setAlphaF(0.55)
            painter.fillRect(box, colour)
        else:
            painter.setPen(colour)
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def _caret(self) -> QRectF:
        """Return where the next character goes."""
        before = "".join(text for text, _ in self._screen.current)[: self._screen.column]
        cursor = QTextCursor(self.document().lastBlock())
        # Qt counts in UTF-16, where a character beyond the first plane is two.
        cursor.setPosition(cursor.position() + len(before.encode("utf-16-le", "surrogatepass")) // 2)
        box = QRectF(self.cursorRect(cursor))
        box.setWidth(QFontMetricsF(self.font()).horizontalAdvance("0"))
        return box

    def _own(self, event: QKeyEvent) -> Callable[[], None] | None:
        """Return what the pane itself does for a key, as other terminals do, or None."""
        key, control, shift = event.key(), event.modifiers() & _CONTROL, event.modifiers() & _SHIFT
        bar, forward = self.verticalScrollBar(), not shift and key != Qt.Key.Key_Backtab
        own: dict[bool, Callable[[], None]] = {
            bool(control and key == Qt.Key.Key_C and (shift or self.textCursor().hasSelection())): self._copy,
            bool(control and shift and key == Qt.Key.Key_V): self.paste,
            bool(shift and not control and key == Qt.Key.Key_Insert): self.paste,
            bool(control and key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)): lambda: self.leave_asked.emit(
                forward
            ),
            bool(shift and key == Qt.Key.Key_PageUp): lambda: bar.setValue(bar.value() - bar.pageStep()),
            bool(shift and key == Qt.Key.Key_PageDown): lambda: bar.setValue(bar.value() + bar.pageStep()),
        }
        return own.get(True)

    def _copy(self) -> None:
        self.copy()
        # So that the next Ctrl+C interrupts.
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)

    def _bytes(self, event: QKeyEvent) -> bytes:
        held = event.modifiers()
        # A terminal has no byte for Ctrl+Shift and a letter: these are the window's.
        if held & _CONTROL and held & _SHIFT and Qt.Key.Key_A <= event.key() <= Qt.Key.Key_Z:
            return b""
        cursor = APPLICATION_CURSOR in self._screen.modes
        return bytes_of(event.key(), held, event.text(), application_cursor=cursor)

    def _send(self, data: bytes) -> None:
        self.set_following(True)
        self.typed.emit(data)

    def _tell_size(self) -> None:
        size = self.wanted_size()
        if size != self._size:
            self._size = size
            self.resized.emit(*size)
