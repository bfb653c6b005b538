"""The command block in its view: coloured, folded, and known to have been on screen to its end."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QShowEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QWidget

from assent.desktop.appearance.theme import SMALL, Colours
from assent.desktop.approval.shell_colours import LONGEST, ShellColours
from assent.desktop.approval.text_marks import Look, Mark, utf16_length
from assent.desktop.approval.text_view import TextView
from assent.model.folding import Fold, folds
from assent.model.judgement import Disguise
from assent.model.rows import Row, each_row

MOST_COLOURED = 200  # pieces of a row
COLOURING_S = 0.01  # for a row, until the window goes on


class CommandView(TextView):
    """Shows one command. `end_seen` comes when its end was on screen, and the end of each fold, opened."""

    end_seen = Signal()
    unread_changed = Signal()
    typed_at = Signal()  # somebody types here, where nothing can be typed

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(colours, parent)
        self._text = ""
        self._folds: tuple[Fold, ...] = ()
        self._opened = set[int]()
        self._unread = set[int]()  # the folds whose end was not on screen
        self._end_was_drawn = False
        self._alike: list[tuple[int, int]] = []
        self._place: tuple[int, int] | None = None
        self._syntax: ShellColours | None = None
        self.setAccessibleName("Command")
        self.viewport().setMouseTracking(True)

    def show_text(self, text: str, disguises: Sequence[Disguise] = (), *, is_shell: bool = True) -> None:
        """Show another text from its beginning, with what in it looks like something else underlined."""
        self._text, self._place = text, None
        self._syntax = ShellColours(text) if is_shell else None
        self._folds = folds(text)
        self._opened = {fold.start for fold in self._folds if not fold.starts_shut}
        # A long argument has no sign in it that a shell acts on: only what may be code has to be read.
        self._unread = {fold.start for fold in self._folds if fold.lines}
        self._end_was_drawn = False
        self._alike = sorted(
            (each.offset, each.offset + len(each.code_points))
            for each in disguises
            if each.kind == "look-alike"
        )
        self._show()

    @property
    def end_was_seen(self) -> bool:
        """Whether the end of the text was on screen since it is shown, and that of each fold."""
        return self._end_was_drawn and not self._unread

    @property
    def unread_folds(self) -> int:
        """How many folds were not on screen to their end yet."""
        return len(self._unread)

    def wanted_height(self, most_lines: int) -> int:
        """Return the height that shows the whole text, or `most_lines` of it; a fold is to be read open."""
        if not self._unread:
            return super().wanted_height(most_lines)
        return most_lines * self.fontMetrics().lineSpacing() + 2 * SMALL + 4

    def mark_place(self, start: int, end: int) -> None:
        """Set off a piece of the text, in code points, and bring it into view."""
        self.take_all()
        self._place = (start, end)
        number = max(0, bisect_right(self.rows, start, key=lambda row: row.start) - 1)
        block = self.document().findBlockByNumber(number)
        row = self.rows[number]
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + utf16_length(row.text[: row.column(start)]))
        self.setTextCursor(cursor)
        self.ensureCursorVisible()
        self.mark_again()

    def marks(self, row: Row) -> Iterator[Mark]:
        """Yield the colours of the grammar, then what is set off, looks alike, or would not show."""
        for start, end, kind in self._pieces(row):
            look = Look(foreground=getattr(self.colours, f"code_{kind}"))
            yield row.column(max(start, row.start)), row.column(min(end, row.end)), look
        if self._place is not None and self._place[0] < row.end and self._place[1] > row.start:
            start, end = max(self._place[0], row.start), min(self._place[1], row.end)
            yield row.column(start), row.column(end), Look(background=self.colours.selected)
        yield from super().marks(row)
        first = bisect_left(self._alike, (row.start, 0))
        for start, end in self._alike[first : first + MOST_COLOURED]:
            if start >= row.end:
                return
            yield row.column(start), row.column(min(end, row.end)), Look(underline=self.colours.bad)

    def toggle(self, fold: Fold) -> None:
        """Open a fold, or shut it."""
        self._opened ^= {fold.start}
        at = self.verticalScrollBar().value()
        self._show()
        self.take_all()
        self.verticalScrollBar().setValue(at)
        self.mark_again()

    def showEvent(self, event: QShowEvent) -> None:
        """Look whether all of it is on screen at once."""
        super().showEvent(event)
        self.mark_again()
        self._look_for_ends()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw, and take note of what was drawn to its end."""
        super().paintEvent(event)
        self._look_for_ends()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Read on with Space as in a pager, folds and all; leave Enter and Escape to the dialog."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            event.ignore()
        elif event.key() == Qt.Key.Key_Space:
            if shut := self._first_shut_in_view():
                self.toggle(shut)
            else:
                bar = self.verticalScrollBar()
                bar.setValue(bar.value() + bar.pageStep())
        else:
            if event.text().isprintable() and event.text():
                self.typed_at.emit()
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open or shut the fold that is clicked."""
        fold = self._fold_at(event.position().toPoint())
        if fold is not None and event.button() == Qt.MouseButton.LeftButton:
            self.toggle(fold)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show by the pointer what can be clicked."""
        can_be = self._fold_at(event.position().toPoint()) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if can_be else Qt.CursorShape.IBeamCursor)
        super().mouseMoveEvent(event)

    def _show(self) -> None:
        coming = each_row(self._text, folds=self._folds, opened=self._opened)
        self.show_rows(coming, self._text.count("\n") + 1)

    def _pieces(self, row: Row) -> Iterator[tuple[int, int, str]]:
        if self._syntax is None or row.start == row.end:
            return
        if not self._syntax.read_to(min(row.end, LONGEST), COLOURING_S):
            # It is the rest of a long text: the window goes on meanwhile.
            QTimer.singleShot(0, self, self.mark_again)
        yield from islice(self._syntax.between(row.start, row.end), MOST_COLOURED)

    def _first_shut_in_view(self) -> Fold | None:
        for block, _ in self.blocks_in_view():
            fold = self.rows[block.blockNumber()].fold
            if fold is not None and fold.start not in self._opened:
                return fold
        return None

    def _fold_at(self, point: QPoint) -> Fold | None:
        cursor = self.cursorForPosition(point)
        row = self.rows[min(cursor.blockNumber(), len(self.rows) - 1)]
        for token in row.tokens:
            if token.sign.kind != "fold":
                continue
            start, end = (utf16_length(row.text[:column]) for column in (token.at, token.until))
            if start <= cursor.positionInBlock() < end and self._is_on_line(cursor, point):
                return row.fold or next(each for each in self._folds if each.start == token.sign.start)
        return None

    def _is_on_line(self, cursor: QTextCursor, point: QPoint) -> bool:
        box = self.cursorRect(cursor)
        return box.top() <= point.y() <= box.bottom()

    def _look_for_ends(self) -> None:
        if self.end_was_seen or not self.rows or not self.is_whole or not self.isVisible():
            return
        bottom, in_view = self.viewport().height() + SMALL, list(self.blocks_in_view())
        drawn = {self.rows[block.blockNumber()].end for block, box in in_view if box.bottom() <= bottom}
        by_start = {fold.start: fold for fold in self._folds if fold.lines}
        # Its last line's end, which stands before the line's own sign.
        read = {start for start in self._unread & self._opened if by_start[start].end - 1 in drawn}
        if read:
            self._unread -= read
            self.unread_changed.emit()
        if in_view and not in_view[-1][0].next().isValid() and in_view[-1][1].bottom() <= bottom:
            self._end_was_drawn = True
        if self.end_was_seen:
            self.end_seen.emit()
