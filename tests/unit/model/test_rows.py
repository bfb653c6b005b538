"""A view's paragraphs have all of the text, none is long, and different texts come out differently."""

import json
import random
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.model.folding import folds
from assent.model.reveal import reveal
from assent.model.rows import LONGEST_ROW, Row, rows
from looks import appearance, hostile_text

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "display.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
NAMED = re.compile(r"⟦(?!U\+)[^⟧]*?(U\+[0-9A-F]+[^⟧]*)⟧")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_each_case_of_the_corpus_shows_what_it_must_at_its_place(case: dict[str, Any]) -> None:
    tokens = [token.sign for row in rows(case["text"]) for token in row.tokens]
    for wanted in case["must_reveal"]:
        point, _, offset = wanted.partition("@")
        (at,) = (sign for sign in tokens if sign.start <= int(offset) < sign.end)
        assert point in at.text or point == "U+0009"
    if case["readable"]:
        assert tokens == []


@given(st.text(st.sampled_from("ab \t\u202e⟦\n"), max_size=400))
def test_rows_have_all_of_the_text_and_no_long_line(text: str) -> None:
    cut = rows(text, 100)
    assert all(len(row.text) <= 100 for row in cut)
    whole = "".join(("\n" if row.number or row.folded else "") + row.text for row in cut)
    assert NAMED.sub(r"⟦\1⟧", whole).replace("\n", "") == reveal(text).replace("\n", "")
    numbers = [row.number for row in cut if row.number]
    assert numbers == sorted(set(numbers))


@given(st.text(st.sampled_from("ab \t\u202e\n"), max_size=200))
def test_each_row_knows_its_place_in_the_text(text: str) -> None:
    at = 0
    for row in rows(text, 60):
        assert at <= row.start <= row.end <= len(text)
        assert row.column(row.start) == 0
        bare = text[row.start : row.end]
        for token in reversed(row.tokens):
            assert row.text[token.at : token.until] == token.sign.text
            assert row.column(token.sign.start) == token.at
            assert row.column(token.sign.end) == token.until
            start, end = token.sign.start - row.start, token.sign.end - row.start
            bare = bare[:start] + token.sign.text + bare[end:]
        assert bare == row.text
        at = row.end


def test_a_cut_line_goes_on_without_a_number() -> None:
    cut = rows("x" * (LONGEST_ROW + 5) + "\ny")
    assert [(row.number, len(row.text)) for row in cut] == [(1, LONGEST_ROW), (None, 5), (2, 1)]


def test_a_code_point_is_not_torn_apart() -> None:
    cut = rows("x" * (LONGEST_ROW - 3) + "\u202e")
    assert [row.text[-12:] for row in cut] == ["x" * 12, "⟦RLO U+202E⟧"]


def test_line_numbers_are_the_texts_own() -> None:
    assert [row.number for row in rows("a" + "\n" * 30 + "b")] == [1, None, 31]


HEREDOC = "cat <<E\n" + "x\n" * 40 + "E\nls"


def test_a_fold_stands_for_its_lines() -> None:
    shut = rows(HEREDOC, folds=folds(HEREDOC))
    assert [(row.number, row.folded) for row in shut] == [(1, 0), (None, 40), (42, 0), (43, 0)]
    assert shut[1].text.startswith("⟦▸ heredoc E · 40 lines · 80 bytes, sha256 ")
    opened = rows(HEREDOC, folds=folds(HEREDOC), opened={8})
    assert [row.number for row in opened] == [1, None, *range(2, 44)]
    assert opened[1].text.startswith("⟦▾ heredoc")


def test_a_long_argument_is_folded_within_its_line() -> None:
    text = "x " + "A" * 5_000 + " | y"
    (row,) = rows(text, folds=folds(text))
    assert re.fullmatch(r"x A{40}⟦▸ 4,920 characters, sha256 \w{16}⟧A{40} \| y", row.text)
    assert row.column(text.index("|")) == row.text.index("|")
    assert len(rows(text, folds=folds(text), opened={42})) == 6


def test_what_is_folded_looks_different_when_it_is() -> None:
    other = HEREDOC.replace("x\nx\nx", "x\ny\nx", 1)
    assert [row.text for row in rows(HEREDOC, folds=folds(HEREDOC))] != [
        row.text for row in rows(other, folds=folds(other))
    ]


def test_no_two_random_texts_look_the_same() -> None:
    source = random.Random(20260301)
    texts = {hostile_text(source) for _ in range(6_000)}
    assert len({appearance(text) for text in texts}) == len(texts)


def test_a_normalized_copy_does_not_look_like_the_text() -> None:
    for text in ("\u212a", "e\u0301", "\u037e", "\uac00", "\u1100\u1161"):
        other = unicodedata.normalize("NFC", text)
        assert text == other or appearance(text) != appearance(other)


def test_a_row_tells_the_nearest_column_of_what_it_replaced() -> None:
    (row,) = rows("a\u202e\u202eb")
    assert isinstance(row, Row)
    assert row.column(2) == 1
    assert row.column(3) == len(row.text) - 1
