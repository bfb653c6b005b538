"""A foreign text, whole and as it is: read only, numbered, with a chip for whatever would not show."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QMimeData, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QPen,
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
from assent.model.rows import Row, Token

MOST_MARKS = 2_000
ROUND = 4

# From column to column of a row, in code points, and how that is drawn.
Mark = tuple[int, int, QTextCharFormat]


class TextView(QPlainTextEdit):
    """Shows rows. It is write-only: what it shows is never read back, for Qt changes some characters."""

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self.colours = colours
        self.rows: tuple[Row, ...] = (Row(1, ""),)
        self._marked: tuple[int, int, int] | None = None
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setFont(mono())
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

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Show other rows from their beginning."""
        self.rows = ()  # Qt tells of changes while the old text goes and the new one comes
        self.setPlainText("\n".join(row.text for row in rows))
        self.rows, self._marked = rows, None
        self.setViewportMargins(self.numbers_width(), 0, 0, 0)
        self._place_numbers()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def set_colours(self, colours: Colours) -> None:
        """Draw in other colours."""
        self.colours = colours
        self.mark_again()
        self._numbers.update()
        self.viewport().update()

    def mark_again(self) -> None:
        """Ask anew how what is in view is to be drawn."""
        self._marked = None
        self._mark()

    def marks(self, row: Row) -> Iterator[Mark]:
        """Yield how pieces of `row` are drawn, each over those before it."""
        hidden, tab = QTextCharFormat(), QTextCharFormat()
        tab.setForeground(QColor(self.colours.muted))
        for token in row.tokens:
            if token.sign.kind == "tab":
                yield token.at, token.at + 1, tab
                continue
            # The brackets are the rounded ends of the box that is drawn behind the text.
            hidden.setForeground(QColor(self._box_colour(token)))
            yield token.at, token.at + 1, hidden
            yield token.until - 1, token.until, hidden
        beyond = QTextCharFormat()
        beyond.setBackground(QColor(self.colours.unusual))
        edges = [0, *(edge for token in row.tokens for edge in (token.at, token.until)), len(row.text)]
        for start, end in list(pairwise(edges))[::2]:
            yield from ((at, until, beyond) for at, until in _beyond_ascii(row.text, start, end))

    def number_of(self, row: Row) -> str:
        """Return what stands at the left of a row."""
        return str(row.number) if row.number else "⋮" if row.folded else "↪"

    def wanted_height(self, most_lines: int) -> int:
        """Return the height that shows the whole text, or `most_lines` of it."""
        width = max(self.width() - self.numbers_width() - 2 * SMALL - 2, 200)
        text = "\n".join(row.text for row in self.rows[:most_lines])
        lines = lines_of(text, self.font(), width, most_lines)
        return lines * self.fontMetrics().lineSpacing() + 2 * SMALL + 4

    def numbers_width(self) -> int:
        """Return the room that the widest line number takes."""
        last = max((row.number or 0 for row in self.rows), default=1)
        return self.fontMetrics().horizontalAdvance("0") * max(2, len(str(last))) + SMALL + MEDIUM

    def sizeHint(self) -> QSize:
        """Ask for little: whoever shows it gives it what the text wants."""
        return QSize(400, 2 * self.fontMetrics().lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the numbers beside the text."""
        super().resizeEvent(event)
        self._place_numbers()

    def showEvent(self, event: QShowEvent) -> None:
        """Mark what is in view."""
        super().showEvent(event)
        self._mark()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the boxes of the chips, then the text."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for block, box in self.blocks_in_view():
            for token in self.rows[block.blockNumber()].tokens:
                if token.sign.kind != "tab":
                    self._draw_box(painter, block, box, token)
        painter.end()
        super().paintEvent(event)

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy what is shown, code points and all; a line that was cut for the view is whole again."""
        cursor, data = self.textCursor(), QMimeData()
        first = self.document().findBlock(cursor.selectionStart()).blockNumber()
        pieces = cursor.selectedText().split("\u2029")
        goes_on = [row.number is None and not row.folded for row in self.rows[first : first + len(pieces)]]
        text = "".join(("" if cut else "\n") + piece for piece, cut in zip(pieces, goes_on, strict=False))
        data.setText(text.removeprefix("\n"))
        return data

    def draw_numbers(self, on: QWidget) -> None:
        """Draw the numbers of the lines in view; a line that goes on has a mark in its place."""
        painter = QPainter(on)
        painter.setFont(self.font())
        painter.setPen(QColor(self.colours.muted))
        width, height = on.width() - MEDIUM, self.fontMetrics().height()
        for block, box in self.blocks_in_view():
            text = self.number_of(self.rows[block.blockNumber()])
            painter.drawText(0, box.top(), width, height, Qt.AlignmentFlag.AlignRight, text)
        painter.end()

    def blocks_in_view(self) -> Iterator[tuple[QTextBlock, QRect]]:
        """Yield the paragraphs on screen with their place on it."""
        block, offset = self.firstVisibleBlock(), self.contentOffset()
        while block.isValid() and block.blockNumber() < len(self.rows):
            box = self.blockBoundingGeometry(block).translated(offset).toAlignedRect()
            if box.top() > self.viewport().height():
                return
            yield block, box
            block = block.next()

    def _box_colour(self, token: Token) -> str:
        return self.colours.hover if token.sign.kind == "fold" else self.colours.token

    def _draw_box(self, painter: QPainter, block: QTextBlock, box: QRect, token: Token) -> None:
        row, layout = self.rows[block.blockNumber()], block.layout()
        start, end = (utf16_length(row.text[:column]) for column in (token.at, token.until))
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            first, last = line.textStart(), line.textStart() + line.textLength()
            if last <= start or first >= end:
                continue
            left, right = (_x(line.cursorToX(each)) for each in (max(start, first), min(end, last)))
            top = box.top() + line.y()
            shape = QRectF(box.left() + left, top + 0.5, right - left, line.height() - 1).adjusted(
                1, 0, -1, 0
            )
            painter.setBrush(QColor(self._box_colour(token)))
            border = self.colours.border_strong if token.sign.kind == "fold" else self.colours.notice_border
            painter.setPen(QPen(QColor(border), 1))
            painter.drawRoundedRect(shape, ROUND, ROUND)

    def _updated(self, _area: QRect, scrolled: int) -> None:
        if scrolled:
            self._numbers.scroll(0, scrolled)
        self._numbers.update()
        if self.isVisible():  # before that no block has a height, and all seem to be in view
            self._mark()

    def _mark(self) -> None:
        # Only what is in view: to colour 256 KiB of hostile text takes seconds.
        blocks = list(self.blocks_in_view())
        if not blocks:
            return
        seen = (blocks[0][0].blockNumber(), blocks[-1][0].blockNumber(), self.viewport().width())
        if seen == self._marked:
            return
        self._marked = seen
        drawn = [each for block, _ in blocks for each in self._selections(block)]
        self.setExtraSelections(drawn[:MOST_MARKS])

    def _selections(self, block: QTextBlock) -> Iterator[QTextEdit.ExtraSelection]:
        row, start = self.rows[block.blockNumber()], block.position()
        # Qt counts in UTF-16, where a character beyond the first plane is two.
        is_narrow = utf16_length(row.text) == len(row.text)
        for at, until, look in self.marks(row):
            mark, cursor = QTextEdit.ExtraSelection(), QTextCursor(block)
            from_, to = (at, until) if is_narrow else (utf16_length(row.text[:c]) for c in (at, until))
            cursor.setPosition(start + from_)
            cursor.setPosition(start + to, QTextCursor.MoveMode.KeepAnchor)
            mark.cursor, mark.format = cursor, QTextCharFormat(look)
            yield mark

    def _place_numbers(self) -> None:
        view = self.viewport().geometry()
        self._numbers.setGeometry(
            view.left() - self.numbers_width(), view.top(), self.numbers_width(), view.height()
        )


class _Numbers(QWidget):
    """The strip at the left of a view."""

    def __init__(self, view: TextView) -> None:
        super().__init__(view)
        self._view = view

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._view.draw_numbers(self)


def utf16_length(text: str) -> int:
    """Return the length that Qt gives `text`."""
    return len(text) + (0 if text.isascii() else sum(character > "\uffff" for character in text))


def _x(found: object) -> float:
    # PySide gives a pair, of the place and of the cursor that it was asked for.
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]


def _beyond_ascii(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    while at < end:
        if text[at] < "\x80":
            at += 1
            continue
        until = at + 1
        while until < end and text[until] >= "\x80":
            until += 1
        yield at, until
        at = until
