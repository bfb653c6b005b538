"""Bytes of both channels stay in order, whatever the size of their pieces."""

from hypothesis import given
from hypothesis import strategies as st

from assent.execution.pieces import Pieces, Stretch

sizes = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from([0, 1, 2, 100, 4_095, 4_096, 9_000])), max_size=30
)


@given(sizes)
def test_what_went_in_comes_out_in_order(sizes: list[tuple[int, int]]):
    pieces, expected = Pieces(), []
    for number, (channel, size) in enumerate(sizes):
        data = bytes((number,)) * size
        pieces.add(channel, data)
        expected += [(channel, byte) for byte in data]
    joined = pieces.joined()
    assert list(zip(joined.channels, joined.data, strict=True)) == expected
    assert pieces.size == len(expected)


@given(sizes, st.integers(0, 20_000))
def test_what_is_given_up_is_the_beginning_and_no_more_than_may_go(sizes: list[tuple[int, int]], keep: int):
    pieces, whole = Pieces(), b""
    for number, (channel, size) in enumerate(sizes):
        data = bytes((number,)) * size
        pieces.add(channel, data)
        whole += data
    given_up = b"".join(bytes(data) for data in pieces.take_surplus(keep))
    left = pieces.joined().data
    assert given_up + left == whole
    assert min(keep, len(whole)) <= pieces.size == len(left)


def test_many_small_pieces_are_gathered():
    pieces = Pieces()
    for number in range(100_000):
        pieces.add(number % 2, b"x")
    assert len(pieces._pieces) < 30
    assert pieces.joined() == Stretch(b"x" * 100_000, b"\0\1" * 50_000)


def test_a_stretch_is_taken_apart_by_channels():
    stretch = Stretch(b"abc", b"\0\1\0") + Stretch(b"d", b"\1")
    assert (stretch.of(0), stretch.of(1)) == (b"ac", b"bd")
    assert (stretch.count(0), stretch.only_channel()) == (2, None)
    assert stretch.behind(3) == Stretch(b"d", b"\1")
    assert (stretch.behind(3).only_channel(), stretch.behind(3).of(0), stretch.behind(3).of(1)) == (
        1,
        b"",
        b"d",
    )
    assert stretch.behind(4).only_channel() is None
