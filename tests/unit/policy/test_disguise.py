"""What the eye would miss is found, where it stands, and honest text is no disguise."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.model.judgement import Disguise, DisguiseKind
from assent.model.reveal import hides
from assent.policy.disguise import MOST_FINDINGS, disguises

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "display.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
POLICY: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "policy.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_each_case_of_the_corpus_is_found_where_it_stands(case: dict[str, Any]) -> None:
    found = disguises(case["text"])
    for wanted in case["must_reveal"]:
        point, _, offset = wanted.partition("@")
        assert (int(offset), int(point[2:], 16)) in {(each.offset, each.code_points[0]) for each in found}
    for point in case["must_mark"]:
        assert any(int(point[2:], 16) in each.code_points for each in found)
    if case["readable"]:
        assert found == ()


@pytest.mark.parametrize(
    "case", [case for case in POLICY if "allow" in case["accept"]], ids=lambda case: case["id"]
)
def test_no_honest_command_of_the_corpus_is_disguised(case: dict[str, Any]) -> None:
    assert disguises(case["command"]) == ()


def kinds(text: str) -> list[tuple[int, str]]:
    return [(each.offset, each.kind) for each in disguises(text)]


@pytest.mark.parametrize(
    ("character", "kind"),
    [
        ("\u202e", "bidi"),
        ("\u05d0", "bidi"),
        ("\u0627", "bidi"),
        ("\u200b", "invisible"),
        ("\u00ad", "invisible"),
        ("\u3164", "invisible"),
        ("\u1160", "invisible"),
        ("\ufe0f", "invisible"),
        ("\U000e0041", "invisible"),
        ("\u034f", "invisible"),
        ("\u00a0", "blank"),
        ("\u2007", "blank"),
        ("\u202f", "blank"),
        ("\u2800", "blank"),
        ("\r", "control"),
        ("\x7f", "control"),
        ("\x08", "control"),
        ("\u2029", "control"),
        ("\ud800", "ill-formed"),
        ("\ufdd0", "ill-formed"),
        ("\uffff", "ill-formed"),
        ("\ue000", "ill-formed"),
        ("\u0378", "ill-formed"),
        ("\U000f0000", "ill-formed"),
        ("\u0301", "combining"),
        ("\u20e3", "combining"),
        ("\u212a", "look-alike"),
        ("\u037e", "look-alike"),
    ],
)
@pytest.mark.parametrize("frame", ["echo a{}b", 'echo "a{}b"', "cat <<E\na{}b\nE\n"])
def test_what_does_not_show_is_found_in_quotes_too(character: str, kind: DisguiseKind, frame: str) -> None:
    text = frame.format(character)
    assert disguises(text) == (
        Disguise(offset=text.index(character), code_points=(ord(character),), kind=kind),
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("rm \x1b[2K\x1b[1Gls", [(3, "escape"), (7, "escape")]),
        ("\x1b]8;;file:///etc\x1b\\x", [(0, "escape")]),
        ("\x1b]0;ok\x07ls", [(0, "escape")]),
        ("ls \x1b", [(3, "escape")]),
        ("ls \x1b(0x", [(3, "escape")]),
        ("ls \x9b2Jx", [(3, "escape")]),
        ("ls \x9d0;x\x9c", [(3, "escape"), (7, "control")]),
        ("ls\r\nrm\r", [(2, "control"), (6, "control")]),
    ],
)
def test_a_sequence_is_one_finding(text: str, found: list[tuple[int, str]]) -> None:
    assert kinds(text) == found


def test_a_sequence_is_listed_whole() -> None:
    assert disguises("ls \x1b[30m")[0].code_points == tuple(map(ord, "\x1b[30m"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ls" + " " * 30 + "; rm", [(2, "padding")]),
        ("ls" + "\t " * 15 + "; rm", [(2, "padding")]),
        ("ls" + "\n" * 30 + "rm", [(3, "padding")]),
        ("ls\n" + " \n" * 30 + "rm", [(3, "padding")]),
        ("ls" + " " * 8, [(2, "padding")]),
        (" " * 90 + "rm", [(0, "padding")]),
        ("ls \\ \nrm", [(4, "blank")]),
        ("ls  ", []),
        ("cat <<E\n" + " " * 30 + "x\nE\n", []),
        ("ls\n\n\nid", []),
    ],
)
def test_what_pushes_the_rest_out_of_sight_is_padding(text: str, found: list[tuple[int, str]]) -> None:
    assert kinds(text) == found


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("g\u0456t status", "\u0456"),
        ("'g\u0456t' status", "\u0456"),
        ("a; \u0441\u0430\u0442 x", "\u0441\u0430\u0442"),
        ("echo $(\u0433\u0438\u0442)", "\u0433\u0438\u0442"),
        ('echo "$(\u0433\u0438\u0442)"', "\u0433\u0438\u0442"),
        ("echo `\u0433\u0438\u0442`", "\u0433\u0438\u0442"),
        ("A=1 g\u00eft", "\u00ef"),
        ("if g\u0456t; then \u0456d; fi", "\u0456\u0456"),
        ("cat \u0441\u043e\u0440", "\u0441\u043e\u0440"),
        ("cat p\u0430th", "\u0430"),
        ("cat g\u0438t", "\u0438"),
        ("rm \uff0drf x\uff1b\uff5c\uff06", "\uff0d\uff1b\uff5c\uff06"),
        ("rm \u2013rf \u2215 \u2216 \u201cx\u201d", "\u2013\u2215\u2216\u201c\u201d"),
        ("echo \U0001d426x \uff41", "\U0001d426\uff41"),
        ('curl "https://\u0430pple.com"', "\u0430"),
        ('curl "https://\u0430\u0440\u0440.com"', "\u0430\u0440\u0440"),
        ('bash -c "g\u0456t x"', "\u0456"),
        ("echo x <<E\nhallo\nE\n\u0456d", "\u0456"),
        ("echo $((1<<E))\n\u0456d", "\u0456"),
        ("echo \u27e6U+202E\u27e7", "\u27e6\u27e7"),
    ],
)
def test_what_looks_like_another_is_marked(text: str, marked: str) -> None:
    found = disguises(text)
    assert "".join(chr(point) for each in found for point in each.code_points) == marked
    assert {each.kind for each in found} == {"look-alike"}


@pytest.mark.parametrize(
    "text",
    [
        'echo "\u041f\u0440\u0438\u0432\u0435\u0442, \u043c\u0438\u0440"',
        "git commit -m 'na\u00efve caf\u00e9 \u2713 \u2014 it\u2019s'",
        'ls "\u00dcn\u00efc\u00f6d\u00e9 Ordner"',
        "ls k\u00f6ln/stra\u00dfe.txt",
        "cat \u043f\u0440\u0438\u0432\u0435\u0442.txt",
        "git add \u65e5\u672c\u8a9e.txt Python\u5165\u9580",
        'git commit -m "\u267b\ufe0f tidy \U0001f469\u200d\U0001f4bb \U0001f389"',
        'echo "\u0394t = 5 \u03bcs, k\u03a9, 5 \u20ac"',
        "true # \u041f\u0440\u0438\u0432\u0435\u0442 \u2014 \u2026",
        "cat <<E\n\u041f\u0440\u0438\u0432\u0435\u0442 \u201c\u043c\u0438\u0440\u201d\nE\n",
        "echo '\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35' '\u0928\u092e\u0938\u094d\u0924\u0947'",
        'cat "k\u0131rm\u0131z\u0131"',
        "echo \u2713 \U0001f389",
    ],
)
def test_honest_text_is_no_disguise(text: str) -> None:
    assert disguises(text) == ()


def test_many_marks_on_one_letter_are_found_in_any_script() -> None:
    assert kinds("echo '\u0e01\u0e48\u0e48\u0e48'") == [(7, "combining")]
    assert kinds("echo '\u0e01\u0e48\u0e34\u0e48\u0e34'") == [(9, "combining"), (10, "combining")]


@given(st.text(st.characters(), max_size=40))
def test_whatever_the_view_has_to_reveal_is_found(text: str) -> None:
    covered = {
        offset
        for each in disguises(text)
        for offset in range(each.offset, each.offset + len(each.code_points))
    }
    for offset, character in enumerate(text):
        if hides(character) and character not in "\ufe0e\ufe0f\u200d":
            assert offset in covered, (offset, unicodedata.name(character, "?"))


def test_no_more_are_listed_than_anybody_could_read() -> None:
    assert len(disguises("\u202e\u200b" * 20_000)) == MOST_FINDINGS
    assert len(disguises(" " * 100_000 + "x")[0].code_points) == 1_000
