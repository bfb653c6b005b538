"""A profile file holds what the schema knows, and nothing else."""

import pytest
from pydantic import ValidationError

from assent.policy.profiles.profile_file import ProfileFile

LEAST = {"about": "Prints.", "match": ["x"]}


def test_the_least_says_that_nothing_is_known():
    file = ProfileFile.model_validate(LEAST)
    assert (file.flags, file.operands, file.effect, file.patterns) == ("", "", "nothing", "doubtful")


@pytest.mark.parametrize(
    "more",
    [
        {"options": "-x"},
        {"values": {"path": "-o"}},
        {"effect": "none"},
        {"match": []},
        {"sub": {"x": {"about": "y"}}},
    ],
)
def test_what_the_schema_does_not_know_is_refused(more: dict[str, object]):
    with pytest.raises(ValidationError):
        ProfileFile.model_validate(LEAST | more)
