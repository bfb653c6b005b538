"""The parts of a block, a row for each: choosing one marks its place in the command."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from assent.desktop.appearance.passage import lines_of, write
from assent.desktop.appearance.theme import MEDIUM, SMALL, TIGHT, Colours, mono, scaled
from assent.desktop.approval.part_rows import RISKS, PartRow

MOST_ROWS = 6
MOST_LINES = 3  # of one fact; a long list of files has more room
MOST_FILE_LINES = 6
_INDENT = 26
_ROLE = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class _Piece:
    text: str
    font: QFont
    colour: str
    most_lines: int = MOST_LINES


class PartsList(QListView):
    """As high as its rows, up to six; `chosen` has a part's place in the block, in code points."""

    chosen = Signal(int, int)

    def __init__(
        self, rows: tuple[PartRow, ...], total: int, colours: Colours, parent: QWidget | None = None
    ) -> None:
        """Show `rows`, the first ones of `total`."""
        super().__init__(parent)
        self._rows, self._colours = rows, colours
        self.setAccessibleName("Parts of the command")
        self.setProperty("role", "parts")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(False)
        # The rows that are on screen first: to lay out all of them would hold up the window.
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(2 * MOST_ROWS)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setModel(_Model(rows, total, self))
        self._delegate = _Drawn(self, colours)
        self.setItemDelegate(self._delegate)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        policy.setVerticalPolicy(policy.Policy.Fixed)
        self.setSizePolicy(policy)
        self.selectionModel().currentChanged.connect(self._tell)
        self.clicked.connect(self._tell)

    def heightForWidth(self, width: int) -> int:
        """Return the height of the first six rows at this width."""
        inner = width - 2 * self.frameWidth()
        shown = min(MOST_ROWS, len(self._rows))
        return sum(self._delegate.height_of(self._rows[each], inner) for each in range(shown)) + 2

    def sizeHint(self) -> QSize:
        """Return the size in a dialog of usual width."""
        return QSize(560, self.heightForWidth(560))

    def minimumSizeHint(self) -> QSize:
        """Return one row's height."""
        return QSize(120, 40)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines anew."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _tell(self, index: QModelIndex) -> None:
        row = index.data(_ROLE)
        if isinstance(row, PartRow):
            self.chosen.emit(row.start, row.end)


class _Model(QAbstractListModel):
    def __init__(self, rows: tuple[PartRow, ...], total: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows, self._total = rows, total

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        if parent.isValid():
            return 0
        return len(self._rows) + (len(self._rows) < self._total)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if index.row() >= len(self._rows):
            more = f"and {self._total - len(self._rows):,} more parts, all of them in the command above"
            return more if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None
        row = self._rows[index.row()]
        if role == _ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{index.row() + 1} of {self._total}: {row.spoken}"
        return None


class _Drawn(QStyledItemDelegate):
    """Draws one part: what runs, with the risk at the right, and below it the facts."""

    def __init__(self, view: QListView, colours: Colours) -> None:
        super().__init__(view)
        self._view, self._colours = view, colours
        self._name, self._text = scaled(mono(), weight=QFont.Weight.DemiBold), mono()
        self._small = scaled(view.font(), steps=-0.5)
        self._heights = dict[tuple[int, int], int]()

    def height_of(self, row: PartRow, width: int) -> int:
        """Return the height of a row that is `width` pixels wide."""
        if known := self._heights.get((row.start, width)):
            return known
        height = QFontMetrics(self._name).height() + TIGHT
        for piece in self._below(row):
            lines = lines_of(piece.text, piece.font, _room(width), piece.most_lines)
            height += lines * QFontMetrics(piece.font).lineSpacing() + 1
        self._heights[row.start, width] = height + 2 * (SMALL - 1)
        return self._heights[row.start, width]

    def sizeHint(self, _option: QStyleOptionViewItem, index: _Index) -> QSize:
        width, row = self._view.viewport().width(), index.data(_ROLE)
        return QSize(width, self.height_of(row, width) if isinstance(row, PartRow) else 32)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.save()
        area, row = option.rect, index.data(_ROLE)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen:
            painter.fillRect(area, QColor(self._colours.selected))
        if index.row():
            painter.setPen(QPen(QColor(self._colours.border), 1))
            painter.drawLine(area.topLeft(), area.topRight())
        if isinstance(row, PartRow):
            self._draw(painter, area, row, index.row() + 1)
        else:
            painter.setPen(QColor(self._colours.muted))
            painter.drawText(area.adjusted(MEDIUM, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, index.data())
        painter.restore()

    def _draw(self, painter: QPainter, area: QRect, row: PartRow, number: int) -> None:
        left, top = area.left() + MEDIUM, area.top() + SMALL - 1
        right, height = area.right() - MEDIUM, QFontMetrics(self._name).height()
        painter.setFont(self._small)
        painter.setPen(QColor(self._colours.muted))
        painter.drawText(QRect(left, top, _INDENT, height), Qt.AlignmentFlag.AlignVCenter, str(number))
        right -= self._draw_risk(painter, QRect(left, top, right - left, height), row)
        left += _INDENT
        for text, font, colour in (
            (row.program, self._name, self._colours.code_name),
            (row.arguments, self._text, self._colours.text),
        ):
            metrics = QFontMetrics(font)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, right - left - SMALL))
            painter.setFont(font)
            painter.setPen(QColor(colour))
            painter.drawText(QRect(left, top, right - left, height), Qt.AlignmentFlag.AlignVCenter, shown)
            left += metrics.horizontalAdvance(shown + " ")
        top += height + TIGHT
        for piece in self._below(row):
            painter.setPen(QColor(piece.colour))
            start = QPointF(area.left() + MEDIUM + _INDENT, top)
            lines = write(
                painter, start, piece.text, piece.font, width=_room(area.width()), most=piece.most_lines
            )
            top += lines * QFontMetrics(piece.font).lineSpacing() + 1

    def _draw_risk(self, painter: QPainter, area: QRect, row: PartRow) -> int:
        text = RISKS[row.risk]
        painter.setFont(self._small)
        painter.setPen(QColor(self._risk_colour(row)))
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        return QFontMetrics(self._small).horizontalAdvance(text) + MEDIUM

    def _below(self, row: PartRow) -> Iterator[_Piece]:
        facts = " · ".join(each for each in (row.facts, row.rule) if each)
        yield _Piece(facts, self._small, self._colours.muted)
        if row.danger:
            yield _Piece(row.danger, self._small, self._risk_colour(row))
        for expansion in row.expansions:
            yield _Piece(expansion, self._small, self._colours.text, MOST_FILE_LINES)

    def _risk_colour(self, row: PartRow) -> str:
        colours = self._colours
        return {"none": colours.good, "low": colours.quiet, "medium": colours.waiting, "high": colours.bad}[
            row.risk
        ]


def _room(width: int) -> int:
    return max(80, width - 2 * MEDIUM - _INDENT)
