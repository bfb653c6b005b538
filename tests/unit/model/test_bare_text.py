"""What a shell acts on is told from what is text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.model.bare_text import places


def told(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], place) for start, end, place in places(text)]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("ls -l x", [("ls", "command"), ("-l", "bare"), ("x", "bare")]),
        ("'ls' 'x'", [("'ls'", "command"), ("'x'", "quoted")]),
        ('l"s" "x y"', [("l", "command"), ("s", "command"), ("x y", "quoted")]),
        ("a;b|c&&d\ne", [(each, "command") for each in "abcde"]),
        ("A=1 ls", [("A=1", "bare"), ("ls", "command")]),
        ("if a; then b", [("if", "command"), ("a", "command"), ("then", "command"), ("b", "command")]),
        ("(a x)", [("a", "command"), ("x", "bare")]),
        ('echo "$(id x)y"', [("echo", "command"), ("id", "command"), ("x", "bare"), ("y", "quoted")]),
        ("a # b c", [("a", "command"), ("# b c", "quoted")]),
        ("a x#b", [("a", "command"), ("x#b", "bare")]),
        ("a <<E x\nb\nE\nc", [("a", "command"), ("x", "bare"), ("b\n", "quoted"), ("c", "command")]),
        ("a <<-'E'\n\tb\n\tE\nc", [("a", "command"), ("\tb\n", "quoted"), ("c", "command")]),
        ("a <<E\nb", [("a", "command"), ("b", "command")]),
        ("a $'x\\'y' z", [("a", "command"), ("$'x\\'y'", "quoted"), ("z", "bare")]),
        ("a 'x", [("a", "command"), ("'x", "quoted")]),
        ("> f a 2>&1 b", [("f", "bare"), ("a", "command"), ("2", "bare"), ("1", "bare"), ("b", "bare")]),
        ("a \\'x", [("a", "command"), ("\\'", "quoted"), ("x", "bare")]),
    ],
)
def test_each_piece_has_its_place(text: str, pieces: list[tuple[str, str]]) -> None:
    assert told(text) == pieces


@given(st.text(st.sampled_from("ab \t\n'\"\\$()`;&|#<E-{=é"), max_size=60))
def test_any_text_is_read_to_its_end_and_in_order(text: str) -> None:
    end_before = 0
    for start, end, _ in places(text):
        assert end_before <= start < end <= len(text)
        end_before = end
