"""What is shown of a rule is what a file says."""

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from assent.model.rules import Rule, RulebookFile
from assent.policy.rule_toml import toml_of

TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)


@given(TEXT, st.none() | TEXT.map("/{}".format), st.lists(TEXT, max_size=2))
def test_any_rule_is_the_same_when_it_is_read_again(command: str, cwd: str | None, samples: list[str]):
    rules = (
        Rule(decision="allow", command=command, cwd=cwd, match=tuple(samples)),
        Rule(decision="deny", command=command, not_match=tuple(samples)),
    )
    assert RulebookFile.model_validate(tomllib.loads(toml_of(rules))).rule == rules


def test_it_is_written_as_a_person_would():
    rule = Rule(decision="allow", command="grep 'a\\b'", cwd="/x", match=('grep "é"',))
    assert toml_of([rule]) == (
        '[[rule]]\ndecision = "allow"\ncommand = "grep \'a\\\\b\'"\ncwd = "/x"\nmatch = ["grep \\"é\\""]\n'
    )
    assert "command = 'say \"x\"'" in toml_of([Rule(decision="allow", command='say "x"')])
