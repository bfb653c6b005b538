"""A condition is known where bash computes nothing in it but literal numbers."""

import pytest

from assent.policy.profiles.languages.condition import condition_objection


@pytest.mark.parametrize(
    "words",
    [
        "-f a",
        "! -e a",
        "-d a -a -r a",
        "a = b",
        "a == b",
        "-z a",
        "1 -lt 2",
        "-1 -eq +1",
        "a",
        "-t 0",
        "-f a -o 1 -eq 2",
    ],
)
def test_what_only_asks_is_known(words: str):
    assert condition_objection(tuple(words.split()), "test", has_patterns=False) == ""
    assert condition_objection((*words.split(), "]"), "brackets", has_patterns=False) == ""


@pytest.mark.parametrize(
    "words",
    [
        "-v a[0]",
        "-R a",
        "! -v a",
        "a[0] -eq 1",
        "1 -gt a",
        "",
        "-f",
        "-f a b",
        "( a )",
        "-o a",
        "a -a",
        "-v = -v",
    ],
)
def test_what_may_run_something_is_objected_to(words: str):
    assert condition_objection(tuple(words.split()), "test", has_patterns=False)


def test_brackets_need_their_end():
    assert condition_objection(("-f", "a"), "brackets", has_patterns=False)
    assert condition_objection((), "brackets", has_patterns=False)


def test_a_pattern_may_become_anything():
    assert condition_objection(("-f", "*"), "test", has_patterns=True)
