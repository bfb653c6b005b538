"""What the eye would miss is shown, honest text stays readable, and different texts look different."""

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.model import reveal
from assent.model.reveal import TIMES, findings, one_line, shows_as_it_is

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "display.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
# What hides, and what could be taken for what the rule itself writes.
SIGNS = st.sampled_from(
    list(" \t\n\r-;ax⟦⟧⇥⏎…\u00d7\\0U+é\u0301\u200b\u202e\u00a0\u2028\ufeff\u05d0\u2800\u1160🎉")
)
TEXTS = st.one_of(st.text(SIGNS, max_size=60), st.text(max_size=60))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_each_case_of_the_corpus_shows_what_it_must(case: dict[str, Any]) -> None:
    shown, found = reveal.reveal(case["text"]), findings(case["text"])
    for wanted in case["must_reveal"]:
        if (point := wanted.split("@")[0]) != "U+0009":
            assert f"⟦{point}" in shown
    for point in case["must_mark"]:
        character = chr(int(point[2:], 16))
        assert character in found.unusual or f"⟦{point}" in shown
    if case["readable"]:
        assert shown == case["text"]
        assert found.hidden == 0


@given(TEXTS, TEXTS)
def test_different_texts_look_different(one: str, other: str) -> None:
    if one != other:
        assert reveal.reveal(one) != reveal.reveal(other)
        assert unicodedata.normalize("NFC", reveal.reveal(one)) != unicodedata.normalize(
            "NFC", reveal.reveal(other)
        )


@given(TEXTS)
def test_what_is_shown_hides_nothing(text: str) -> None:
    shown = reveal.reveal(text)
    bare = re.sub("⟦[^⟧]*⟧", "", shown.replace("⇥\t", ""))
    assert findings(bare).hidden == 0
    assert "\t" not in bare
    assert not any(line.endswith((" ", "\t")) and not line.endswith("⇥\t") for line in shown.split("\n"))
    assert " " * 24 not in bare


@given(TEXTS)
def test_one_line_is_one_line(text: str) -> None:
    shown = one_line(text, 40)
    assert "\n" not in shown
    assert "\t" not in shown
    assert len(shown) <= 40


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a" + " " * 40 + "b", "a⟦40 spaces⟧b"),
        ("a" + "\t" * 400 + "b", "a⟦400 tabs⟧b"),
        ("a" + " " * 23 + "b", "a" + " " * 23 + "b"),
        ("a\n" + "\n" * 300 + "b", "a\n⟦300 empty lines⟧\nb"),
        ("a ", "a⟦1 space⟧"),
        ("a\\ \nb", "a\\⟦1 space⟧\nb"),
        ("a\tb", "a⇥\tb"),
        ("\u200b" * 3, f"⟦U+200B {TIMES} 3⟧"),
        ("⟦U+202E⟧", "⟦U+27E6⟧U+202E⟦U+27E7⟧"),
        ("git status\u037e rm", "git status⟦U+037E⟧ rm"),
        ("\u2800" * 2000 + "rm", f"⟦U+2800 {TIMES} 2000⟧rm"),
        ("nai\u0308ve", "nai⟦U+0308⟧ve"),
    ],
)
def test_what_is_folded_or_replaced(text: str, shown: str) -> None:
    assert reveal.reveal(text) == shown


def test_mixed_blanks_are_folded_with_a_digest() -> None:
    one, other = (reveal.reveal(f"a{blanks}b") for blanks in (" \t" * 20, "\t " * 20))
    assert one.startswith("a⟦40 blanks, sha256 ")
    assert one != other


def test_the_findings_count_and_list() -> None:
    assert findings("plain\n\ttext") == reveal.Findings(0, ())
    assert findings("g\u0456t \u202ex\u202e \u0456") == reveal.Findings(2, ("\u0456",))


def test_a_cut_is_visible() -> None:
    assert one_line("x" * 300, 20) == "x" * 19 + "…"
    assert one_line("a\nb") == "a ⏎ b"


@pytest.mark.parametrize(
    "text", ["", "ls -l", "a  b", "a\tb", "a ", "é", "\u202e", " " * 200, "\x1b", "\r", "→"]
)
def test_what_shows_as_it_is_is_what_is_revealed_as_it_is(text: str):
    assert shows_as_it_is(text) <= (reveal.reveal(text) == text)


def test_a_usual_line_shows_as_it_is():
    assert shows_as_it_is("git commit --message 'a  b'")
