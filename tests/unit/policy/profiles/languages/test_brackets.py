"""Brackets are closed by the first `]` that is not one of their signs."""

import pytest

from assent.policy.profiles.languages.brackets import brackets_close


@pytest.mark.parametrize(
    "pattern", ["", "a", "[a]", "[]a]", "[^]a]", "[[:alpha:]]", "[[.].]x]", "\\[", "[a][b]", "]", "[\\]"]
)
def test_closed(pattern: str):
    assert brackets_close(pattern)


@pytest.mark.parametrize("pattern", ["[", "[a", "[]", "[^]", "[[:alpha:]", "[[:alpha", "[a][b", "\\\\["])
def test_open(pattern: str):
    assert not brackets_close(pattern)
