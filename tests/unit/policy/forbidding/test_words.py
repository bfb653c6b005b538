"""Escapes, braces and patterns come out as a shell may read them."""

import re

import pytest

from assent.policy.forbidding.words import (
    BLANK,
    COMMA,
    LEFT_BRACE,
    RIGHT_BRACE,
    SPECIAL,
    expanded,
    is_pattern,
    literal,
    pattern,
    unescaped,
)


def marked(text: str) -> str:
    return re.sub(r"[*?\[{},]", lambda sign: SPECIAL.get(sign[0], sign[0]), text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a", ["a"]),
        ("r{m,}", ["rm", "r"]),
        ("{rm,-rf,x}", ["rm", "-rf", "x"]),
        ("a{b,c{d,e}}f", ["abf", "acdf", "acef"]),
        ("{a}", [marked("{a}")]),
        ("{,}", []),
    ],
)
def test_braces_become_words(text: str, words: list[str]):
    assert set(expanded(marked(text))) == set(words)


def test_braces_that_nobody_means_come_piece_by_piece():
    assert set(expanded(f"{LEFT_BRACE}a{COMMA}b{RIGHT_BRACE}" * 500)) == {"a", "b"}
    assert set(expanded(f"{LEFT_BRACE}a{COMMA}" * 5_000)) == {"a"}


def test_a_variable_falls_into_words():
    assert expanded(f"rm{BLANK}-rf") == ["rm", "-rf"]


def test_a_pattern_stands_for_names_whatever_their_case():
    for text in ("r?", "r*", "[r]m", "R[!x]", "r**m"):
        assert is_pattern(marked(text))
        assert pattern(marked(text)).fullmatch("rm"), text
    assert not pattern(marked("r?")).fullmatch("rmx")
    assert not is_pattern("rm")


def test_signs_come_back_as_they_stood():
    assert literal(marked("a*b?c[d]{e,f}")) == "a*b?c[d]{e,f}"


@pytest.mark.parametrize(
    ("escape", "text"),
    [
        (r"\x72m", "rm"),
        (r"\162m", "rm"),
        (r"\u0072m", "rm"),
        (r"\U00000072m", "rm"),
        (r"a\n\tb", "a\n\tb"),
        (r"\cA", "\x01"),
        (r"\'", "'"),
        (r"\U00ffffff", ""),
    ],
)
def test_escapes_are_decoded(escape: str, text: str):
    assert unescaped(escape) == text
