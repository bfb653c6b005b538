"""A rule's words speak of the commands that begin with them, word by word."""

import pytest

from assent.policy.block import Certain
from assent.policy.lexer import read
from assent.policy.patterns import pattern_of


def speaks(rule: str, command: str) -> bool:
    block = read(command)
    assert isinstance(block, Certain), block
    return pattern_of(rule).speaks_of(block.commands[0].words)


@pytest.mark.parametrize(
    ("rule", "command", "does"),
    [
        ("git status", "git status", True),
        ("git status", "git status -s", True),
        ("git status", "git", False),
        ("git status", "git log status", False),
        ("git status", "GIT status", False),
        ("git", "gitk", False),
        ("=make test", "make test", True),
        ("=make test", "make  'test'", True),
        ("=make test", "make test all", False),
        ("= make test", "make test", True),
        ("npm run *", "npm run", False),
        ("npm run *", "npm run build --fast", True),
        ("git * origin", "git push origin", True),
        ("git * origin", "git push upstream", False),
        ("=ls *", "ls -l", True),
        ("=ls *", "ls", False),
        ("=ls *", "ls -l x", False),
        ("*", "anything at all", True),
        ("git st*", "git status", False),
        ("=ls *", "ls *.py", False),
        ("=ls *.py", "ls *.py", True),
        ("=rm '*'", "rm *", False),
        ("=rm '*'", "rm '*'", True),
        ("=rm '*'", "rm -x", False),
        ("=echo a\\ b", "echo 'a b'", True),
    ],
)
def test_a_pattern_speaks_of_the_commands_that_begin_with_its_words(rule: str, command: str, does: bool):
    assert speaks(rule, command) is does


@pytest.mark.parametrize("command", [" ", "=", "= ", "'open", 'a "b', "a\\"])
def test_words_that_cannot_be_read_are_refused(command: str):
    with pytest.raises(ValueError, match=r"no words|without its end"):
        pattern_of(command)


def test_what_is_spelled_out_ends_at_the_first_word_that_may_be_any():
    assert [pattern_of(rule).spelled for rule in ("git log", "kubectl -n * get", "*", "npm run *")] == [
        2,
        2,
        0,
        2,
    ]
    assert [pattern_of(rule).first for rule in ("git log", "* --version")] == ["git", None]
