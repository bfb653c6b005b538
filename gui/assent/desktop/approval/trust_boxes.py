"""Offers to trust a repository in which git would run programs, as it is now."""

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from assent.desktop.appearance.check_box import CheckBox
from assent.desktop.appearance.theme import TIGHT
from assent.model.inspection import Inspection
from assent.model.reveal import one_line

LONGEST_ROOT = 70


class TrustBoxes(QWidget):
    """One box for each such repository, none of them checked; nothing where there is none."""

    def __init__(self, inspection: Inspection, parent: QWidget | None = None) -> None:
        """Offer what `inspection` found."""
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        found = [one for one in inspection.repositories if one.executes and not one.is_trusted]
        # A button takes `&` for the mark of a key.
        self._boxes = tuple(
            (
                CheckBox(
                    f"Trust the repository as it is now: {one_line(one.root, LONGEST_ROOT)}".replace(
                        "&", "&&"
                    )
                ),
                one,
            )
            for one in found
        )
        for box, _ in self._boxes:
            column.addWidget(box)
        self.setVisible(bool(self._boxes))

    @property
    def parts(self) -> tuple[QWidget, ...]:
        """What takes the focus, in order."""
        return tuple(box for box, _ in self._boxes)

    def tell(self, trust: Callable[[str, str], None]) -> None:
        """Call `trust` with the root and the fingerprint of each that was checked."""
        for box, repository in self._boxes:
            if box.isChecked():
                trust(repository.root, repository.fingerprint)
