"""Stretches of lines are cut where str.splitlines would cut them."""

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.execution.lines import (
    BREAKS,
    Lines,
    boundary_before,
    boundary_behind,
    size_bytes,
    start_of_open_line,
    trim,
    up_to,
    whole,
)

texts = st.text(alphabet="ab" + BREAKS, max_size=60)
LONGEST = 8


def boundaries(text: str) -> list[int]:
    """Return all places where a line begins or the text ends."""
    found = [0]
    for line in text.splitlines(keepends=True):
        found.append(found[-1] + len(line))
    return found


def test_every_sign_that_splitlines_knows_is_a_break():
    assert {chr(number) for number in range(0x3000) if len(f"a{chr(number)}b".splitlines()) > 1} == set(
        BREAKS
    )


@given(texts, st.integers(-3, 63))
def test_boundaries_are_those_of_splitlines(text: str, position: int):
    assert boundary_before(text, position) == max(
        (each for each in boundaries(text) if each <= position), default=0
    )
    assert boundary_behind(text, position) == min(
        (each for each in boundaries(text) if each >= position), default=len(text)
    )


@given(texts)
def test_a_line_is_open_while_more_of_it_may_come(text: str):
    lines = text.splitlines(keepends=True)
    is_open = bool(lines) and (lines[-1][-1] not in BREAKS or lines[-1].endswith("\r"))
    assert start_of_open_line(text) == len(text) - (len(lines[-1]) if is_open else 0)


@given(texts)
def test_short_lines_are_whole_and_none_is_longer(text: str):
    found = up_to(LONGEST).match(text)
    assert found is not None
    assert found.end() in boundaries(text)
    assert all(len(line) <= LONGEST for line in found.group().splitlines(keepends=True))
    following = text[found.end() :].splitlines(keepends=True)
    assert not following or len(following[0]) > LONGEST - 2 or following[0][-1] not in BREAKS


@pytest.mark.parametrize("length", [0, 1])
def test_where_no_line_is_surely_short_none_is_found(length: int):
    found = up_to(length).match("\n\r\n")
    assert found is not None
    assert found.end() == 0


@given(st.lists(texts.filter(bool), max_size=5), st.integers(0, 80))
def test_as_few_lines_are_dropped_as_must_be_and_never_the_last(texts: list[str], surplus: int):
    blocks = deque(whole(text if text[-1] == "\n" else text + "\n") for text in texts)
    before = "".join(block.text for block in blocks)
    gone = trim(blocks, surplus)
    assert "".join(block.text for block in blocks) == before[gone:]
    assert all(block == whole(block.text) for block in blocks)
    last = len(before) - len((before.splitlines(keepends=True) or [""])[-1])
    starts = {start + each for start, text in _starts(texts) for each in boundaries(text)}
    assert gone == min([each for each in starts if surplus <= each < len(before)] or [last])


def _starts(texts: list[str]) -> list[tuple[int, str]]:
    found, start = [], 0
    for text in texts:
        ended = text if text[-1] == "\n" else text + "\n"
        found.append((start, ended))
        start += len(ended)
    return found


def test_a_cut_line_is_dropped_whole():
    blocks = deque([Lines("xx[...truncated]\n", is_cut=True, size=5_000), whole("end\n")])
    assert trim(blocks, 1) == 17
    assert blocks == deque([whole("end\n")])


def test_sizes_are_of_utf_8():
    assert (size_bytes("ab"), size_bytes("é€"), size_bytes("\ud800")) == (2, 5, 1)
