"""Foreign text is shown with chips for what would not show, and never read back."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import DARK, LIGHT, Colours
from assent.desktop.approval.command_view import CommandView
from assent.desktop.approval.text_view import NO_BREAK, TextView
from assent.model.rows import each_row, rows
from marks import marks_of

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[3] / "data" / "display.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


def a_view(qtbot: QtBot, text: str, colours: Colours = LIGHT) -> TextView:
    view = TextView(colours)
    qtbot.addWidget(view)
    view.resize(500, 200)
    view.show_rows(rows(text), text.count("\n") + 1)
    view.show()
    qtbot.waitExposed(view)
    return view


def shown(view: TextView) -> str:
    return view.document().toRawText().replace("\u2029", "\n").replace(NO_BREAK, " ")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_each_case_of_the_corpus_is_seen(qtbot: QtBot, case: dict[str, Any]) -> None:
    text = shown(a_view(qtbot, case["text"]))
    chips = re.findall("⟦[^⟧]*⟧", text)
    for wanted in case["must_reveal"]:
        if (point := wanted.split("@")[0]) != "U+0009":
            assert any(point in chip for chip in chips)
    if case["readable"]:
        assert text == case["text"]


def test_marks_stand_where_the_characters_are(qtbot: QtBot) -> None:
    view = a_view(qtbot, "echo \U0001f389 \u202e \u00e9")
    marked = dict(marks_of(view))
    assert marked.keys() == {"\U0001f389", "\u00e9"}
    assert marked["\u00e9"].background().color() == QColor(LIGHT.unusual)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_a_chip_has_a_box(qtbot: QtBot, colours: Colours) -> None:
    def boxed(text: str) -> bool:
        image = a_view(qtbot, text, colours).grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        colour, across, down = QColor(colours.token), range(image.width()), range(image.height())
        return any(image.pixelColor(x, y) == colour for y in down for x in across)

    assert boxed("ls \u200b x")
    assert not boxed("ls x")


def test_pieces_that_touch_each_have_their_colour(qtbot: QtBot) -> None:
    view = CommandView(LIGHT)
    qtbot.addWidget(view)
    view.resize(500, 100)
    view.show_text('ls "$HOME" x')
    view.show()
    qtbot.waitExposed(view)
    image = view.viewport().grab().toImage()
    seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert LIGHT.code_expansion in seen


def test_a_copy_has_the_code_points_and_whole_lines(qtbot: QtBot) -> None:
    view = a_view(qtbot, "a\u202e\n" + "x" * 2_500 + "\nb")
    view.selectAll()
    assert view.createMimeDataFromSelection().text() == "a⟦RLO U+202E⟧\n" + "x" * 2_500 + "\nb"


def test_other_colours_are_taken_at_once(qtbot: QtBot) -> None:
    view = a_view(qtbot, "\u00e9")
    view.set_colours(DARK)
    ((_, look),) = marks_of(view)
    assert look.background().color() == QColor(DARK.unusual)


def test_very_many_rows_come_one_after_the_other(qtbot: QtBot) -> None:
    text = "\u202e\u200b\n" * 60_000
    view = TextView(LIGHT)
    qtbot.addWidget(view)
    view.show_rows(each_row(text), 60_001)
    assert not view.is_whole
    qtbot.waitUntil(lambda: view.is_whole, timeout=60_000)
    assert len(view.rows) == view.document().blockCount() == 60_001
    assert view.rows == list(rows(text))


def test_the_rest_comes_when_it_is_needed(qtbot: QtBot) -> None:
    view = TextView(LIGHT)
    qtbot.addWidget(view)
    view.show_rows(each_row("\u202e\u200b\n" * 60_000), 60_001)
    view.take_all()
    assert view.is_whole
    assert len(view.rows) == view.document().blockCount()


def test_the_numbers_leave_room_for_the_largest(qtbot: QtBot) -> None:
    assert a_view(qtbot, "\n" + "x\n" * 20_000).numbers_width() > a_view(qtbot, "x").numbers_width()


def test_it_is_as_high_as_its_text_within_limits(qtbot: QtBot) -> None:
    view = a_view(qtbot, "a\nb\nc\nd")
    view.be_within(1, 3)
    line = view.fontMetrics().lineSpacing()
    assert view.maximumHeight() - view.minimumHeight() == 2 * line
    assert view.wanted_height(1) < view.wanted_height(4) == view.wanted_height(16)
