"""What is said of a value that a model refused."""

import pytest
from pydantic import ValidationError

from assent.model.complaint import complaint
from assent.model.rules import RulebookFile


def _of(value):
    with pytest.raises(ValidationError) as refused:
        RulebookFile.model_validate(value)
    return complaint(refused.value)


def test_it_names_the_field_and_counts_items_from_one():
    told = _of({"rule": [{"command": "ls", "decision": "allow"}, {"command": "ls", "decision": "yes"}]})
    assert told == "rule.2.decision: Input should be 'allow', 'ask' or 'deny'"


def test_an_unknown_field_is_called_that_by_name():
    assert _of({"rules": []}) == "rules: unknown field"


def test_the_value_itself_is_never_repeated():
    assert "hunter2" not in _of({"rule": "hunter2"})


def test_what_is_wrong_with_the_whole_has_a_place_too():
    assert _of("text").startswith("value: ")


def test_many_mistakes_stay_one_short_line():
    told = _of({f"field{number}": 1 for number in range(100)})
    assert told.count("unknown field") == 10
