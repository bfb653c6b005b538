"""The list of what waits: who asks for what, since when; any of it is a click away."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.theme import SMALL, mono
from assent.desktop.appearance.wording import clock, named
from assent.model.asker import Process
from assent.model.reveal import one_line

MOST_ROWS = 6
_CALL = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class Line:
    """One of those that wait: `command` is the whole of it, `age_s` how long it has waited.

    `is_of_agent`: its agent is that of the question on the screen.
    """

    call_id: str
    agent: Process
    command: str
    age_s: float
    is_of_agent: bool


class QueuePanel(QFrame):
    """Shows what it is told; the agent of the question on the screen can be answered as a whole."""

    chosen = Signal(str)
    refuse_all_asked = Signal()
    approve_all_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Show nothing yet."""
        super().__init__(parent)
        self.setProperty("role", "card")
        self._list, self._items = QTreeWidget(columnCount=3), dict[str, QTreeWidgetItem]()
        self._refuse_all, self._approve_all = KeyButton(""), KeyButton("")
        self._list.setRootIsDecorated(False)
        self._list.setUniformRowHeights(True)
        self._list.setHeaderLabels(("Agent", "Command", "Waits"))
        self._list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._list.setAccessibleName("What waits for you")
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        head = self._list.header()
        head.setSectionsMovable(False)
        head.setStretchLastSection(False)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(SMALL, SMALL, SMALL, SMALL)
        column.setSpacing(SMALL)
        column.addWidget(self._list)
        row.setSpacing(SMALL)
        row.addStretch(1)
        row.addWidget(self._refuse_all)
        row.addWidget(self._approve_all)
        column.addLayout(row)
        self._list.itemActivated.connect(self._choose)
        self._list.itemClicked.connect(self._choose)
        self._refuse_all.clicked.connect(self.refuse_all_asked)
        self._approve_all.clicked.connect(self.approve_all_asked)
        self.setFocusProxy(self._list)

    def show_lines(self, lines: Sequence[Line], shown: str) -> None:
        """Show all that wait, with that of the call `shown` marked as the one on the screen."""
        with QSignalBlocker(self._list):
            if [line.call_id for line in lines] != list(self._items):
                self._list.clear()
                self._items = {line.call_id: _item(line) for line in lines}
                self._list.addTopLevelItems(list(self._items.values()))
            for line in lines:
                item = self._items[line.call_id]
                item.setText(2, clock(line.age_s))
                font = item.font(0)
                font.setBold(line.call_id == shown)
                item.setFont(0, font)
        rows = min(MOST_ROWS, max(1, len(lines)))
        height = self._list.sizeHintForRow(0) if lines else self._list.fontMetrics().height()
        self._list.setFixedHeight(rows * height + self._list.header().sizeHint().height() + SMALL)
        its = [line for line in lines if line.is_of_agent]
        who = named(its[0].agent) if its else ""
        for button, word in ((self._refuse_all, "Refuse"), (self._approve_all, "Approve")):
            button.setText(f"{word} all {len(its):,} of {who}".replace("&", "&&"))
            button.setVisible(len(its) > 1)
        self._approve_all.setText(self._approve_all.text() + "…")

    def _choose(self, item: QTreeWidgetItem, _column: int) -> None:
        self.chosen.emit(item.data(0, _CALL))


def _item(line: Line) -> QTreeWidgetItem:
    first, _, rest = line.command.partition("\n")
    item = QTreeWidgetItem([named(line.agent), one_line(first, 200) + (" …" if rest else ""), ""])
    item.setData(0, _CALL, line.call_id)
    item.setFont(1, mono())
    item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return item
