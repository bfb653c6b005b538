"""What is unusual in a command is said in words, with names and places."""

import pytest

from assent.desktop.approval.unusual import unusual
from assent.model.judgement import Disguise, DisguiseKind


def a_disguise(text: str, characters: str, kind: DisguiseKind) -> Disguise:
    return Disguise(offset=text.index(characters), code_points=tuple(map(ord, characters)), kind=kind)


@pytest.mark.parametrize(
    ("text", "characters", "kind", "said"),
    [
        ("ls \u200b", "\u200b", "invisible", "1 character would not show: ZWSP U+200B."),
        (
            "ls \u202ex",
            "\u202e",
            "bidi",
            "1 character would not show, or would change the order of others: RLO U+202E.",
        ),
        ("a\u0301", "\u0301", "combining", "1 character would not show: combining acute accent U+0301."),
        (
            "g\u0456t x",
            "\u0456",
            "look-alike",
            "A character looks like another: Cyrillic \u0456 U+0456 in “g\u0456t”.",
        ),
        (
            "rm \u2013rf",
            "\u2013",
            "look-alike",
            "A character looks like another: en dash \u2013 U+2013 in “\u2013rf”.",
        ),
        ("\x1b[2K", "\x1b[2K", "escape", "1 escape sequence: a terminal would act on it, and hide it."),
        (" " * 30 + "x", " " * 30, "padding", "Blanks push out of sight what comes after them, 1 time."),
    ],
)
def test_each_kind_has_its_sentence(text: str, characters: str, kind: DisguiseKind, said: str) -> None:
    assert unusual(text, [a_disguise(text, characters, kind)]) == said


def test_more_than_can_be_named_are_counted() -> None:
    text = "\u0430\u0435\u043e\u0440\u0441\u0445"
    found = [a_disguise(text, each, "look-alike") for each in text]
    assert unusual(text, found).startswith("6 characters look like another: Cyrillic \u0430 U+0430")
    assert unusual(text, found).endswith(" and 2 more.")


def test_what_nobody_judged_is_counted_all_the_same() -> None:
    assert unusual("ls \u200b", ()) == "1 character would not show."
    assert unusual("ls \u00e9", ()) == ""
