"""What the person may change of a proposal before saying yes: its terminal and its confinement."""

import html
from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from assent.desktop.appearance.check_box import CheckBox
from assent.desktop.appearance.drop_down import DropDown
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import MEDIUM, SMALL
from assent.desktop.appearance.wording import limits
from assent.model.call import Proposal
from assent.model.confinement import Choice
from assent.model.reveal import one_line

LEAST_NAME_LENGTH = 12  # characters; a longer name is cut in the closed box, and whole in the open list


class Choices(QWidget):
    """One line; `changed` tells that what would be run is another thing now."""

    changed = Signal()

    def __init__(
        self,
        proposal: Proposal,
        confinements: Iterable[Choice],
        parent: QWidget | None = None,
    ) -> None:
        """Offer what was proposed first, and the confinements that are known here."""
        super().__init__(parent)
        self._proposal = proposal
        self._terminal = CheckBox("In a terminal")
        self._terminal.setChecked(proposal.terminal)
        self._terminal.setToolTip("It can ask you something, and you can type to it")
        self._confinement = _Box(proposal.confinement, confinements)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SMALL)
        row.addWidget(self._terminal)
        row.addSpacing(MEDIUM)
        row.addWidget(plain("Confinement", role="muted"))
        row.addWidget(self._confinement)
        row.addSpacing(MEDIUM)
        facts = plain(limits(proposal), role="muted", wrap=True)
        facts.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(facts, 1)
        self._terminal.toggled.connect(lambda _: self.changed.emit())
        self._confinement.currentIndexChanged.connect(lambda _: self.changed.emit())

    @property
    def parts(self) -> tuple[QWidget, ...]:
        """What takes the focus, in order."""
        return (self._terminal, self._confinement)

    @property
    def changed_proposal(self) -> Proposal | None:
        """The proposal as the person changed it, or None when it is as it was."""
        chosen = {
            "terminal": self._terminal.isChecked(),
            "confinement": self._confinement.currentData(),
        }
        made = self._proposal.model_copy(update=chosen)
        return None if made == self._proposal else made


class _Box(DropDown):
    """The confinements, with the proposed one chosen."""

    def __init__(self, proposed: str, confinements: Iterable[Choice]) -> None:
        super().__init__()
        self.setAccessibleName("Confinement")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContentsOnFirstShow)
        self.setMinimumContentsLength(LEAST_NAME_LENGTH)
        known = list(confinements)
        if proposed not in [each.name for each in known]:
            known.insert(0, Choice(name=proposed, sentence=""))
        items = QStandardItemModel(self)
        for each in known:
            items.appendRow(_item(each))
        self.setModel(items)
        self.setCurrentIndex([each.name for each in known].index(proposed))
        self.currentIndexChanged.connect(self._explain)
        self._explain()

    def _explain(self) -> None:
        self.setToolTip(self.currentData(Qt.ItemDataRole.ToolTipRole))


def _item(choice: Choice) -> QStandardItem:
    item = QStandardItem(one_line(choice.name, 64) + ("  (not here)" if choice.problem else ""))
    item.setData(choice.name, Qt.ItemDataRole.UserRole)
    told = f"Not to be had here: {choice.problem}" if choice.problem else choice.sentence
    # A tool tip takes what looks like markup for it.
    item.setToolTip(f"<qt>{html.escape(one_line(told, 400))}</qt>" if told else "")
    item.setEnabled(not choice.problem)
    return item
