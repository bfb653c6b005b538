"""How a terminal's colours and styles are drawn, readable in each theme."""

from collections.abc import Iterator
from functools import lru_cache

from PySide6.QtGui import QColor, QFont, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat

from assent.desktop.appearance.theme import Colours, contrast
from assent.desktop.output.screen import Look

LEAST_CONTRAST = 3.0
_LOOK = int(QTextFormat.Property.UserProperty.value) + 1
_LIGHT_16 = [
    "#24292f",
    "#c0241c",
    "#1a7438",
    "#8a5a00",
    "#1f5fd0",
    "#8a3ab9",
    "#0b7285",
    "#5f6873",
    "#4a525c",
    "#d4342b",
    "#218a45",
    "#a06900",
    "#2f74ea",
    "#a04fd0",
    "#0d8599",
    "#7a828c",
]
_DARK_16 = [
    "#5b6470",
    "#ff7b72",
    "#62c47b",
    "#e3b341",
    "#79aefb",
    "#d2a8ff",
    "#56d4dd",
    "#c9d1d9",
    "#8b949e",
    "#ffa198",
    "#7ee097",
    "#f2cc60",
    "#a5c8ff",
    "#e2c5ff",
    "#86e5ec",
    "#ffffff",
]


@lru_cache(maxsize=2048)
def char_format(look: Look, colours: Colours) -> QTextCharFormat:
    """Return how Qt is to draw a look in these colours; no text has its own background's colour."""
    made = QTextCharFormat()
    made.setProperty(_LOOK, look)
    usual = colours.bad if look.is_error else colours.text
    front = _colour(look.foreground, colours) or usual
    back = _colour(look.background, colours)
    if look.inverse:
        front, back = back or colours.sunken, front
    elif look.faint:
        front = colours.muted
    # Text in its own background's colour is an old way to hide it.
    if contrast(front, back or colours.sunken) < LEAST_CONTRAST:
        front = max((colours.text, colours.sunken), key=lambda each: contrast(each, back or colours.sunken))
    made.setForeground(QColor(front))
    if back:
        made.setBackground(QColor(back))
    made.setFontWeight(QFont.Weight.Bold if look.bold else QFont.Weight.Normal)
    made.setFontItalic(look.italic)
    made.setFontUnderline(look.underline)
    made.setFontStrikeOut(look.struck)
    return made


def repaint(document: QTextDocument, colours: Colours) -> None:
    """Draw all that is in `document` in other colours."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    # A list first: a new format may join two fragments under the iterator.
    for position, length, look in list(_pieces(document)):
        cursor.setPosition(position)
        cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(char_format(look, colours))
    cursor.endEditBlock()


def _pieces(document: QTextDocument) -> Iterator[tuple[int, int, Look]]:
    block = document.begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            piece = fragments.fragment()
            look = piece.charFormat().property(_LOOK)
            if isinstance(look, Look):
                yield piece.position(), piece.length(), look
            fragments += 1
        block = block.next()


def _colour(wanted: int | str | None, colours: Colours) -> str | None:
    if wanted is None or isinstance(wanted, str):
        return wanted
    if wanted < 16:
        is_dark = QColor(colours.window).lightness() < 128
        return (_DARK_16 if is_dark else _LIGHT_16)[wanted]
    if wanted < 232:
        steps = (0, 95, 135, 175, 215, 255)
        index = wanted - 16
        return f"#{steps[index // 36]:02x}{steps[index // 6 % 6]:02x}{steps[index % 6]:02x}"
    grey = 8 + (wanted - 232) * 10
    return f"#{grey:02x}{grey:02x}{grey:02x}"
