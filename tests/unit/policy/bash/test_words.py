"""A word is decoded as bash decodes it, or it is doubted."""

import pytest

from assent.policy.bash.doubt import Doubt
from assent.policy.bash.words import word_at
from assent.policy.block import Word


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("a'b c'\"d e\"f", "ab cd ef"),
        ("\\a\\ \\;\\$\\'", "a ;$'"),
        ('"\\"\\$\\\\\\`\\a"', '"$\\`\\a'),
        ('"^a$|b$"', "^a$|b$"),
        ("a$", "a$"),
        ("''", ""),
        ("'añ ✓'", "añ ✓"),
        ("HEAD~1", "HEAD~1"),
        ("@{u}", "@{u}"),
        ("{}", "{}"),
        ("a#b", "a#b"),
        ("!x", "!x"),
        ("[", "["),
        ("a[b", "a[b"),
        ("'*'", "*"),
        ('"$x.${x}"', "1 *.1 *"),
        ("a$y/${y}", "ab/b"),
    ],
)
def test_a_word_is_what_bash_makes_of_it(written: str, text: str):
    found = word_at(f" {written} ", 1, {"x": "1 *", "y": "b"})
    assert found.words == (Word(text, 1, 1 + len(written)),)
    assert found.end == 1 + len(written)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("*.py", "*.py"),
        ("[a-z]?", "[a-z]?"),
        ("'*'*", "\\**"),
        ("\\[a]*", "\\[a]*"),
        ('"a-b"*', "a\\-b*"),
        ("[a]", "[a]"),
    ],
)
def test_a_pattern_keeps_what_is_not_special_apart(written: str, text: str):
    assert word_at(written, 0, {}).words == (Word(text, 0, len(written), globs=True),)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('"$HOME"', "$HOME"),
        ('"${PWD}/a b"', "$PWD/a b"),
        ('"$?"', "$?"),
        ("~", "~"),
        ("~/a", "~/a"),
        ("~/'a b'", "~/a b"),
    ],
)
def test_a_value_that_bash_puts_in_whole_stands_as_it_is_written(written: str, text: str):
    assert word_at(written, 0, {}).words == (Word(text, 0, len(written), expands=True),)


def test_braces_become_several_words():
    assert [word.text for word in word_at("{a,b}*", 0, {}).words] == ["a*", "b*"]


@pytest.mark.parametrize(
    "written",
    [
        *(
            "$x",
            "$HOME",
            "${HOME:-a}",
            "$(a)",
            "`a`",
            "$((1))",
            "$'a'",
            '$"a"',
            '"$(a)"',
            '"`a`"',
            '"$x"',
            "$1",
            '"$@"',
        ),
        *(
            "'a",
            '"a',
            "a\\\nb",
            "a\\",
            "\\\n",
            '"a\\\nb"',
            "~root",
            "~+",
            "a=~/b",
            "a:~",
            "~'/a'",
            "'a'~",
            "é",
            "\\é",
        ),
        *(
            '"é\\"',
            "{a,'b'}",
            "'x'{a,b}",
            "{a,b",
            "a{b,c}'d'",
            '\\~"$HOME"',
            "'$HOME'\"$HOME\"",
            "$y[a]",
        ),
    ],
    ids=ascii,
)
def test_what_is_not_certain_is_doubted(written: str):
    with pytest.raises(Doubt):
        word_at(written, 0, {"y": "b", "z": "a b"})


def test_a_value_that_would_be_taken_apart_is_doubted():
    assert word_at('"$z"', 0, {"z": "a b"}).words[0].text == "a b"
    with pytest.raises(Doubt):
        word_at("$z", 0, {"z": "a b"})
