"""What the shell puts in is objected to where it could be an option, another word, or computed."""

import pytest

from assent.policy.profiles.expansion import pattern_objection, value_objection
from assent.policy.profiles.kind import Kind


@pytest.mark.parametrize("word", ["*", "?a", "[a]b"])
def test_a_pattern_may_stand_for_an_option(word: str):
    assert pattern_objection(word, could=True, may_grow=True)
    assert not pattern_objection(word, could=False, may_grow=True)


@pytest.mark.parametrize("word", ["a*", "./*", "\\**"])
def test_a_pattern_that_begins_with_a_sign_does_not(word: str):
    assert not pattern_objection(word, could=True, may_grow=True)
    assert pattern_objection(word, could=True, may_grow=False)


@pytest.mark.parametrize("kind", ["text", "read", "write", "number"])
def test_paths_and_texts_may_be_anything(kind: Kind):
    assert not value_objection(kind, "a*", globs=True, expands=True)


@pytest.mark.parametrize("kind", ["sed", "awk", "jq", "local", "plain", "assignment", "date", "web"])
def test_what_is_computed_may_not(kind: Kind):
    assert value_objection(kind, "a*", globs=True, expands=False)
    assert value_objection(kind, "$HOME", globs=False, expands=True)
    assert not value_objection(kind, "a", globs=False, expands=False)


def test_below_the_folder_patterns_stay_there():
    assert not value_objection("inside", "a/*.py", globs=True, expands=False)
    assert value_objection("inside", "a/.*", globs=True, expands=False)
    assert value_objection("inside", "$PWD/a", globs=False, expands=True)


def test_an_address_stays_on_its_machine():
    assert not value_objection("web", "http://a/b?c=d", globs=True, expands=False)
    assert value_objection("web", "http://a?b", globs=True, expands=False)
