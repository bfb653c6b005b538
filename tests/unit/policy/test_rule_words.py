"""A rule that is written of words has just these words when it is read."""

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.policy.block import Word
from assent.policy.patterns import pattern_of
from assent.policy.rule_words import rule_of, written

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00\r\n"), max_size=12)


@given(st.lists(TEXT, min_size=1, max_size=5))
def test_a_rule_speaks_of_the_words_that_it_was_made_of(texts: list[str]):
    words = [Word(text, 0, 0) for text in texts]
    rule = rule_of(words, exact=True)
    if rule is None:
        assert texts[0].startswith("=")
        return
    pattern = pattern_of(rule)
    assert pattern.exact
    assert [word.text for word in pattern.words] == texts
    assert not any(word.any for word in pattern.words)
    assert pattern.speaks_of(words)


@given(TEXT)
def test_a_shell_reads_a_written_word_as_it_was(text: str):
    assert shlex.split(written(text)) == [text]


@pytest.mark.parametrize(("text", "rule"), [("*.py", "ls *.py"), ("*", None), ("a b*", None), ("'*", None)])
def test_a_pattern_of_files_is_written_bare_or_not_at_all(text: str, rule: str | None):
    assert rule_of([Word("ls", 0, 0), Word(text, 0, 0, globs=True)]) == rule


def test_no_words_are_no_rule():
    assert rule_of([]) is None
