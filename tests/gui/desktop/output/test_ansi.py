"""Output is read as a terminal would, and nothing in it is obeyed but colours and overwritten lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.desktop.output.ansi import (
    APPLICATION_CURSOR,
    BRACKETED_PASTE,
    LONGEST_UNFINISHED,
    Reader,
    selected,
)
from assent.desktop.output.screen import LONGEST_LINE, Look, Screen

SIGNS = st.text(st.sampled_from(list("ab\r\n\b\t\x1b[]0;31mKJCDGPX@\x07\\\x9b?H\u202e")), max_size=80)


def read(*parts: str) -> list[str]:
    screen = Screen()
    reader = Reader(screen)
    for part in parts:
        reader.feed(part)
    return ["".join(text for text, _ in line) for line in (*screen.take_finished(), screen.current)]


def looks(text: str) -> list[tuple[str, Look]]:
    screen = Screen()
    Reader(screen).feed(text)
    return list(screen.current)


def test_lines_are_finished_by_line_ends() -> None:
    assert read("a\nb\r\nc") == ["a", "b", "c"]


def test_a_return_overwrites_the_line() -> None:
    assert read("10 %\r100 %\n", "downloading\rdone") == ["100 %", "doneloading"]


def test_a_progress_display_may_erase_the_rest_of_its_line() -> None:
    assert read("downloading\r\x1b[Kdone") == ["done"]


def test_a_step_back_and_a_tab() -> None:
    assert read("ab\bc\td") == ["ac      d"]


@pytest.mark.parametrize(
    "sequence",
    [
        "\x1b[2J",
        "\x1b[H",
        "\x1b[10;10H",
        "\x1b[1A",
        "\x1b[?1049h",
        "\x1b[c",
        "\x1b[6n",
        "\x1b]0;a title\x07",
        "\x1b]8;;file:///etc/passwd\x1b\\",
        "\x1b]52;c;aGk=\x07",
        "\x1bPq#0;2;0;0;0\x1b\\",
        "\x1b_Gf=100;AAAA\x1b\\",
        "\x1bc",
        "\x1b(B",
        "\x1b=",
    ],
)
def test_every_other_sequence_is_swallowed_and_not_obeyed(sequence: str) -> None:
    assert read(f"a{sequence}b\nnext") == ["ab", "next"]
    for cut in range(1, len(sequence)):
        assert read(f"a{sequence[:cut]}", f"{sequence[cut:]}b\nnext") == ["ab", "next"]


def test_a_sequence_that_never_ends_is_not_waited_for() -> None:
    assert read("\x1b]0;" + "x" * 2 * LONGEST_UNFINISHED, "\ntail")[-1] == "tail"
    assert read("\x1b]0;rm -rf ~\nnext") == ["0;rm -rf ~", "next"]


def test_control_characters_show() -> None:
    assert read("a\x00b\x07c\x7f\x9b\u202e\u200b") == ["a␀b␇c␡⟦U+009B⟧⟦U+202E⟧⟦U+200B⟧"]


@pytest.mark.parametrize(
    ("numbers", "look"),
    [
        ("31", Look(foreground=1)),
        ("91", Look(foreground=9)),
        ("44", Look(background=4)),
        ("104", Look(background=12)),
        ("38;5;208", Look(foreground=208)),
        ("48;5;17", Look(background=17)),
        ("38;2;1;2;3", Look(foreground="#010203")),
        ("38:2:1:2:3", Look(foreground="#010203")),
        ("1;3;4;7;9", Look(bold=True, italic=True, underline=True, inverse=True, struck=True)),
        ("1;22", Look()),
        ("31;0", Look()),
        ("", Look()),
        ("8", Look()),  # concealed text is shown
        ("38", Look()),
        ("38;5", Look()),
        ("999999999999", Look()),
    ],
)
def test_looks(numbers: str, look: Look) -> None:
    assert selected(Look(), numbers) == look
    assert looks(f"\x1b[{numbers}mx") == [("x", look)]


def test_an_error_stays_one_through_a_reset() -> None:
    assert selected(Look(is_error=True, bold=True), "0") == Look(is_error=True)


def test_an_overwritten_piece_keeps_its_neighbours_looks() -> None:
    red, usual = Look(foreground=1), Look()
    assert looks("\x1b[31mabcdef\x1b[0m\rXY") == [("XY", usual), ("cdef", red)]


def test_a_long_line_is_cut_visibly() -> None:
    (line,) = read("x" * (LONGEST_LINE + 50))
    assert line == "x" * LONGEST_LINE + " … 50 more"


@given(st.lists(SIGNS, max_size=6))
def test_it_does_not_matter_where_the_output_is_cut(parts: list[str]) -> None:
    assert read(*parts) == read("".join(parts))


@given(SIGNS)
def test_nothing_that_steers_a_terminal_is_left(text: str) -> None:
    for line in read(text):
        assert not set(line) & set("\x1b\r\b\x07\x9b\u202e\t")


def test_of_the_modes_only_those_of_the_keyboard_are_kept() -> None:
    screen = Screen()
    reader = Reader(screen)
    reader.feed("\x1b[?1;25;2004h\x1b[?1049h\x1b[4h")
    assert screen.modes == {APPLICATION_CURSOR, BRACKETED_PASTE}
    reader.feed("\x1b[?1l")
    assert screen.modes == {BRACKETED_PASTE}


def test_what_is_typed_and_taken_back_is_gone() -> None:
    assert read("$ pritn\b \b\b \bnt") == ["$ print"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\x1b[2K\x1b[1Gone\x1b[2K\x1b[1Gtwo", "two"),  # a spinner
        ("abcdef\r\x1b[2C\x1b[1KX", "  Xdef"),
        ("abc\x1b[2DX", "aXc"),
        ("abc\x1b[3CX", "abc   X"),
        ("ac\b\x1b[@b", "abc"),  # a line editor puts a character in
        ("abbc\x1b[2D\x1b[P", "abc"),  # and takes one out
        ("abcdef\r\x1b[3X", "   def"),
        ("abc\x1b[9;9K\x1b[99999C\x1b[?5D!", "abc!"),
        ("abc\x1b[900D\x1b[900P!", "!"),
    ],
)
def test_a_line_may_be_changed_until_it_is_finished(text: str, line: str) -> None:
    assert read(f"above\n{text}") == ["above", line]
