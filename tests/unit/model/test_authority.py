"""Who decided is said in words that tell a person from a rule."""

import pytest

from assent.model.authority import Authority, spoken
from builders import CONSOLE, PERSON, RULE


@pytest.mark.parametrize(
    ("by", "words"),
    [(PERSON, "the user"), (RULE, "the rule 'git status'"), (CONSOLE, "the console (it was closed)")],
)
def test_each_authority_has_its_words(by: Authority, words: str):
    assert spoken(by) == words
