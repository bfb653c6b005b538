"""What an agent gets of a command's output: bounded, and never cut in silence."""

import re
from itertools import accumulate, pairwise, takewhile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.execution.result_builder import MARKER, NOTICE, ToolResultBuilder
from assent.model.result import BriefBlock, ShellBlock

# Few signs, all kinds of line breaks, and enough of them to reach every limit.
texts = st.text(alphabet="ab é\n\r\x0b\x0c\x1c\x85\u2028", max_size=120)
limits = st.tuples(st.integers(1, 80), st.none() | st.integers(len(MARKER) + 1, 40))


def written(*pieces: str, **limits: int | None) -> ToolResultBuilder:
    builder = ToolResultBuilder(**limits)  # type: ignore[arg-type]  # one kind of value for two parameters
    for piece in pieces:
        builder.write(piece)
    return builder


def test_the_limits_are_fifty_thousand_characters_and_two_thousand_a_line():
    assert written("é" * 2_000 + "\n").ok("").output == "é" * 1_985 + MARKER + "\n"
    assert written("é" * 1_999 + "\n").ok("").message == ""
    assert 49_900 < len(written(*["x" * 99 + "\n"] * 600).ok("").output) <= 50_000


def test_the_first_half_and_the_last_are_kept_and_the_gap_says_how_much_is_missing():
    builder = written(*(f"line {number:6}\n" for number in range(10_000)))
    value = builder.ok("Done.")
    head, _, tail = value.output.partition("[...truncated: ")
    missing, _, tail = tail.partition(" bytes left out]\n")
    assert (len(head), head[:12], head[-12:]) == (24_996, "line      0\n", "line   2082\n")
    assert (tail[-12:], 24_900 < len(tail) <= 25_000) == ("line   9999\n", True)
    assert int(missing.replace(",", "")) == 120_000 - len(head) - len(tail)
    assert value.message == f"Done. {NOTICE} {missing} of 120,000 bytes are left out."


def test_what_fits_is_whole():
    text = "".join(f"{number}\n" for number in range(9_000))
    assert len(text) > 40_000
    assert written(text).ok("").output == text
    assert written(text + "x" * (50_000 - len(text) - 48_000)).is_truncated is False


def test_a_gap_is_announced_in_its_place_and_counted():
    builder = written("head\nhalf a li")
    builder.skip(1_234_567)
    builder.write("tail\n")
    value = builder.ok("")
    assert value.output == f"head\nhalf a li{MARKER}\n[...truncated: 1,234,567 bytes left out]\ntail\n"
    assert value.message == f"{NOTICE} 1,234,567 of 1,234,586 bytes are left out."


def test_a_gap_in_a_line_is_a_cut_line():
    builder = written("head\nhalf a li")
    builder.skip(1_000, in_line=True)
    builder.write("\ntail\n")
    value = builder.ok("")
    assert value.output == f"head\nhalf a li{MARKER}\ntail\n"
    assert value.message == f"{NOTICE} 1,000 of 1,020 bytes are left out."


def test_what_was_before_a_gap_and_not_at_the_beginning_is_in_the_gap():
    builder = ToolResultBuilder(max_chars=200)
    for number in range(40):
        builder.write(f"line {number}\n")
    builder.skip(5_000)
    builder.write("end\n")
    head, _, tail = builder.ok("").output.partition("[...")
    assert head.splitlines()[-1] == "line 12"
    assert tail.splitlines()[1:] == ["end"]


def test_sentences_are_added_to_the_end_of_the_message():
    builder = written("x" * 50, max_line_length=20)
    builder.remark("The whole is elsewhere.")
    assert builder.ok("Done").message.endswith("bytes are left out. The whole is elsewhere.")


def test_without_a_line_limit_only_the_budget_counts():
    assert written("x" * 9_000, max_line_length=None).ok("").output == "x" * 9_000


@pytest.mark.parametrize("length", [1, len(MARKER)])
def test_a_line_limit_without_room_for_the_marker_is_refused(length: int):
    with pytest.raises(ValueError, match="max_line_length"):
        ToolResultBuilder(max_line_length=length)


@pytest.mark.parametrize(
    "ending", ["\n", "\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]
)
def test_the_marker_stands_before_the_break_of_a_cut_line(ending: str):
    value = written("x" * 50 + ending + "next", max_line_length=20).ok("")
    assert value.output == "x" * (20 - len(MARKER) - len(ending)) + MARKER + ending + "next"


def test_a_cut_line_is_announced():
    assert written("x" * 50, max_line_length=20).ok("Done.").message == (
        f"Done. {NOTICE} 44 of 50 bytes are left out."
    )
    assert written("x" * 50, max_line_length=20).error("No", brief="no").message.startswith(f"No {NOTICE}")


@pytest.mark.parametrize("line", [9, 15, 19, 24, 39, 49, 79, 99, 124])
def test_lines_left_out_are_announced_also_when_the_budget_ends_with_a_line(line: int):
    whole = written(("x" * line + "\n") * (50_000 // (line + 1)))
    assert len(whole.ok("").output) == 50_000
    assert whole.ok("").message == ""
    assert whole.is_full
    assert whole.write("one more\n") == 0
    value = whole.ok("")
    assert value.message.startswith(NOTICE)
    assert len(value.output) <= 50_000
    assert value.output.endswith("one more\n")


def test_nothing_written_is_nothing_announced():
    builder = written("", "")
    assert (builder.n_chars, builder.is_truncated, builder.ok("").output) == (0, False, "")


def test_write_tells_by_how_much_the_kept_text_grew():
    builder = ToolResultBuilder(max_chars=40, max_line_length=20)
    assert builder.write("0123456789") == 10
    assert builder.write("0123456789abc") == 10
    assert builder.write("\n") == 0
    assert builder.write("0123456789") == 10
    assert builder.write("\n" + "9" * 9) == 10
    assert builder.is_full
    assert builder.write("\n") == 0
    assert builder.n_chars == builder.n_bytes == 10 + 13 + 1 + 10 + 10 + 1


@pytest.mark.parametrize(("message", "told"), [("Done", "Done."), ("Done.", "Done."), ("", "")])
def test_a_success_ends_with_a_full_stop(message: str, told: str):
    assert ToolResultBuilder().ok(message).message == told


def test_a_failure_is_told_as_it_is():
    value = ToolResultBuilder().error("Killed (3s)", brief="Killed")
    assert (value.is_error, value.message, value.brief) == (True, "Killed (3s)", "Killed")


def test_the_tail_is_the_last_five_lines_that_are_not_blank():
    builder = written("".join(f"line {n}\n\n   \n" for n in range(9)) + "y" * 300)
    assert builder.tail().splitlines() == ["line 5", "line 6", "line 7", "line 8", "y" * 200 + "..."]


def test_the_tail_holds_what_the_budget_did_not():
    assert written("x" * 100 + "\n", "the error\n", max_chars=50).tail().endswith("the error")


def test_blocks_and_extras_are_gathered():
    builder, shell = ToolResultBuilder(), ShellBlock(language="bash", command="ls")
    builder.display(shell)
    builder.extras(exit_code=1)
    builder.extras(more="yes")
    value = builder.error("No.", brief="no")
    assert value.display == (BriefBlock(text="no"), shell)
    assert value.extras == {"exit_code": 1, "more": "yes"}
    assert ToolResultBuilder().ok("").extras is None


@given(texts, st.lists(st.integers(0, 120), max_size=8), limits)
def test_any_cutting_of_a_text_keeps_the_same_text(
    text: str, cuts: list[int], limits: tuple[int, int | None]
):
    edges = [0, *sorted(cuts), len(text)]
    pieces = [text[start:end] for start, end in pairwise(edges)]
    names = dict(zip(("max_chars", "max_line_length"), limits, strict=True))
    whole, cut = written(text, **names), written(*pieces, **names)
    assert cut.ok("m") == whole.ok("m")
    assert cut.tail() == whole.tail()


def kept(text: str, max_chars: int, max_line: int) -> list[str]:
    """Return the lines that the rule keeps, one by one: first the first half, then the last that fit."""
    lines = [shortened(line, max_line) for line in text.splitlines(keepends=True)]
    if sum(map(len, lines)) <= max_chars:
        return lines
    head = list(takewhile(lambda end: end <= max_chars // 2, accumulate(map(len, lines))))
    room = (
        max_chars
        - (head[-1] if head else 0)
        - len(f"[...truncated: {len(text.encode()):,} bytes left out]\n")
    )
    tail = list(takewhile(lambda end: end <= room, accumulate(map(len, reversed(lines[len(head) :])))))
    return [*lines[: len(head)], "GAP", *lines[len(lines) - len(tail) :]]


def shortened(line: str, max_line: int) -> str:
    text = line.rstrip("\n\r\x0b\x0c\x1c\x85\u2028")
    ending = line[len(text) :]
    return line if len(line) <= max_line else text[: max_line - len(MARKER) - len(ending)] + MARKER + ending


@given(
    st.text(alphabet="ab é\n\r\x0b\x0c\x1c\x85\u2028", max_size=600),
    st.integers(100, 300),
    st.integers(17, 60),
)
def test_a_stretch_of_lines_comes_to_what_each_of_them_comes_to(text: str, max_chars: int, max_line: int):
    output = written(text, max_chars=max_chars, max_line_length=max_line).ok("").output
    wanted = kept(text, max_chars, max_line)
    if "GAP" in wanted:
        at = wanted.index("GAP")
        assert output.startswith("".join(wanted[:at]))
        assert re.search(r"\[\.\.\.truncated: \d+ bytes left out\]\n", output)
        assert output.endswith("left out]\n" + "".join(wanted[at + 1 :])) or at == len(wanted) - 1
    else:
        assert output == "".join(wanted)


@pytest.mark.parametrize("line", ["\n", "x\n", "\r\n", "\u2028", "x" * 1_999 + "\n", "x" * 3_000 + "\n"])
def test_a_flood_is_kept_as_if_it_had_come_line_by_line(line: str):
    flood = line * (300_000 // len(line))
    at_once, slowly = written(flood), ToolResultBuilder()
    for start in range(0, len(flood), 7_001):
        slowly.write(flood[start : start + 7_001])
    assert at_once.ok("") == slowly.ok("")
    assert 45_000 < len(at_once.ok("").output) <= 50_000


@given(texts, limits)
def test_output_is_bounded_and_whatever_is_missing_is_announced(text: str, limits: tuple[int, int | None]):
    value = written(text, max_chars=limits[0], max_line_length=limits[1]).ok("")
    note = re.search(r"\[\.\.\.truncated: (\d+) bytes left out\]\n", value.output)
    # Where the budget is smaller than the words that announce a gap, those come on top.
    assert len(value.output) <= limits[0] + len(MARKER) + 2 + (len(note.group()) + 1 if note else 0)
    assert bool(value.message) == (value.output != text)
    if value.message:
        told = re.fullmatch(re.escape(NOTICE) + r" (\d+) of (\d+) bytes are left out\.", value.message)
        assert told
        assert int(told[2]) == len(text.encode())
        assert int(note[1] if note else 0) <= int(told[1]) <= int(told[2])


@given(st.lists(st.sampled_from(["a", "bb", "é\r\n", "\n", "cccc\n"]), max_size=400), st.integers(60, 200))
def test_the_beginning_and_the_end_are_the_texts_own(pieces: list[str], max_chars: int):
    text = "".join(pieces)
    value = written(text, max_chars=max_chars, max_line_length=None).ok("")
    assert len(value.output) <= max_chars
    parts = re.split(r"\n?\[\.\.\.truncated(?:: \d+ bytes left out)?\](?:\r?\n|$)", value.output)
    assert text.startswith(parts[0])
    assert text.endswith(parts[-1])


@given(st.lists(texts, max_size=6), limits)
def test_what_is_kept_of_each_piece_adds_up_to_no_more_than_the_budget(
    pieces: list[str], limits: tuple[int, int | None]
):
    builder = ToolResultBuilder(*limits)
    kept = [builder.write(piece) for piece in pieces]
    assert all(0 <= count <= len(piece) + len(MARKER) for count, piece in zip(kept, pieces, strict=True))
