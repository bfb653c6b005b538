"""A foreign text is broken where it must be, and never cut at the side."""

from pytestqt.qtbot import QtBot

from assent.desktop.appearance.passage import Passage, lines_of


def test_a_word_longer_than_the_line_is_broken(qtbot: QtBot) -> None:
    passage = Passage("x" * 500, most_lines=50)
    qtbot.addWidget(passage)
    assert passage.heightForWidth(200) > 10 * passage.fontMetrics().height()


def test_it_is_never_higher_than_its_most_lines(qtbot: QtBot) -> None:
    passage = Passage("line\n" * 500, most_lines=4)
    qtbot.addWidget(passage)
    assert passage.heightForWidth(200) < 5 * passage.fontMetrics().lineSpacing()


def test_markup_is_text(qtbot: QtBot) -> None:
    passage = Passage("<b>bold</b> &amp; <img src='file:///etc/passwd'>")
    qtbot.addWidget(passage)
    assert passage.document().toRawText() == "<b>bold</b> &amp; <img src='file:///etc/passwd'>"


def test_empty_lines_count(qtbot: QtBot) -> None:
    passage = Passage("")
    qtbot.addWidget(passage)
    assert lines_of("a\n\nb", passage.font(), 100, 10) == 3
    assert lines_of("", passage.font(), 100, 10) == 1
