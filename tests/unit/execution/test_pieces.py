"""Bytes of both channels stay in order, whatever the size of their pieces."""

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from assent.execution.pieces import Pieces

sizes = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from([0, 1, 2, 100, 4_095, 4_096, 9_000])), max_size=30
)


def joined(pieces: Pieces) -> list[tuple[int, bytes]]:
    runs = groupby(pieces.runs(), key=lambda run: run[0])
    return [(channel, b"".join(data for _, data in group)) for channel, group in runs]


@given(sizes)
def test_what_went_in_comes_out_in_order(sizes: list[tuple[int, int]]):
    pieces, expected = Pieces(), []
    for number, (channel, size) in enumerate(sizes):
        data = bytes((number,)) * size
        pieces.add(channel, data)
        expected += [(channel, byte) for byte in data]
    assert [(channel, byte) for channel, data in pieces.runs() for byte in data] == expected
    assert pieces.size == len(expected)


@given(sizes, st.integers(0, 20_000))
def test_what_is_given_up_is_the_beginning_and_no_more_than_may_go(sizes: list[tuple[int, int]], keep: int):
    pieces, whole = Pieces(), b""
    for number, (channel, size) in enumerate(sizes):
        data = bytes((number,)) * size
        pieces.add(channel, data)
        whole += data
    given_up = b"".join(bytes(data) for data in pieces.take_surplus(keep))
    left = b"".join(data for _, data in pieces.runs())
    assert given_up + left == whole
    assert min(keep, len(whole)) <= pieces.size == len(left)


def test_many_small_pieces_are_gathered():
    pieces = Pieces()
    for number in range(100_000):
        pieces.add(number % 2, b"x")
    assert len(pieces._pieces) < 30
    assert [channel for channel, _ in joined(pieces)][:4] == [0, 1, 0, 1]
