"""A line is one JSON value that means the same to everybody, or it is refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.wire.json_text import DEEPEST, NotJson, parse


def told(line: bytes) -> str:
    with pytest.raises(NotJson) as refusal:
        parse(line)
    return str(refusal.value)


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**38), 10**38)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(values)
def test_every_json_value_is_read_as_it_was_written(value: Any):
    assert parse(json.dumps(value).encode()) == value
    assert parse(json.dumps(value, ensure_ascii=False).encode()) == value


@given(st.binary(max_size=60))
def test_any_bytes_are_a_value_that_can_be_written_again_or_refused(line: bytes):
    try:
        value = parse(line)
    except NotJson:
        return
    assert parse(json.dumps(value, allow_nan=False).encode("utf-8")) == value


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"a": "\xff"}', "not UTF-8 at byte 7"),
        (b'"\xed\xa0\x80"', "not UTF-8"),  # half a surrogate pair, as bytes
        (b'"\xc0\xaf"', "not UTF-8"),  # a slash, longer than needed
        (b"\xef\xbb\xbf{}", "not JSON"),
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"{}{}", "not JSON"),
        (b"{'a': 1}", "not JSON"),
        (b'{"a": 1,}', "not JSON"),
        (b'"a\tb"', "not JSON"),
        (b"01", "not JSON"),
        (b"NaN", "NaN is not JSON"),
        (b"[Infinity]", "Infinity is not JSON"),
        (b"[-Infinity]", "-Infinity is not JSON"),
        (b"1e999", "too large"),
        (b'{"a": [-1e999]}', "too large"),
        (b"1" * 41, "more than 40 digits"),
        (b'{"a": 1, "b": 2, "a": 1}', "the name 'a' stands twice"),
        (b'[{"x": {"a": 1, "\\u0061": 2}}]', "the name 'a' stands twice"),
        (b'"\\ud800"', "half of a surrogate pair"),
        (b'{"\\uDC00": 1}', "half of a surrogate pair"),
        (b'[["\\udc00\\ud800"]]', "half of a surrogate pair"),
    ],
)
def test_what_could_mean_two_things_is_refused_with_a_reason(line: bytes, why: str):
    assert why in told(line)


def test_a_whole_surrogate_pair_is_a_character():
    assert parse(b'"\\ud83d\\ude00"') == "\U0001f600"
    assert parse(rb'"\\ud800"') == "\\ud800"  # a backslash and letters


@pytest.mark.parametrize(("opening", "closing"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_depth_is_limited(opening: bytes, closing: bytes):
    deepest = DEEPEST
    assert parse(opening * deepest + b"1" + closing * deepest)
    for depth in (deepest + 1, deepest + 2, 1_000, 10_000, 100_000):
        assert "deeper than 64 levels" in told(opening * depth + b"1" + closing * depth)


def test_a_name_that_stands_twice_is_found_among_a_hundred_thousand():
    names = [f'"{number}":1' for number in range(100_000)]
    line = "{" + ",".join([*names, '"99999":2']) + "}"
    assert "'99999'" in told(line.encode())


def test_a_long_name_is_not_repeated_whole():
    assert len(told(b'{"' + b"a" * 5_000 + b'":1,"' + b"a" * 5_000 + b'":1}')) < 200
