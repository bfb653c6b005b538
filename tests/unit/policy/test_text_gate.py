"""A sign that a person or a shell may take otherwise keeps a text from being read."""

import pytest

from assent.policy.text_gate import MOST_CHARACTERS, unfit


@pytest.mark.parametrize(
    "text",
    [
        "",
        "git status\n\tls",
        "git commit -m 'añadir búsqueda — naïve café ✓'",
        "echo '中文 日本語 한국어 עברית'",
        "echo 'e\u0301'",
    ],
)
def test_honest_text_passes(text: str):
    assert unfit(text) is None


@pytest.mark.parametrize(
    "sign",
    [
        *("\x00", "\x07", "\x08", "\x0b", "\x0c", "\r", "\x1b", "\x7f", "\x85", "\x9b"),
        *("\xa0", "\xad", "\u1680", "\u2003", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"),
        *(
            "\u200b",
            "\u200d",
            "\u200e",
            "\u202a",
            "\u202e",
            "\u2060",
            "\u2066",
            "\u2069",
            "\ufeff",
            "\U000e0041",
        ),
        *("\u034f", "\u115f", "\u17b4", "\u180b", "\u2800", "\u3164", "\ufe0f", "\uffa0", "\U000e0100"),
        *("\ud800", "\udfff", "\ue000", "\U0010ffff", "\u0378", "\u20dd"),
    ],
    ids=ascii,
)
def test_a_sign_that_the_eye_misses_is_told_with_its_place(sign: str):
    found = unfit(f"ls 'é{sign}'")
    assert found is not None
    assert found.offset == 5
    assert f"U+{ord(sign):04X}" in found.why


def test_a_long_text_is_for_a_person():
    assert unfit("a" * MOST_CHARACTERS) is None
    assert unfit("é" * (MOST_CHARACTERS + 1)) is not None
