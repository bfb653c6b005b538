"""The list of calls at the left: two lines each, drawn only where they are in view."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from assent.desktop.appearance.icons import pixmap
from assent.desktop.appearance.theme import LARGE, MEDIUM, SMALL, TIGHT, Theme, mono, scaled
from assent.desktop.calls.calls_model import ENTRY_ROLE, CallsModel, Entry

SIGN = 18


class CallsList(QListView):
    """Shows the model's calls; `chosen` says that the person picked one."""

    chosen = Signal(str)

    def __init__(self, model: CallsModel, theme: Theme, parent: QWidget | None = None) -> None:
        """Show `model`."""
        super().__init__(parent)
        self._calls = model
        self.setModel(model)
        self.setItemDelegate(_TwoLines(theme, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Calls")
        self._by_program = False
        self.selectionModel().currentChanged.connect(self._current_changed)

    def select(self, call_id: str) -> None:
        """Select a call without telling that the person did."""
        self._by_program = True
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self._calls.row_of(call_id), flags)
        self._by_program = False

    def _current_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        entry = current.data(ENTRY_ROLE)
        if isinstance(entry, Entry) and not self._by_program:
            self.chosen.emit(entry.call.id)


class _TwoLines(QStyledItemDelegate):
    """Draws a call: its sign and command, and below it the time, who asked and how it stands."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title, self._below = mono(), scaled(parent.font(), steps=-1)
        self._title.setPointSizeF(parent.font().pointSizeF())
        self._heights = QFontMetrics(self._title).height(), QFontMetrics(self._below).height()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(200, sum(self._heights) + TIGHT + 2 * MEDIUM - 2)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry = index.data(ENTRY_ROLE)
        assert isinstance(entry, Entry)
        colours, now = self._theme.colours, entry.told
        box: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(colours.selected))
            painter.fillRect(box.left(), box.top(), 3, box.height(), QColor(colours.accent))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(box, QColor(colours.hover))
        painter.fillRect(box.left(), box.bottom(), box.width(), 1, QColor(colours.border))
        tone = getattr(colours, now.tone)
        drawing = pixmap(now.icon, tone, SIGN, painter.device().devicePixelRatioF())
        top = box.top() + MEDIUM - 1
        title_height, below_height = self._heights
        painter.drawPixmap(box.left() + LARGE, top + (title_height - SIGN) // 2, drawing)
        left = box.left() + LARGE + SIGN + MEDIUM - 2
        line = QRect(left, top, box.right() - LARGE - left, title_height)
        _write(painter, line, self._title, colours.text, entry.title)
        line = QRect(left, line.bottom() + 1 + TIGHT, line.width(), below_height)
        taken = _write_right(painter, line, self._below, tone, now.text)
        line.setRight(line.right() - taken - SMALL)
        when = entry.call.received_at.astimezone()
        _write(painter, line, self._below, colours.muted, f"{when:%H:%M:%S}  ·  {entry.who}")
        painter.restore()


def _write(painter: QPainter, box: QRect, font: QFont, colour: str, text: str) -> None:
    painter.setFont(font)
    painter.setPen(QColor(colour))
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)


def _write_right(painter: QPainter, box: QRect, font: QFont, colour: str, text: str) -> int:
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
    return QFontMetrics(font).horizontalAdvance(text)
