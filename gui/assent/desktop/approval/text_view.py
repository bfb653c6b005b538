"""A foreign text, whole and as it is: read only, numbered, with a chip for whatever would not show."""

import re
import time
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

from PySide6.QtCore import QMimeData, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from assent.desktop.appearance.passage import lines_of
from assent.desktop.appearance.theme import MEDIUM, SMALL, Colours, mono
from assent.desktop.approval.text_marks import Look, Mark, flat, ranges, utf16_length
from assent.model.reveal import CLOSE, OPEN
from assent.model.rows import Row, Token

MOST_MARKS = 500  # of a row
ROUND = 4
# So many rows come at once, those on screen among them, and what more is made within these times.
LEAST_ROWS = 200
FIRST_S, LATER_S = 0.008, 0.02
NO_BREAK = "\N{NO-BREAK SPACE}"

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")


class TextView(QPlainTextEdit):
    """Shows rows. It is write-only: what it shows is never read back, for Qt changes some characters."""

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self.colours = colours
        self.rows: list[Row] = []
        self._coming: Iterator[Row] | None = None
        self._last_number, self._usual_lines = 1, 1
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(lambda: self._append(self._taken(LATER_S)))
        self._marked: tuple[int, int, int] | None = None
        self._drawn = dict[int, tuple[Mark, ...]]()  # by the paragraph's number
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

    def show_rows(self, rows: Iterable[Row], lines: int) -> None:
        """Show other rows from their beginning; of very many the rest comes while the window works on.

        `lines` is the largest number that stands at the left of one.
        """
        self.rows.clear()  # Qt tells of changes while the old text goes and the new one comes
        self._coming, self._last_number = iter(rows), lines
        first = self._taken(FIRST_S)
        self.setPlainText("\n".join(map(_unbroken, first)))
        self.rows += first
        self._marked = None
        self._drawn.clear()
        self.setViewportMargins(self.numbers_width(), 0, 0, 0)
        self._place_numbers()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        if not self.is_whole:
            self._more.start()

    @property
    def is_whole(self) -> bool:
        """Whether all rows have come."""
        return self._coming is None

    def take_all(self) -> None:
        """Let the rest of the rows come now."""
        self._append(self._taken(None))

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
        edges = [0, *(edge for token in row.tokens for edge in (token.at, token.until)), len(row.text)]
        for start, end in list(pairwise(edges))[::2]:
            for found in _BEYOND_ASCII.finditer(row.text, start, end):
                yield found.start(), found.end(), Look(background=self.colours.unusual)
        for token in row.tokens:
            if token.sign.kind == "tab":
                yield token.at, token.at + 1, Look(foreground=self.colours.muted)

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
        digits = max(2, len(str(self._last_number)))
        return self.fontMetrics().horizontalAdvance("0") * digits + SMALL + MEDIUM

    def sizeHint(self) -> QSize:
        """Ask for so many lines; a view that has more room than text is given what the text wants."""
        return QSize(400, self._usual_lines * self.fontMetrics().lineSpacing() + 2 * SMALL + 4)

    def be_within(self, least_lines: int, most_lines: int) -> None:
        """Be as high as the text, within these; the least is for where there is little room."""
        height, lines = self.fontMetrics().lineSpacing(), min(most_lines, len(self.rows))
        self._usual_lines = lines
        self.setMinimumHeight(min(least_lines, lines) * height + 2 * SMALL + 4)
        self.setMaximumHeight(lines * height + 2 * SMALL + 4)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setProperty("role", "within")

    def minimumSizeHint(self) -> QSize:
        """Be no higher than a line: the usual least height of such a view is four of them."""
        return QSize(100, self.fontMetrics().lineSpacing() + 2 * SMALL)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the numbers beside the text, and mark what comes into view."""
        super().resizeEvent(event)
        self._place_numbers()
        if self.isVisible():  # before that no block has a height, and all seem to be in view
            self._mark()

    def showEvent(self, event: QShowEvent) -> None:
        """Mark what is in view."""
        super().showEvent(event)
        self._mark()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, and over what we wrote into it the chips."""
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        for block, box in self.blocks_in_view():
            for token in self.rows[block.blockNumber()].tokens:
                if token.sign.kind != "tab":
                    self._draw_chip(painter, block, box, token)
        painter.end()

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy what is shown, code points and all; a line that was cut for the view is whole again."""
        cursor, data = self.textCursor(), QMimeData()
        first = self.document().findBlock(cursor.selectionStart()).blockNumber()
        pieces = cursor.selectedText().replace(NO_BREAK, " ").split("\u2029")
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

    def _taken(self, within_s: float | None) -> list[Row]:
        """Take more of the rows that are to come, for about so long."""
        end, taken = None if within_s is None else time.perf_counter() + within_s, list[Row]()
        for row in self._coming or ():
            taken.append(row)
            if end is not None and len(taken) >= LEAST_ROWS and time.perf_counter() > end:
                return taken
        self._coming = None
        return taken

    def _append(self, more: list[Row]) -> None:
        if more:
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText("".join("\n" + _unbroken(row) for row in more))
            self.rows += more
        if not self.is_whole:
            self._more.start()
        self.viewport().update()

    def _draw_chip(self, painter: QPainter, block: QTextBlock, box: QRect, token: Token) -> None:
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
            colours, is_fold = self.colours, token.sign.kind == "fold"
            # What Qt drew there is covered first: the box has round corners.
            painter.fillRect(shape.adjusted(-1, 0, 1, 0), QColor(colours.surface))
            painter.setBrush(QColor(colours.hover if is_fold else colours.token))
            painter.setPen(QPen(QColor(colours.border_strong if is_fold else colours.notice_border), 1))
            painter.drawRoundedRect(shape, ROUND, ROUND)
            painter.setPen(QColor(colours.text))
            said = block.text().encode("utf-16-le", "surrogatepass")[
                2 * max(start, first) : 2 * min(end, last)
            ]
            text = said.decode("utf-16-le", "surrogatepass").strip(OPEN + CLOSE)
            painter.drawText(shape, Qt.AlignmentFlag.AlignCenter, text)

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
        for block, _ in blocks:
            self._colour(block)

    def _colour(self, block: QTextBlock) -> None:
        """Draw a paragraph as its marks say; not as selections, which Qt mixes up where two of them touch."""
        row = self.rows[block.blockNumber()]
        pieces = tuple(islice(flat(self.marks(row), len(row.text)), MOST_MARKS))
        if self._drawn.get(block.blockNumber(), ()) == pieces:
            return
        self._drawn[block.blockNumber()] = pieces
        block.layout().setFormats(ranges(pieces, row.text))
        self.document().markContentsDirty(block.position(), block.length())

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


def _unbroken(row: Row) -> str:
    """Return a row's text, with blanks in its signs at which no line is broken."""
    text, at = "", 0
    for token in row.tokens:
        text += row.text[at : token.at] + token.sign.text.replace(" ", NO_BREAK)
        at = token.until
    return text + row.text[at:]


def _x(found: object) -> float:
    # PySide gives a pair, of the place and of the cursor that it was asked for.
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]
