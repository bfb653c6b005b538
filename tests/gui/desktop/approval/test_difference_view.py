"""A difference is shown with its signs where no text can forge them."""

from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.difference_view import DifferenceView
from assent.desktop.approval.line_difference import changed_lines
from marks import marks_of


def a_view(qtbot: QtBot, before: str, after: str) -> DifferenceView:
    view = DifferenceView(LIGHT, changed_lines(before, after))
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    qtbot.waitExposed(view)
    return view


def test_the_signs_stand_at_the_left(qtbot: QtBot) -> None:
    view = a_view(qtbot, "a\n+b\nc", "a\n\u202eB\nc")
    assert [(view.number_of(row), row.text) for row in view.rows] == [
        ("", "a"),
        ("\N{MINUS SIGN}", "+b"),
        ("+", "⟦RLO U+202E⟧B"),
        ("", "c"),
    ]


def test_what_is_left_out_is_counted(qtbot: QtBot) -> None:
    view = a_view(qtbot, "\n".join("abcdefghij"), "\n".join("abcdefghiX"))
    assert (view.number_of(view.rows[0]), view.rows[0].text) == ("⋮", "⟦6 equal lines⟧")


def test_a_long_line_goes_on_with_its_colour(qtbot: QtBot) -> None:
    view = a_view(qtbot, "", "x" * 2_500)
    assert [view.number_of(row) for row in view.rows] == ["\N{MINUS SIGN}", "+", "↪", "↪"]
    colours = {look.foreground().color().name() for _, look in marks_of(view)}
    assert colours == {LIGHT.good}
