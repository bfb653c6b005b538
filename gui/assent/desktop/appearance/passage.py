"""A foreign text of some lines, shown as it is, broken anywhere, and scrolled when it is long."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

MOST_LINES = 4
USUAL_WIDTH = 560


class Passage(QPlainTextEdit):
    """As high as its text, up to `most_lines`. A QLabel would cut a word that is longer than the line."""

    def __init__(
        self, text: str, *, role: str = "passage", most_lines: int = MOST_LINES, parent: QWidget | None = None
    ) -> None:
        """Show `text`, which is revealed already."""
        super().__init__(parent)
        self._text, self._most_lines = text, most_lines
        self.setProperty("role", role)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(0)
        self.document().setDefaultTextOption(_option())
        self.setPlainText(text)
        self.setAccessibleName(text)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        """Return the height of as many lines as are shown at once."""
        lines = lines_of(self._text, self.font(), width, self._most_lines)
        return round(lines * QFontMetricsF(self.font()).lineSpacing()) + 1

    def sizeHint(self) -> QSize:
        """Return the size in a dialog of usual width."""
        return QSize(USUAL_WIDTH, self.heightForWidth(USUAL_WIDTH))

    def minimumSizeHint(self) -> QSize:
        """Return one line's height: the layout asks for more with `heightForWidth`."""
        return QSize(120, self.fontMetrics().height())


def lines_of(text: str, font: QFont, width: float, most: int) -> int:
    """Count the lines that `text` takes at this width, no further than `most`."""
    lines = 0
    for paragraph in text.split("\n"):
        layout = QTextLayout(paragraph, font)
        layout.setTextOption(_option())
        layout.beginLayout()
        while lines < most:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            lines += 1
        layout.endLayout()
        if lines >= most:
            return most
    return max(1, lines)


def _option() -> QTextOption:
    option = QTextOption(Qt.AlignmentFlag.AlignLeft)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option
