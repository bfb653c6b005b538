"""What is read for certain is what bash runs, and whatever is honest is read."""

import json
import sys
from pathlib import Path

import pytest

from assent.policy.bash import words
from assent.policy.block import Certain, Simple, Uncertain, Word
from assent.policy.lexer import read
from fuzz.comparing import differences
from fuzz.lexer import counts, seen_commands
from fuzz.recording_bash import BASH

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "policy.jsonl").read_text(encoding="utf-8").splitlines()
]
needs_bash = pytest.mark.skipif(
    sys.platform != "linux" or not BASH.exists(), reason="the judge is a bash of this time"
)


def of(*categories: str) -> list[str]:
    return [case["command"] for case in CASES if case["category"] in categories and case["shell"] == "bash"]


@pytest.mark.parametrize("command", of("benign"))
def test_what_people_write_every_day_is_certain(command: str):
    assert isinstance(read(command), Certain)


def test_most_of_what_they_write_at_times_is_certain():
    commands = of("benign-stretch")
    doubted = [command for command in commands if isinstance(read(command), Uncertain)]
    assert len(doubted) * 4 <= len(commands), doubted


@pytest.mark.parametrize("command", of("redirect", "boundary-unicode"))
def test_what_writes_or_misleads_is_not(command: str):
    assert isinstance(read(command), Uncertain)


@needs_bash
def test_of_the_corpus_bash_runs_what_was_read():
    certain = {
        text: reading
        for text in seen_commands()
        if "/bin/" not in text and isinstance(reading := read(text), Certain)
    }
    assert len(certain) > 200
    assert differences(certain, "C") == ([], [])


@needs_bash
@pytest.mark.parametrize("seed", [20, 21])
def test_of_texts_that_are_made_to_mislead_bash_runs_what_was_read(seed: int):
    # The long run is tests/fuzz/lexer.py.
    found = list(counts(seed, texts=6_000, seconds=None))
    assert sum(count.accepted for count in found) > 600
    assert [difference.told() for count in found for difference in count.wrong] == []


@needs_bash
@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("ls\n\\rm x", [("ls", "\\rm", "x")]),
        ("ls a", [("ls", "a"), ("rm", "b")]),
        ("ls 'a b'", [("ls", "a", "b")]),
        ("ls $x", [("ls", "$x")]),
        ("a && b", [("b",), ("a",)]),
        ("cd a && ls *", [("cd", "a"), ("ls", "*")]),
    ],
)
def test_the_judge_sees_what_would_be_a_mistake(text: str, read: list[tuple[str, ...]]):
    commands = tuple(Simple(tuple(Word(word, 0, 0) for word in argv), 0, 0) for argv in read)
    refused, wrong = differences({text: Certain(commands)}, "C")
    assert refused == []
    assert [each.text for each in wrong] == [text]


def test_a_doubt_says_why_and_where_and_what_was_read_before_it():
    found = read("ls; cat $x")
    assert isinstance(found, Uncertain)
    assert (found.offset, [each.argv for each in found.before]) == (8, [("ls",)])
    assert "`$x`" in found.why


def test_an_odd_sign_is_found_before_anything_is_read():
    assert read("ls; cat 'a\u202eb'") == Uncertain("There is a sign that has no shape in it (U+202E).", 10)


class CountingWords:
    """Stands for the reading of a word, and counts the signs that were read."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.signs = 0
        self._read = words.word_at
        monkeypatch.setattr("assent.policy.bash.cursor.word_at", self)

    def __call__(self, text: str, start: int, variables: dict[str, str]) -> words.Found:
        found = self._read(text, start, variables)
        self.signs += found.end - start
        return found


UNITS = [
    "a ",
    "'a'b ",
    '"a\\"b" ',
    "a*b ",
    "{a,b} ",
    "\\a",
    "a;",
    "a&&",
    "a|",
    "a\n",
    "a #b\n",
    "a \\\n ",
    "2>&1 ",
    "{ a; };",
]
UNITS += [
    "(a);",
    "! a;",
    "if a; then b; fi;",
    "[[ -f a ]];",
    "for x in 1 2 3; do a$x; done;",
    "a <<E\nb\nE\n",
    "'",
    '"',
    "(",
]
UNITS += [
    "{ ",
    "a$",
    "~",
    "[",
    "for x in a; do ",
    "if a; then ",
    "<<E ",
    "<",
    "`",
    "\\\n",
    "\n\\\n",
    "$x",
    "# ",
    "  ",
    "é",
    "a<b ",
]


@pytest.mark.parametrize("unit", UNITS, ids=ascii)
def test_no_sign_is_read_again_and_again(unit: str, monkeypatch: pytest.MonkeyPatch):
    counting = CountingWords(monkeypatch)
    for text in (
        unit * (10_000 // len(unit)),
        "echo " + unit * (9_000 // len(unit)),
        "echo '" + unit * 1_500,
    ):
        counting.signs = 0
        read(text)
        assert counting.signs <= 30_000


def test_loops_in_loops_end():
    depth = "".join(f"for {name} in {{1..199}}; do " for name in "abcdefgh")
    assert isinstance(read(f"{depth} echo x{'; done' * 8}"), Uncertain)
    assert isinstance(read("for a in {1..199}; do echo " + "'b'c" * 2_000 + "; done"), Uncertain)
