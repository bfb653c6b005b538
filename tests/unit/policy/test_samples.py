"""A rule says what it should speak of and what not, and is held to it."""

import pytest

from assent.model.rules import Rule
from assent.policy.samples import problem_of


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (Rule(decision="allow", command="git log", match=("git log -1", "git log | git log")), ""),
        (
            Rule(decision="allow", command="git log", match=("git log | ls",)),
            "of the sample 'git log | ls' it does not say allow",
        ),
        (Rule(decision="deny", command="rm", match=("ls; rm x",), not_match=("ls",)), ""),
        (
            Rule(decision="deny", command="rm", not_match=("ls; rm x",)),
            "of the sample 'ls; rm x' it says deny",
        ),
        (
            Rule(decision="allow", command="ls", match=("ls $(x)",)),
            "of the sample 'ls $(x)' it does not say allow",
        ),
        (Rule(decision="allow", command="ls", not_match=("ls $(x)", "lsx")), ""),
        (Rule(decision="allow", command="'open"), 'command "\'open"'),
        (Rule(decision="allow", tool="Fetch", match=("x",)), "match, not_match"),
        (Rule(decision="allow", tool="Fetch"), ""),
    ],
)
def test_a_rule_is_held_to_its_samples(rule: Rule, told: str):
    assert problem_of(rule).partition(":")[0] == told
