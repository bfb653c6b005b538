"""Characters that do not show have the names that people know."""

import pytest

from assent.model.short_names import short_name


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\x00", "NUL"),
        ("\x1b", "ESC"),
        ("\r", "CR"),
        ("\x7f", "DEL"),
        ("\x85", "NEL"),
        ("\x9f", "APC"),
        ("\u00a0", "NBSP"),
        ("\u200b", "ZWSP"),
        ("\u202e", "RLO"),
        ("\ufe0f", "VS16"),
        ("\U000e0100", "VS17"),
        ("\U000e0072", "TAG r"),
        ("\ud800", "HALF"),
        ("\u0301", ""),
        ("a", ""),
    ],
)
def test_the_name_is_short(character: str, name: str) -> None:
    assert short_name(character) == name
