"""Labels that show a text as it is: the only place that makes a QLabel."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from assent.desktop.appearance.theme import mono


def plain(
    text: str = "", *, role: str = "", wrap: bool = False, fixed: bool = False, parent: QWidget | None = None
) -> QLabel:
    """Return a label that takes nothing for markup, a link or a mnemonic.

    `role` names the style sheet's rule for it; `fixed` sets it in the fixed font.
    """
    label = QLabel(parent)
    _prepare(label, role=role, fixed=fixed)
    label.setWordWrap(wrap)
    label.setText(text)
    return label


class ElidedLabel(QLabel):
    """A plain label in one line that ends in `…` where it does not fit; the whole is in its tool tip's place.

    Only for what can be read whole elsewhere: a tool tip would take a foreign text for markup.
    """

    def __init__(self, text: str = "", *, role: str = "", fixed: bool = False) -> None:
        """Show as much of `text` as there is room for."""
        super().__init__()
        _prepare(self, role=role, fixed=fixed)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._whole = ""
        self.show_text(text)

    def show_text(self, text: str) -> None:
        """Show another text."""
        self._whole = text
        self.setAccessibleName(text)
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the text to the new width."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        # Less than the width where the style keeps a distance: a cut must show that it is one.
        room = max(self.contentsRect().width(), 40)
        self.setText(QFontMetrics(self.font()).elidedText(self._whole, Qt.TextElideMode.ElideRight, room))


def _prepare(label: QLabel, *, role: str, fixed: bool) -> None:
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    label.setOpenExternalLinks(False)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse if fixed else label.textInteractionFlags()
    )
    if role:
        label.setProperty("role", role)
    if fixed:
        label.setFont(mono())
