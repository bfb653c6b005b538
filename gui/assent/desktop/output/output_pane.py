"""The pane in which a command's output scrolls."""

import codecs
from collections import deque
from datetime import UTC, datetime

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QWidget

from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import LARGE, SMALL, Colours, mono
from assent.desktop.output.ansi import Reader
from assent.desktop.output.looks import char_format, repaint
from assent.desktop.output.screen import Line, Look, Screen
from assent.model.events import Channel

MOST_LINES = 5_000
MOST_PENDING_BYTES = 96 * 1024
FRAME_MS, HIDDEN_FRAME_MS = 33, 500

_Decoder = codecs.getincrementaldecoder("utf-8")


class OutputPane(QPlainTextEdit):
    """Shows the newest output of one command; what comes faster than anybody reads is left out visibly."""

    following_changed = Signal(bool)

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        """Start empty, following the end."""
        super().__init__(parent)
        self.setProperty("role", "output")
        self.setAccessibleName("Output")
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFont(mono())
        self.setMaximumBlockCount(MOST_LINES)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.document().setDocumentMargin(LARGE)
        self._colours = colours
        self._pending: deque[tuple[Channel, bytes]] = deque()
        self._pending_bytes = self._left_out = 0
        self._following = True
        self.heard_at: datetime | None = None  # when the command last wrote
        self._frame = QTimer(self, singleShot=True)
        self._frame.timeout.connect(self.flush)
        self._start_over()
        self._to_end = QPushButton("Follow the end", self)
        self._to_end.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._to_end.clicked.connect(lambda: self.set_following(True))
        self._to_end.hide()
        self.following_changed.connect(self._offer_end)
        self._gap = plain(role="gap", parent=self)
        self._gap.hide()
        self._is_moving = False  # by us, not by the person
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    @property
    def is_following(self) -> bool:
        """Whether the end stays in view."""
        return self._following

    def append(self, channel: Channel, data: bytes) -> None:
        """Take in what was written; it is on screen with the next frame."""
        self.heard_at = datetime.now(UTC)
        self._pending.append((channel, data))
        self._pending_bytes += len(data)
        while self._pending_bytes - len(self._pending[0][1]) > MOST_PENDING_BYTES:
            self._drop(len(self._pending[0][1]))
        if self._pending_bytes > MOST_PENDING_BYTES:
            self._drop(self._pending_bytes - MOST_PENDING_BYTES)
        if not self._frame.isActive():
            self._frame.start(FRAME_MS if self.isVisible() else HIDDEN_FRAME_MS)

    def clear(self) -> None:
        """Show nothing and forget what is pending."""
        self._frame.stop()
        self._pending.clear()
        self._pending_bytes = self._left_out = 0
        super().clear()
        self._start_over()
        self._gap.hide()

    def set_following(self, following: bool) -> None:  # the shape of a Qt slot
        """Keep the end in view from now on, or stay where it is."""
        if following:
            self._scroll_to(self.verticalScrollBar().maximum())
        if following != self._following:
            self._following = following
            self.following_changed.emit(following)

    def set_colours(self, colours: Colours) -> None:
        """Draw in other colours, what is on screen as well."""
        self._colours = colours
        repaint(self.document(), colours)

    def flush(self) -> None:
        """Put what is pending on screen."""
        self._frame.stop()
        if not self._pending and not self._left_out:
            return
        if self._left_out:
            self._say_left_out()
        while self._pending:
            channel, data = self._pending.popleft()
            self._readers[channel].feed(self._decoders[channel].decode(data))
        self._pending_bytes = 0
        self._draw(self._screen.take_finished(), self._screen.current)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what came while it was hidden."""
        super().showEvent(event)
        self.flush()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the end in view while lines are wrapped anew."""
        self._is_moving = True
        super().resizeEvent(event)
        self._is_moving = False
        self._offer_end()
        if self._following:
            self._scroll_to(self.verticalScrollBar().maximum())

    def _start_over(self) -> None:
        self._left_out_in_all = 0
        self._screen = Screen()
        self._readers: dict[Channel, Reader] = {
            "stdout": Reader(self._screen),
            "stderr": Reader(self._screen, is_error=True),
        }
        self._decoders: dict[Channel, codecs.IncrementalDecoder] = {
            "stdout": _Decoder("replace"),
            "stderr": _Decoder("replace"),
        }

    def _drop(self, number: int) -> None:
        channel, data = self._pending.popleft()
        if number < len(data):
            self._pending.appendleft((channel, data[number:]))
        self._pending_bytes -= number
        self._left_out += number

    def _say_left_out(self) -> None:
        for reader, decoder in zip(self._readers.values(), self._decoders.values(), strict=True):
            reader.reset()
            decoder.reset()
        if self._screen.current:
            self._screen.control("\n")
        self._screen.write(f"[… {self._left_out:,} bytes left out …]", Look(faint=True, italic=True))
        self._screen.control("\n")
        self._left_out_in_all += self._left_out
        self._left_out = 0
        self._gap.setText(f"{self._left_out_in_all:,} bytes came too fast to be shown")
        self._gap.show()
        self._offer_end()

    def _draw(self, finished: list[Line], current: Line) -> None:
        bar, at = self.verticalScrollBar(), self.verticalScrollBar().value()
        self._is_moving = True
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        for line in finished[-MOST_LINES:]:
            self._insert(cursor, line)
            cursor.insertBlock()
        self._insert(cursor, current)
        cursor.endEditBlock()
        self._scroll_to(bar.maximum() if self._following else at)

    def _insert(self, cursor: QTextCursor, line: Line) -> None:
        for text, look in line:
            cursor.insertText(text, char_format(look, self._colours))

    def _offer_end(self) -> None:
        self._to_end.adjustSize()
        area, button = self.viewport().geometry(), self._to_end.size()
        self._to_end.move(area.right() - button.width() - LARGE, area.bottom() - button.height() - LARGE)
        self._to_end.setVisible(not self._following)
        # The note in the text is scrolled away by what comes after it; this one stays.
        self._gap.adjustSize()
        self._gap.move(area.right() - self._gap.width() - LARGE, area.top() + SMALL)

    def _scroll_to(self, value: int) -> None:
        self._is_moving = True
        self.verticalScrollBar().setValue(value)
        self._is_moving = False

    def _scrolled(self, value: int) -> None:
        at_end = value >= self.verticalScrollBar().maximum()
        if not self._is_moving and at_end != self._following:
            self._following = at_end
            self.following_changed.emit(at_end)
