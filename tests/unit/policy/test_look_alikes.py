"""What a character is taken for."""

import unicodedata

import pytest

from assent.policy.look_alikes import _LISTED, is_latin, look_alike


@pytest.mark.parametrize(
    ("character", "seen"),
    [
        ("\u0430", "a"),
        ("\u03bf", "o"),
        ("\u0131", "i"),
        ("\u017f", "f"),
        ("\u2212", "-"),
        ("\u2044", "/"),
        ("\u2025", ".."),
        ("\uff04", "$"),
        ("\U0001d5d4", "A"),
        ("\u2170", "i"),
        ("\u00e9", ""),
        ("\u65e5", ""),
        ("\u2713", ""),
        ("\U0001f389", ""),
    ],
)
def test_it_is_known_by_its_looks(character: str, seen: str) -> None:
    assert look_alike(character) == seen


def test_what_is_listed_is_beyond_ascii_and_taken_for_ascii() -> None:
    for seen, characters in _LISTED.items():
        assert seen.isascii()
        assert len(seen) == 1
        assert not any(character.isascii() for character in characters)
        assert all(unicodedata.category(character) != "Cn" for character in characters)


def test_every_dash_and_every_form_of_an_operator_is_known() -> None:
    dashes = [chr(number) for number in range(0x2010, 0x2016)]
    assert [look_alike(dash) for dash in dashes] == ["-"] * 6
    assert all(look_alike(chr(0xFF00 + ord(sign) - 0x20)) == sign for sign in ";|&$<>()`'\"-/\\*?[]{}~#!")


def test_a_letter_of_a_language_is_told_from_a_drawing_of_one() -> None:
    assert is_latin("\u0131")
    assert not is_latin("\uff41")
    assert not is_latin("\u0430")
