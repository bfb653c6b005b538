"""What the window says while there is no call: how to begin."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from assent.desktop.appearance.icons import mark
from assent.desktop.appearance.labels import plain
from assent.desktop.appearance.theme import LARGE, SMALL, WIDE

SIGN = 64
WIDTH = 520
TOLD = "When an agent wants to run a command, it is shown here first. Nothing runs before you approve it."


class Welcome(QWidget):
    """The empty state."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Say everything but where the console listens."""
        super().__init__(parent)
        self._address = plain(role="muted", wrap=True)
        inner = QWidget()
        inner.setFixedWidth(WIDTH)
        column = QVBoxLayout(inner)
        column.setSpacing(SMALL)
        sign = plain()
        sign.setPixmap(mark().pixmap(SIGN, SIGN))
        sign.setFixedSize(SIGN, SIGN)
        column.addWidget(sign, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(LARGE)
        column.addWidget(_centred(plain("Nothing to approve", role="title")))
        column.addWidget(_centred(plain(TOLD, role="subtitle", wrap=True)))
        column.addSpacing(WIDE)
        column.addWidget(_centred(plain("Try it in a terminal", role="caption")))
        column.addWidget(plain("assent run -- ls", role="code", fixed=True), 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(LARGE)
        column.addWidget(_centred(self._address))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(WIDE, WIDE, WIDE, WIDE)
        outer.addStretch(2)
        outer.addWidget(inner, 0, Qt.AlignmentFlag.AlignHCenter)
        outer.addStretch(3)

    def show_address(self, address: str) -> None:
        """Say where agents find the console."""
        self._address.setText(f"Agents reach it at {address}")


def _centred(label: QLabel) -> QLabel:
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label
