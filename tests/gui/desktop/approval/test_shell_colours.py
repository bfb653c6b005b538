"""The pieces of a command are told apart, within a time that no text can stretch."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.desktop.approval.shell_colours import ShellColours


def told(text: str) -> list[tuple[str, str]]:
    colours = ShellColours(text)
    assert colours.read_to(len(text), 60)
    return [(text[start:end], kind) for start, end, kind in sorted(colours.between(0, len(text)))]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("git -C x log", [("git", "name"), ("-C", "option")]),
        ("a | b > c", [("a", "name"), ("|", "operator"), ("b", "name"), (">", "operator")]),
        ("a 'b $c' # d", [("a", "name"), ("'b $c'", "string"), ("# d", "comment")]),
        (
            'a "b $c" ${d} $1',
            [
                ("a", "name"),
                ('"', "string"),
                ("b $c", "string"),
                ("$c", "expansion"),
                ('"', "string"),
                ("${d}", "expansion"),
                ("$1", "expansion"),
            ],
        ),
        ("$A x", [("$A", "expansion")]),
        ("if a; then b; fi", [("if", "operator"), ("a", "name"), (";", "operator"), ("then", "operator")]),
        ('a "$(b)"', [("a", "name"), ('"', "string"), ("$(", "operator"), ("b", "name")]),
        ("a <<E\nb\nE", [("a", "name"), ("<<E", "operator"), ("b\n", "string")]),
        ("a\n\\b", [("a", "name")]),
    ],
)
def test_each_kind_is_told(text: str, pieces: list[tuple[str, str]]) -> None:
    assert told(text)[: len(pieces)] == pieces


def test_places_count_code_points() -> None:
    assert told("echo 'é🎉\ud800' ; ls") == [
        ("echo", "name"),
        ("'é🎉\ud800'", "string"),
        (";", "operator"),
        ("ls", "name"),
    ]


def test_only_what_touches_the_stretch_is_told() -> None:
    text = "ls -a\n" * 100
    colours = ShellColours(text)
    colours.read_to(600, 60)
    assert [start for start, _, _ in colours.between(60, 66)] == [60, 63]


def test_it_reads_no_further_than_it_is_asked_to() -> None:
    colours = ShellColours("ls -a\n" * 100)
    assert colours.read_to(60, 60)
    assert max(end for _, end, _ in colours.between(0, 600)) < 70


def test_it_stops_when_the_time_is_over_and_goes_on_later() -> None:
    colours = ShellColours("ls -a\n" * 100)
    reached = [colours.read_to(600, 0) for _ in range(400)]
    assert not reached[0]
    assert reached[-1]


@given(st.text(st.sampled_from("ab \t\n'\"\\$(){}`;&|#<E-=é"), max_size=60))
def test_any_text_is_told_to_its_end(text: str) -> None:
    for start, end, _ in ShellColours(text).between(0, len(text)):
        assert 0 <= start < end
    told(text)


@pytest.mark.parametrize("sample", ["<", "<<a\n", "${", "'", "\0", '"$(', "\u202e\u200b", "\\"])
def test_a_hostile_text_is_told_to_its_end(sample: str) -> None:
    text = sample * (200_000 // len(sample))
    assert ShellColours(text).read_to(len(text), 60)
