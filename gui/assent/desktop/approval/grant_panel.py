"""A yes that covers more than this once: which commands, for how long, and the rule word for word."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from assent.desktop.appearance.drop_down import DropDown
from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import MEDIUM, SMALL, TIGHT, Colours, mono
from assent.desktop.appearance.wording import counted
from assent.desktop.approval.approve_button import ApproveButton
from assent.desktop.approval.calm import Calm
from assent.desktop.approval.counsel import Counsel
from assent.desktop.approval.terms import MOST_USES, USUAL_USES, term_choices, told_term
from assent.model.call import Call
from assent.model.grant import BackTest, Cover, Offer, Wish
from assent.model.reveal import one_line, reveal

GRANT_KEYS = "Ctrl+Shift+Enter"
LOOKING = "Looking at what was asked before…"
COVERS: dict[Cover, str] = {
    "block": "Exactly this",
    "prefix": "What begins like this",
    "program": "This program, in this folder",
}
RULE_LINES = 5


class GrantPanel(QFrame):
    """A second step: it is opened on purpose, and has a button of its own."""

    granted = Signal(object)  # the Wish
    closed = Signal()

    def __init__(
        self,
        call: Call,
        offers: Sequence[Offer],
        counsel: Counsel,
        calm: Calm,
        colours: Colours,
        *,
        parent: QWidget | None = None,
    ) -> None:
        """Offer to whoever makes `call` one of `offers`, of which there is one at least."""
        super().__init__(parent)
        self.setProperty("role", "card")
        self._offers, self._counsel, self._calm = offers, counsel, calm
        self._tested: dict[int, BackTest] = {}
        self._choices = term_choices(call)
        self._group = QButtonGroup(self)
        self._term, self._uses = DropDown(), QSpinBox(minimum=1, maximum=MOST_USES, value=USUAL_USES)
        self._rule = QPlainTextEdit(readOnly=True)
        self._ends, self._test = plain(role="muted", wrap=True), plain(role="muted", wrap=True)
        self._grant = ApproveButton(colours, calm, "Approve and grant", keys=GRANT_KEYS)
        self._back = KeyButton("Back", "Esc", takes_keys=False)
        self._fill()
        self._lay_out()
        self._connect()
        self._grant.allow(may=True)
        self._show_choice()

    @property
    def offer(self) -> Offer:
        """What is chosen."""
        return self._offers[self._group.checkedId()]

    def take(self) -> None:
        """Grant it, if that can be meant."""
        self._grant.approve()

    def showEvent(self, event: QShowEvent) -> None:
        """Look at the record once the panel is on the screen."""
        super().showEvent(event)
        self._calm.begin()
        self._look_back()

    def _fill(self) -> None:
        for number, offer in enumerate(self._offers):
            # A button takes `&` for the mark of a key.
            text = f"{COVERS[offer.cover]}:  {one_line(offer.text, 90)}".replace("&", "&&")
            button = QRadioButton(text)
            button.setChecked(number == 0)
            self._group.addButton(button, number)
        for choice in self._choices:
            self._term.addItem(choice.text)
        self._term.setAccessibleName("For how long")
        self._uses.setAccessibleName("For how many more commands")
        self._uses.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self._uses.setSuffix(" more")
        self._rule.setFont(mono())
        self._rule.setAccessibleName("The rule as it will hold")
        self._rule.setTabChangesFocus(True)
        self._rule.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._rule.setFixedHeight(RULE_LINES * self._rule.fontMetrics().lineSpacing() + MEDIUM)

    def _lay_out(self) -> None:
        column, term, last = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        column.setContentsMargins(MEDIUM, SMALL + 2, MEDIUM, MEDIUM)
        column.setSpacing(TIGHT + 2)
        column.addWidget(plain("Approve this one, and grant from now on", role="caption"))
        for button in self._group.buttons():
            column.addWidget(button)
        term.setSpacing(SMALL)
        for part in (self._term, self._uses):
            term.addWidget(part)
        term.addWidget(self._ends, 1)
        column.addLayout(term)
        column.addWidget(self._rule)
        last.setSpacing(SMALL)
        last.addWidget(self._test, 1)
        for button in (self._back, self._grant):
            button.setFixedHeight(self._back.sizeHint().height())
            last.addWidget(button)
        column.addLayout(last)

    def _connect(self) -> None:
        self._group.idToggled.connect(lambda _id, on: self._changed() if on else None)
        self._term.currentIndexChanged.connect(lambda _: self._changed())
        self._uses.valueChanged.connect(lambda _: self._changed())
        self._back.clicked.connect(self.closed)
        self._grant.approved.connect(self._take)

    def _changed(self) -> None:
        self._calm.begin()
        self._show_choice()
        self._look_back()

    def _show_choice(self) -> None:
        choice = self._choices[self._term.currentIndex()]
        self._uses.setVisible(choice.kind == "uses")
        self._ends.setText(told_term(self._wish().term))
        with QSignalBlocker(self._rule):
            self._rule.setPlainText(reveal(self.offer.toml.strip("\n")))

    def _look_back(self) -> None:
        """Say what it would have answered; not before the choice itself has been drawn."""
        number = self._group.checkedId()
        if number not in self._tested:
            self._test.setText(LOOKING)
            QTimer.singleShot(0, self, lambda: self._test_offer(number))
        else:
            self._test.setText(back_tested(self._tested[number]))

    def _test_offer(self, number: int) -> None:
        if number not in self._tested:
            self._tested[number] = self._counsel.back_test(self._offers[number])
        if number == self._group.checkedId():
            self._test.setText(back_tested(self._tested[number]))

    def _wish(self) -> Wish:
        term = self._choices[self._term.currentIndex()].makes(datetime.now().astimezone(), self._uses.value())
        return Wish(offer=self.offer, term=term)

    def _take(self) -> None:
        self.granted.emit(self._wish())


def back_tested(found: BackTest) -> str:
    """Say what rules would have answered of what was asked before."""
    if not found.requests:
        return "Nothing was asked before that it could be tried on."
    told = f"Would have answered {found.answered:,} of the last {counted(found.requests, 'request')}"
    if found.refused_then:
        return f"{told}, {found.refused_then:,} of which you refused."
    return f"{told}, none of which you refused." if found.answered else f"{told}."
