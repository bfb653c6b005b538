"""A gap in an output is where it was, and no half of anything is shown beside it."""

import pytest

from assent.execution.pieces import Pieces, Stretch
from assent.execution.pouring import Gap, pour
from assent.execution.result_builder import MARKER, ToolResultBuilder


def stretch(*runs: tuple[int, bytes]) -> Stretch:
    pieces = Pieces()
    for channel, data in runs:
        pieces.add(channel, data)
    return pieces.joined()


def poured(head: bytes, gap: int, tail: bytes, *, breaks_line: bool = True) -> str:
    builder = ToolResultBuilder()
    pour(builder, stretch((0, head)), Gap([gap, 0], breaks_line), stretch((0, tail)), {})
    return builder.ok("").output


def note(n_bytes: int) -> str:
    return f"[...truncated: {n_bytes} bytes left out]\n"


def test_without_a_gap_the_ends_meet():
    assert poured(b"on\x1b[3", 0, b"1me\n") == "one\n"


def test_the_rest_of_a_line_that_begins_in_the_gap_is_left_out():
    assert poured(b"one\n", 100, b"rest\ntwo\n") == f"one\n{note(105)}two\n"
    assert poured(b"one\n", 100, b"rest\r\ntwo\n") == f"one\n{note(106)}two\n"


def test_a_line_that_the_gap_begins_in_is_marked():
    assert poured(b"one\ntw", 100, b"rest\nfour\n") == f"one\ntw{MARKER}\n{note(105)}four\n"
    assert poured(b"one\ntw", 100, b"o\nfour\n", breaks_line=False) == f"one\ntw{MARKER}\nfour\n"


def test_a_line_written_over_in_the_gap_is_what_it_was_last():
    assert poured(b"one\n1%", 100, b"8%\r99%\nend\n", breaks_line=False) == f"one\n{note(105)}99%\nend\n"


@pytest.mark.parametrize("tail", ["é".encode()[1:] + b"nd", b"\x82\xacnd"])
def test_half_a_sign_beside_the_gap_is_left_out(tail: bytes):
    shown = poured(b"one\n\xe2", 100, tail)
    assert "\ufffd" not in shown
    assert shown.endswith("nd")


def test_bytes_that_are_no_signs_are_marked_where_nothing_is_missing():
    builder, tail = ToolResultBuilder(), stretch((0, b"x\n"), (1, b"\x80\n"))
    pour(builder, stretch((0, b"one\n")), Gap([50, 0], breaks_line=True), tail, {})
    assert builder.ok("").output.endswith("\ufffd\n")


def test_a_note_stands_once_for_what_is_no_text():
    builder = ToolResultBuilder()
    head, tail = stretch((0, b"\0\1"), (1, b"warn\n"), (0, b"\2")), stretch((0, b"\3"), (1, b"end\n"))
    pour(builder, head, Gap([900, 0], breaks_line=True), tail, {0: "[data]\n"})
    value = builder.ok("")
    assert (value.output, value.message) == ("[data]\nwarn\nend\n", "")


def test_half_a_sign_whose_rest_is_in_pieces_is_left_out():
    builder, tail = (
        ToolResultBuilder(),
        stretch((0, b"\x82"), (1, b"x"), (0, b"\xac"), (1, b"y\n"), (0, b"end")),
    )
    pour(builder, stretch((0, b"one\n\xe2")), Gap([50, 0], breaks_line=True), tail, {})
    assert builder.ok("").output == f"one\n{note(53)}end"


def test_a_sign_is_whole_where_only_data_is_missing():
    builder, tail = ToolResultBuilder(), stretch((0, b"\0"), (1, "é\n".encode()[1:]))
    pour(
        builder,
        stretch((0, b"\0"), (1, "é\n".encode()[:1])),
        Gap([50, 0], breaks_line=True),
        tail,
        {0: "[data]\n"},
    )
    assert builder.ok("").output == "[data]\né\n"
