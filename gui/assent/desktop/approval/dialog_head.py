"""The top of the modal: what it is about, and the list of what else waits."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import MEDIUM
from assent.desktop.approval.queue_panel import Line, QueuePanel
from assent.model.question import Question
from assent.model.reveal import one_line


class DialogHead(QWidget):
    """Says how many more wait, and lists them on demand."""

    toggled = Signal()
    chosen = Signal(str)  # another call that waits
    refuse_all_asked = Signal()
    approve_all_asked = Signal()

    def __init__(self, question: Question, parent: QWidget | None = None) -> None:
        """Be the head of a modal that asks `question`."""
        super().__init__(parent)
        self._question = question
        self.queue: QueuePanel | None = None  # made when it is asked for: it takes time to make
        self._others = KeyButton("", "Ctrl+L")
        self._lines: Callable[[], Sequence[Line]] = tuple
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(MEDIUM)
        row.setSpacing(MEDIUM)
        row.addWidget(plain(_title(question), role="title"))
        row.addStretch(1)
        row.addWidget(self._others)
        column.addLayout(row)
        self._column = column
        # It comes and goes while the person looks: nothing may move by that, least of all Approve.
        policy = self._others.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self._others.setSizePolicy(policy)
        self._others.hide()
        self._others.clicked.connect(self._toggle)

    @property
    def is_open(self) -> bool:
        """Whether the list is shown."""
        return self.queue is not None and self.queue.isVisibleTo(self)

    def show_waiting(self, number: int, lines: Callable[[], Sequence[Line]]) -> None:
        """Say how many wait, this question with them; `lines` tells of each when they are listed."""
        self._lines = lines
        others = number - 1
        self._others.setText(f"{others:,} more wait" + ("s" if others == 1 else ""))
        self._others.setVisible(others > 0)
        if others <= 0:
            self.close_list()
        elif self.is_open:
            self._list()

    def close_list(self) -> None:
        """Hide the list."""
        if self.queue is not None and self.is_open:
            self.queue.hide()
            self.toggled.emit()

    def _toggle(self) -> None:
        if self.is_open:
            self.close_list()
        else:
            self._list()
            self.toggled.emit()

    def _make_queue(self) -> QueuePanel:
        queue = QueuePanel()
        self._column.addWidget(queue)
        queue.chosen.connect(self.chosen)
        queue.refuse_all_asked.connect(self.refuse_all_asked)
        queue.approve_all_asked.connect(self.approve_all_asked)
        return queue

    def _list(self) -> None:
        self.queue = queue = self.queue or self._make_queue()
        queue.show_lines(self._lines(), self._question.call.id)
        if not queue.isVisibleTo(self):
            queue.show()
            queue.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _title(question: Question) -> str:
    call = question.call
    if question.proposal.command is None:
        return f"An agent wants to use the tool {one_line(call.tool, 40)}"
    if call.wants == "execution":
        return "An agent wants to run a command"
    return "An agent asks to run a command by itself"
