"""A foreign text is broken where it must be, and never cut at the side."""

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.passage import LongPassage, ShortPassage, lines_of, passage


def test_a_word_longer_than_the_line_is_broken_in_both_kinds(qtbot: QtBot) -> None:
    for widget in (ShortPassage("x" * 200), LongPassage("x" * 200, most_lines=50)):
        qtbot.addWidget(widget)
        assert widget.heightForWidth(200) > 5 * widget.fontMetrics().height()


def test_a_long_one_is_never_higher_than_its_most_lines(qtbot: QtBot) -> None:
    widget = LongPassage("line\n" * 500, most_lines=4)
    qtbot.addWidget(widget)
    assert widget.heightForWidth(200) < 5 * widget.fontMetrics().lineSpacing()


def test_markup_is_text_in_both_kinds(qtbot: QtBot) -> None:
    text = "<b>bold</b> &amp; <img src='file:///etc/passwd'>"
    short, long = ShortPassage(text), LongPassage(text)
    qtbot.addWidget(short)
    qtbot.addWidget(long)
    assert long.document().toRawText() == text
    plain, marked = ShortPassage("bbbb"), ShortPassage("<b>b</b>")
    qtbot.addWidget(plain)
    qtbot.addWidget(marked)
    assert _ink(marked) > _ink(plain)  # the brackets are drawn, too


def test_every_line_of_a_short_one_is_drawn_within_its_height(qtbot: QtBot) -> None:
    one, three = ShortPassage("word"), ShortPassage("word\nword\nword")
    qtbot.addWidget(one)
    qtbot.addWidget(three)
    assert _ink(three) == pytest.approx(3 * _ink(one), rel=0.1)


@pytest.mark.parametrize(
    ("text", "kind"), [("short", ShortPassage), ("x" * 300, LongPassage), ("a\n" * 9, LongPassage)]
)
def test_only_a_text_that_may_need_it_can_be_scrolled(qtbot: QtBot, text: str, kind: type) -> None:
    widget = passage(text)
    qtbot.addWidget(widget)
    assert isinstance(widget, kind)


def test_empty_lines_count(qtbot: QtBot) -> None:
    widget = ShortPassage("")
    qtbot.addWidget(widget)
    assert lines_of("a\n\nb", widget.font(), 100, 10) == 3
    assert lines_of("", widget.font(), 100, 10) == 1


def _ink(widget: ShortPassage) -> int:
    """Count the dark points of a picture of the widget, black on white."""
    widget.setStyleSheet("color: black; background: white")
    widget.resize(300, widget.heightForWidth(300))
    image = widget.grab().toImage()
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return sum(QColor(image.pixel(x, y)).lightness() < 128 for x, y in points)
