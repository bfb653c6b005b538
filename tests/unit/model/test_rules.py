"""A rule has words and a decision, and nothing else."""

from typing import Any

import pytest
from pydantic import ValidationError

from assent.model.rules import Rule, RulebookFile


def test_a_book_may_be_empty():
    assert RulebookFile().rule == ()


@pytest.mark.parametrize(
    "rule",
    [
        {"command": "", "decision": "allow"},
        {"command": "x" * 10_001, "decision": "allow"},
        {"command": "ls", "decision": "Allow"},
        {"command": "ls"},
        {"decision": "allow"},
        {"command": 5, "decision": "allow"},
        {"command": "ls", "decision": "allow", "until": 1},
        {"command": "ls", "decision": "allow", "confinement": ""},
        {"command": "ls", "decision": "allow", "confinement": "A b"},
        {"command": "ls", "decision": "deny", "confinement": "workspace"},
        {"command": "ls", "decision": "deny", "cwd": "~/project"},
        {"command": "ls", "decision": "deny", "cwd": "project"},
    ],
)
def test_what_is_no_rule_is_refused(rule: dict[str, Any]):
    with pytest.raises(ValidationError):
        Rule.model_validate(rule)
