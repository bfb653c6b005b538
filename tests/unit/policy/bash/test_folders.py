"""A plain `cd` is followed; any other way to move makes the folder uncertain."""

import pytest

from assent.policy.bash.folders import moved
from assent.policy.block import Word


def words(*texts: str) -> tuple[Word, ...]:
    return tuple(Word(text, 0, 0) for text in texts)


@pytest.mark.parametrize(
    ("folder", "command", "after"),
    [
        (".", "cd src", "src"),
        (".", "cd ./src/", "src"),
        (".", "cd .", "."),
        ("src", "cd app", "src/app"),
        ("src", "cd .", "src"),
        (".", "cd -- a", "a"),
        (".", "cd /tmp/x/", "/tmp/x"),
        (None, "cd /", "/"),
        ("/", "cd a", "/a"),
        (".", "ls src", "."),
        (None, "ls", None),
    ],
)
def test_a_plain_move_is_followed(folder: str | None, command: str, after: str | None):
    assert moved(folder, words(*command.split())) == after


@pytest.mark.parametrize(
    "command", ["cd", "cd -", "cd -P a", "cd ..", "cd a/../b", "cd a b", "pushd a", "popd", "cd --"]
)
def test_others_are_not(command: str):
    assert moved(".", words(*command.split())) is None


def test_nor_is_one_into_a_pattern_or_a_value():
    assert moved(".", (Word("cd", 0, 2), Word("a*", 3, 5, globs=True))) is None
    assert moved(".", (Word("cd", 0, 2), Word("~", 3, 4, expands=True))) is None
    assert moved(".", words("cd", "")) is None
    assert moved(None, words("cd", "a")) is None
