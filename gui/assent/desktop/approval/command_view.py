"""The command block, whole and as it is: read only, numbered, with everything hidden made visible."""

import re
from collections.abc import Iterator

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from assent.desktop.appearance.passage import lines_of
from assent.desktop.appearance.theme import MEDIUM, SMALL, Colours, mono
from assent.model.reveal import CLOSE, OPEN, TAB, Row, rows

# In a revealed text the brackets are ours alone, so this finds our signs and nothing forged.
_MARKED = re.compile(rf"(?P<token>{OPEN}[^{CLOSE}]*{CLOSE}|{TAB})|(?P<unusual>[^\x00-\x7f]+)")
MOST_MARKS = 2_000


class CommandView(QPlainTextEdit):
    """Shows one text. It is write-only: what it shows is never read back, for Qt changes some characters."""

    end_seen = Signal()
    typed_at = Signal()  # somebody types here, where nothing can be typed

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self._colours = colours
        self._rows: tuple[Row, ...] = (Row(1, ""),)
        self._marked: tuple[int, int, int] | None = None
        self._end_was_seen = False
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setFont(mono())
        self.setAccessibleName("Command")
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        # Left to right whatever the text begins with, and wrapped anywhere: nothing is out at the side.
        option = QTextOption(Qt.AlignmentFlag.AlignLeft)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(self.fontMetrics().horizontalAdvance(" ") * 4)
        self.document().setDefaultTextOption(option)
        self.document().setDocumentMargin(SMALL)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._numbers = _Numbers(self)
        self.updateRequest.connect(self._updated)

    def show_text(self, text: str) -> None:
        """Show another text from its beginning."""
        self._rows = ()  # Qt tells of changes while the old text goes and the new one comes
        self._end_was_seen = False
        shown = rows(text)
        self.setPlainText("\n".join(row.text for row in shown))
        self._rows, self._marked = shown, None
        self.setViewportMargins(self.numbers_width(), 0, 0, 0)
        self._place_numbers()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def set_colours(self, colours: Colours) -> None:
        """Draw numbers and marks in other colours."""
        self._colours, self._marked = colours, None
        self._mark()
        self._numbers.update()

    @property
    def end_was_seen(self) -> bool:
        """Whether the end of the text was on screen since it is shown."""
        return self._end_was_seen

    def wanted_height(self, most_lines: int) -> int:
        """Return the height that shows the whole text, or `most_lines` of it."""
        width = max(self.width() - self.numbers_width() - 2 * SMALL - 2, 200)
        text = "\n".join(row.text for row in self._rows[:most_lines])
        return (
            lines_of(text, self.font(), width, most_lines) * self.fontMetrics().lineSpacing() + 2 * SMALL + 4
        )

    def sizeHint(self) -> QSize:
        """Ask for little: whoever shows it gives it what the text wants."""
        return QSize(400, 2 * self.fontMetrics().lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the numbers beside the text."""
        super().resizeEvent(event)
        self._place_numbers()

    def showEvent(self, event: QShowEvent) -> None:
        """Look whether all of it is on screen at once."""
        super().showEvent(event)
        self._mark()
        self._look_for_end()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw, and take note when the end was drawn."""
        super().paintEvent(event)
        self._look_for_end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll with Space as a pager does; leave Enter and Escape to the dialog."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            event.ignore()
        elif event.key() == Qt.Key.Key_Space:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + bar.pageStep())
        else:
            if event.text().isprintable() and event.text():
                self.typed_at.emit()
            super().keyPressEvent(event)

    def numbers_width(self) -> int:
        """Return the room that the widest line number takes."""
        last = max((row.number or 0 for row in self._rows), default=1)
        return self.fontMetrics().horizontalAdvance("0") * max(2, len(str(last))) + SMALL + MEDIUM

    def draw_numbers(self, on: QWidget) -> None:
        """Draw the numbers of the lines in view; a line that goes on has a mark in its place."""
        painter = QPainter(on)
        painter.setFont(self.font())
        painter.setPen(QColor(self._colours.muted))
        width, height = on.width() - MEDIUM, self.fontMetrics().height()
        for block, box in self._blocks_in_view():
            row = self._rows[block.blockNumber()]
            text = str(row.number) if row.number else "⋮" if row.folded else "↪"
            painter.drawText(0, box.top(), width, height, Qt.AlignmentFlag.AlignRight, text)
        painter.end()

    def _blocks_in_view(self) -> Iterator[tuple[QTextBlock, QRect]]:
        block, offset = self.firstVisibleBlock(), self.contentOffset()
        while block.isValid() and block.blockNumber() < len(self._rows):
            box = self.blockBoundingGeometry(block).translated(offset).toAlignedRect()
            if box.top() > self.viewport().height():
                return
            yield block, box
            block = block.next()

    def _look_for_end(self) -> None:
        if self._end_was_seen or not self._rows or not self.isVisible():
            return
        in_view = list(self._blocks_in_view())
        if not in_view:
            return
        block, box = in_view[-1]
        if not block.next().isValid() and box.bottom() <= self.viewport().height() + SMALL:
            self._end_was_seen = True
            self.end_seen.emit()

    def _updated(self, _area: QRect, scrolled: int) -> None:
        if scrolled:
            self._numbers.scroll(0, scrolled)
        self._numbers.update()
        if self.isVisible():  # before that no block has a height, and all seem to be in view
            self._mark()

    def _mark(self) -> None:
        # Only what is in view: to colour 256 KiB of hostile text takes seconds.
        blocks = list(self._blocks_in_view())
        if not blocks:
            return
        seen = (blocks[0][0].blockNumber(), blocks[-1][0].blockNumber(), self.viewport().width())
        if seen == self._marked:
            return
        self._marked = seen
        self.setExtraSelections([mark for block, _ in blocks for mark in self._marks(block)][:MOST_MARKS])

    def _marks(self, block: QTextBlock) -> Iterator[QTextEdit.ExtraSelection]:
        start, end = block.position(), 0
        for found in _MARKED.finditer(self._rows[block.blockNumber()].text):
            mark, cursor, look = QTextEdit.ExtraSelection(), QTextCursor(block), QTextCharFormat()
            # Qt counts in UTF-16, where a character beyond the first plane is two.
            start += _utf16_length(found.string[end : found.start()])
            cursor.setPosition(start)
            start, end = start + _utf16_length(found[0]), found.end()
            cursor.setPosition(start, QTextCursor.MoveMode.KeepAnchor)
            if found["token"]:
                look.setBackground(QColor(self._colours.token))
                look.setFontWeight(QFont.Weight.Normal)
            else:
                look.setBackground(QColor(self._colours.unusual))
            mark.cursor, mark.format = cursor, look
            yield mark

    def _place_numbers(self) -> None:
        view = self.viewport().geometry()
        self._numbers.setGeometry(
            view.left() - self.numbers_width(), view.top(), self.numbers_width(), view.height()
        )


class _Numbers(QWidget):
    """The strip at the left of a view."""

    def __init__(self, view: CommandView) -> None:
        super().__init__(view)
        self._view = view

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._view.draw_numbers(self)


def _utf16_length(text: str) -> int:
    return len(text) + sum(character > "\uffff" for character in text)
