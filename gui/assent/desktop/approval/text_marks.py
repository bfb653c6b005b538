"""How the pieces of a row are drawn: their colours, laid flat, and their places as Qt counts them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from PySide6.QtGui import QColor, QTextCharFormat, QTextLayout


@dataclass(frozen=True)
class Look:
    """Colours of a piece of text, those that are not as usual."""

    foreground: str = ""
    background: str = ""
    underline: str = ""


# From column to column of a row, in code points, and how that is drawn.
Mark = tuple[int, int, Look]


def flat(marks: Iterable[Mark], length: int) -> Iterator[Mark]:
    """Yield the marks of a row as pieces that do not overlap."""
    columns: tuple[list[str], ...] = tuple([""] * length for _ in range(3))
    for at, until, look in marks:
        for column, colour in zip(columns, (look.foreground, look.background, look.underline), strict=True):
            if colour:
                column[at:until] = [colour] * (until - at)
    at = 0
    for colours, piece in groupby(zip(*columns, strict=True)):
        until = at + sum(1 for _ in piece)
        if any(colours):
            yield at, until, Look(*colours)
        at = until


@lru_cache(maxsize=256)
def _format(look: Look) -> QTextCharFormat:
    made = QTextCharFormat()
    if look.foreground:
        made.setForeground(QColor(look.foreground))
    if look.background:
        made.setBackground(QColor(look.background))
    if look.underline:
        made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        made.setUnderlineColor(QColor(look.underline))
    return made


def ranges(pieces: Iterable[Mark], text: str) -> list[QTextLayout.FormatRange]:
    """Return the pieces of `text` as Qt wants them, which counts in UTF-16."""
    is_narrow, made = utf16_length(text) == len(text), list[QTextLayout.FormatRange]()
    for at, until, look in pieces:
        one = QTextLayout.FormatRange()
        start, end = (at, until) if is_narrow else (utf16_length(text[:column]) for column in (at, until))
        one.start, one.length, one.format = start, end - start, _format(look)
        made.append(one)
    return made


def utf16_length(text: str) -> int:
    """Return the length that Qt gives `text`."""
    return len(text) + (0 if text.isascii() else sum(character > "\uffff" for character in text))
