"""The rows of buttons below a question: each answer with its keys, the one that approves at the end."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.theme import SMALL, TIGHT, Colours
from assent.desktop.appearance.wording import clock
from assent.desktop.approval.advice_line import AdviceLine
from assent.desktop.approval.approve_button import ApproveButton
from assent.desktop.approval.calm import Calm

LATER = "Later"


class AnswerRows(QWidget):
    """Takes a refusal, too, only when it can be meant."""

    refused = Signal(str, bool)  # the advice, and whether the agent is to stop
    put_off = Signal()
    edit_asked = Signal()
    grant_asked = Signal()
    approved = Signal()

    def __init__(
        self,
        calm: Calm,
        colours: Colours,
        refusals: Callable[[], Sequence[str]],
        *,
        can_edit: bool,
        can_grant: bool,
        parent: QWidget | None = None,
    ) -> None:
        """Offer the answers that the question allows."""
        super().__init__(parent)
        self._calm = calm
        self.advice = AdviceLine(refusals, colours, self)
        self.approve = ApproveButton(colours, calm, parent=self)
        self._refuse = KeyButton("Refuse", "Ctrl+R", parent=self)
        self._stop = KeyButton("Refuse and stop the agent", "Ctrl+Shift+R", role="danger", parent=self)
        self._later = KeyButton(LATER, "Esc", takes_keys=False, parent=self)
        self._edit = KeyButton("Edit…", "Ctrl+E", parent=self)
        self._grant = KeyButton("Approve and grant…", "Ctrl+G", parent=self)
        # They have a parent by now: one that is shown without it is a window for a moment.
        self._edit.setVisible(can_edit)
        self._grant.setVisible(can_grant)
        self._lay_out()
        self._connect()

    @property
    def parts(self) -> tuple[QWidget, ...]:
        """What takes the focus, in order."""
        return (self.advice, self._refuse, self._stop, self._later, self._edit, self._grant, self.approve)

    @property
    def writes_advice(self) -> bool:
        """Whether a word to the agent is being written, or was."""
        return self.advice.hasFocus() or bool(self.advice.text())

    def show_countdown(self, left_s: float | None) -> None:
        """Show, on the button that decides nothing, how long the question waits; None: for ever."""
        self._later.setText(LATER if left_s is None else f"{LATER} · expires in {clock(left_s)}")
        self._later.updateGeometry()

    def _lay_out(self) -> None:
        column, above, below = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SMALL)
        above.setSpacing(SMALL)
        above.addWidget(self.advice, 1)
        above.addWidget(self._refuse)
        above.addWidget(self._stop)
        below.setSpacing(SMALL)
        below.addWidget(self._later)
        below.addWidget(self._edit)
        below.addStretch(1)
        below.addWidget(self._grant)
        below.addWidget(self.approve)
        column.addLayout(above)
        column.addLayout(below)
        height = max(part.sizeHint().height() for part in (self.advice, self._refuse)) + TIGHT
        for part in self.parts:
            part.setFixedHeight(height)

    def _connect(self) -> None:
        self.advice.returnPressed.connect(lambda: self._refuse_it(stops=False))
        self.advice.typed.connect(self._calm.typed)
        self._refuse.clicked.connect(lambda: self._refuse_it(stops=False))
        self._stop.clicked.connect(lambda: self._refuse_it(stops=True))
        self._later.clicked.connect(self.put_off)
        self._edit.clicked.connect(self.edit_asked)
        self._grant.clicked.connect(self.grant_asked)
        self.approve.approved.connect(self.approved)

    def _refuse_it(self, *, stops: bool) -> None:
        self.refused.emit(self.advice.advice, stops)
