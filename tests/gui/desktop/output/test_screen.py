"""The last line can be changed anywhere, keeps its looks, and never grows beyond the limit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.desktop.output.screen import LONGEST_LINE, Look, Screen

RED, USUAL = Look(foreground=1), Look()


@pytest.fixture
def screen() -> Screen:
    made = Screen()
    made.write("abc", RED)
    made.write("def", USUAL)
    return made


def text(screen: Screen) -> str:
    return "".join(each for each, _ in screen.current)


def test_a_hole_in_the_line_is_filled(screen: Screen) -> None:
    screen.go_to(9)
    screen.write("X", USUAL)
    assert text(screen) == "abcdef   X"
    assert screen.column == 10


def test_erasing_leaves_the_cursor_and_the_other_looks(screen: Screen) -> None:
    screen.go_to(4)
    screen.erase(1, 5)
    assert screen.current == (("a", RED), ("    ", USUAL), ("f", USUAL))
    screen.erase(0)
    assert text(screen) == "    "
    assert screen.column == 4


def test_what_is_put_in_and_taken_out_moves_the_rest(screen: Screen) -> None:
    screen.go_to(2)
    screen.insert(2)
    assert screen.current == (("ab", RED), ("  ", USUAL), ("c", RED), ("def", USUAL))
    screen.remove(4)
    assert text(screen) == "abef"
    screen.remove(99)
    assert text(screen) == "ab"
    screen.insert(3)
    assert text(screen) == "ab"


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["go_to", "erase", "remove", "insert", "write"]), st.integers(0, LONGEST_LINE + 50)
    ),
    max_size=30,
)


@given(STEPS)
def test_its_count_of_the_line_is_right_whatever_is_done(steps: list[tuple[str, int]]) -> None:
    screen = Screen()
    for name, number in steps:
        match name:
            case "write":
                screen.write("x" * number, RED)
            case "erase":
                screen.erase(number, number + 7)
            case _:
                getattr(screen, name)(number)
        length = sum(len(piece) for piece, _ in screen._pieces)
        assert length == screen._length <= LONGEST_LINE
        assert 0 <= screen.column <= length
        assert all(piece for piece, _ in screen._pieces)
