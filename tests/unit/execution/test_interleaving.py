"""Two channels come to one text, and neither breaks the other's signs and escape codes."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.execution.interleaving import text_of
from assent.execution.pieces import Pieces, Stretch
from assent.execution.plain import unfinished

Run = tuple[int, bytes]

_ESCAPES = [b"\x1b", b"[", b"]", b"P", b"3", b" ", b"m", b"\\", b"\x07", b"\x1b[31m", b"\x1b]0;t\x07"]
_SIGNS = ["é".encode(), "€".encode(), "\x9b".encode(), "\x9c".encode()]
_HALVES = [b"\xc2", b"\x9b", b"\xe2\x82", b"\xff"]
runs_of_all_kinds = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.lists(st.sampled_from([b"a", b"\n", b"\r", *_ESCAPES, *_SIGNS, *_HALVES]), max_size=5).map(
            b"".join
        ),
    ),
    max_size=30,
)


def stretch(runs: list[Run]) -> Stretch:
    pieces = Pieces()
    for channel, data in runs:
        pieces.add(channel, data)
    return pieces.joined()


def run_by_run(runs: list[Run]) -> str:
    """Return the same as a reader would come to it who takes each run as it comes."""
    decoders = [codecs.getincrementaldecoder("utf-8")("replace") for _ in range(2)]
    begun, parts = ["", ""], []
    for channel, data in runs:
        text = begun[channel] + decoders[channel].decode(data)
        begun[channel] = unfinished(text)
        parts.append(text[: len(text) - len(begun[channel])])
    return "".join(parts) + "".join(decoder.decode(b"", final=True) for decoder in decoders)


@given(runs_of_all_kinds)
def test_the_text_is_that_of_a_reader_who_takes_each_run_as_it_comes(runs: list[Run]):
    assert text_of(stretch(runs), {}) == run_by_run(runs)


@given(st.lists(st.tuples(st.integers(0, 1), st.binary(max_size=4)), max_size=30))
def test_so_it_is_with_any_bytes(runs: list[Run]):
    assert text_of(stretch(runs), {}) == run_by_run(runs)


@pytest.mark.parametrize("text", ["x", "x\n", "é€🙂\n", "\x1b[31mred\x1b[0m\n", "\x1b]0;title\x07.", "\x1b"])
def test_two_channels_that_change_with_each_byte_are_each_whole(text: str):
    data = text.encode() * 3
    mixed = Stretch(bytes(byte for byte in data for _ in range(2)), b"\0\1" * len(data))
    runs = [(number % 2, mixed.data[number : number + 1]) for number in range(len(mixed.data))]
    assert text_of(mixed, {}) == run_by_run(runs)


def test_what_goes_on_elsewhere_is_not_marked_as_half():
    runs = [(0, b"a\xe2"), (1, b"b\xe2\x82"), (0, b"\x82")]
    assert text_of(stretch(runs), {}) == "ab\ufffd\ufffd"
    assert text_of(stretch(runs), {}, goes_on=True) == "ab"
    assert text_of(stretch([(1, b"a\xe2")]), {}, goes_on=True) == "a"


def test_a_note_stands_once_where_its_channel_began():
    runs = [(1, b"one"), (0, b"\0"), (1, b"two"), (0, b"\1")]
    assert text_of(stretch(runs), {0: "[data]"}) == "one[data]two"
    assert text_of(stretch(runs), {0: "[data]"}, noted={0}) == "onetwo"
    assert text_of(stretch(runs[1:2]), {0: "[data]"}) == "[data]"
    assert text_of(stretch([]), {0: "[data]"}) == ""
