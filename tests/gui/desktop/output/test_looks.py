"""A command's colours are drawn, and none of them hides text."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor, QTextDocument

from assent.desktop.appearance.theme import DARK, LIGHT, Colours, contrast
from assent.desktop.output.ansi import selected
from assent.desktop.output.looks import LEAST_CONTRAST, char_format, repaint
from assent.desktop.output.screen import Look

HIDING = (
    "30",
    "37",
    "97",
    "38;5;255",
    "38;5;232",
    "30;40",
    "38;2;255;255;255",
    "47;97",
    "7;37",
    "2",
    "7",
    "8",
    "7;8",
)


def front(look: QTextCharFormat) -> str:
    return look.foreground().color().name()


def back(look: QTextCharFormat, colours: Colours) -> str:
    behind = look.background()
    return colours.sunken if behind.style() == Qt.BrushStyle.NoBrush else behind.color().name()


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("numbers", HIDING)
def test_no_colour_hides_text(colours: Colours, numbers: str) -> None:
    look = char_format(selected(Look(), numbers), colours)
    assert contrast(front(look), back(look, colours)) >= LEAST_CONTRAST


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_the_sixteen_usual_colours_are_kept_as_they_are(colours: Colours) -> None:
    seen = {front(char_format(Look(foreground=number), colours)) for number in range(16)}
    assert len(seen) >= 15


@pytest.mark.parametrize(
    ("number", "colour"),
    [(16, "#000000"), (196, "#ff0000"), (208, "#ff8700"), (231, "#ffffff"), (255, "#eeeeee")],
)
def test_the_other_colours_are_those_of_every_terminal(number: int, colour: str) -> None:
    assert char_format(Look(background=number), LIGHT).background().color().name() == colour


def test_styles_are_drawn() -> None:
    look = char_format(Look(bold=True, italic=True, underline=True, struck=True), LIGHT)
    assert (look.fontWeight(), look.fontItalic()) == (QFont.Weight.Bold, True)
    assert look.fontUnderline()
    assert look.fontStrikeOut()


def test_a_document_is_repainted(qapp: object) -> None:
    document = QTextDocument()
    cursor = QTextCursor(document)
    cursor.insertText("red", char_format(Look(foreground=1), LIGHT))
    cursor.insertText("usual", char_format(Look(), LIGHT))
    repaint(document, DARK)
    for position, look in ((1, Look(foreground=1)), (5, Look())):
        cursor.setPosition(position)
        assert front(cursor.charFormat()) == front(char_format(look, DARK))
