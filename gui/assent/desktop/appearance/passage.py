"""A foreign text of some lines, shown as it is, broken anywhere, and scrolled when it is long."""

from collections.abc import Iterator
from functools import lru_cache

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QSizePolicy, QWidget

MOST_LINES = 4
USUAL_WIDTH = 560
# Up to here a text is painted whole; a text field costs ten times as much, and the modal has five of them.
SHORT = 240
LONGEST_KEPT = 2_000  # characters of a text whose number of lines is kept


def passage(text: str, *, role: str = "passage", most_lines: int = MOST_LINES) -> QWidget:
    """Return a widget that shows `text`, which is revealed already, over all of its width."""
    if len(text) <= SHORT and text.count("\n") < most_lines:
        return ShortPassage(text, role=role)
    return LongPassage(text, role=role, most_lines=most_lines)


class ShortPassage(QLabel):
    """As high as its text. A plain QLabel would cut a word that is longer than the line."""

    def __init__(self, text: str, *, role: str = "passage", parent: QWidget | None = None) -> None:
        """Show `text`."""
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setWordWrap(True)  # else QLabel takes the height for a width out of its policy at the next style
        self.setText(text)
        self.setSizePolicy(_high_as_its_text())

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        return _height(lines_of(self.text(), self.font(), width, SHORT), self.font())

    def sizeHint(self) -> QSize:
        """Return the size in a dialog of usual width."""
        return QSize(USUAL_WIDTH, self.heightForWidth(USUAL_WIDTH))

    def minimumSizeHint(self) -> QSize:
        """Return one line's height: the layout asks for more with `heightForWidth`."""
        return QSize(120, self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the lines where `heightForWidth` counted them."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        top = 0.0
        for layout in _layouts(self.text(), self.font(), self.width(), SHORT):
            layout.draw(painter, QPointF(0, top))
            top += layout.lineCount() * QFontMetricsF(self.font()).lineSpacing()
        painter.end()


class LongPassage(QPlainTextEdit):
    """As high as its text, up to `most_lines`; the rest is a turn of the wheel away."""

    def __init__(
        self, text: str, *, role: str = "passage", most_lines: int = MOST_LINES, parent: QWidget | None = None
    ) -> None:
        """Show `text`."""
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
        self.setSizePolicy(_high_as_its_text())

    def heightForWidth(self, width: int) -> int:
        """Return the height of as many lines as are shown at once."""
        return _height(lines_of(self._text, self.font(), width, self._most_lines), self.font())

    def sizeHint(self) -> QSize:
        """Return the size in a dialog of usual width."""
        return QSize(USUAL_WIDTH, self.heightForWidth(USUAL_WIDTH))

    def minimumSizeHint(self) -> QSize:
        """Return one line's height: the layout asks for more with `heightForWidth`."""
        return QSize(120, self.fontMetrics().height())


def lines_of(text: str, font: QFont, width: float, most: int) -> int:
    """Count the lines that `text` takes at this width, no further than `most`."""
    count = _kept_lines_of if len(text) <= LONGEST_KEPT else _lines_of
    return count(text, font, width, most)


def write(painter: QPainter, at: QPointF, text: str, font: QFont, *, width: float, most: int) -> int:
    """Draw `text` from `at`, no more than `most` lines of it, and return how many it took."""
    lines, height = 0, QFontMetricsF(font).lineSpacing()
    for layout in _layouts(text, font, width, most):
        layout.draw(painter, QPointF(at.x(), at.y() + lines * height))
        lines += layout.lineCount()
    return max(1, lines)


def _lines_of(text: str, font: QFont, width: float, most: int) -> int:
    return max(1, sum(layout.lineCount() for layout in _layouts(text, font, width, most)))


# A layout asks for the same some twenty times until it is settled.
_kept_lines_of = lru_cache(maxsize=512)(_lines_of)


def _layouts(text: str, font: QFont, width: float, most: int) -> Iterator[QTextLayout]:
    """Lay out paragraph by paragraph, `most` lines in all."""
    height = QFontMetricsF(font).lineSpacing()
    for paragraph in text.split("\n"):
        layout = QTextLayout(paragraph, font)
        layout.setTextOption(_option())
        layout.beginLayout()
        while most > 0 and (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, (layout.lineCount() - 1) * height))
            most -= 1
        layout.endLayout()
        yield layout
        if most <= 0:
            return


def _height(lines: int, font: QFont) -> int:
    return round(lines * QFontMetricsF(font).lineSpacing()) + 1


def _high_as_its_text() -> QSizePolicy:
    policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    policy.setHeightForWidth(True)
    return policy


def _option() -> QTextOption:
    option = QTextOption(Qt.AlignmentFlag.AlignLeft)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option
