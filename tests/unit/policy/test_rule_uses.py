"""A rule for a number of commands is counted, over restarts too, and one that is changed is another."""

import pytest

from assent.journal.errors import JournalError
from assent.model.authority import RuleName
from assent.model.rules import Rule, RuleUsed
from assent.policy.layered import GivenRules
from assent.policy.rule_uses import RuleUses
from builders import a_call

LS = Rule(command="ls", decision="allow", uses=2)
NAME = RuleName(rule="ls", source="x")


def test_each_use_is_recorded_and_counted_until_none_is_left():
    rules = GivenRules([LS, Rule(command="ls", decision="allow")], "x").layered()
    recorded: list[RuleUsed] = []
    uses = RuleUses({}, recorded.append)
    for left in (True, False):
        uses.count([NAME, NAME], rules, a_call(id="c"))
        assert uses.has_left(rules[0]) is left
    assert (uses.version, len(recorded)) == (2, 2)
    assert uses.has_left(rules[1])
    again = RuleUses({recorded[0].key: 2})
    assert not again.has_left(rules[0])


def test_others_are_not_counted():
    rules = GivenRules([LS], "x").layered()
    uses = RuleUses({})
    uses.count([NAME.model_copy(update={"source": "y"})], rules, a_call())
    assert uses.version == 0


@pytest.mark.parametrize("changes", [{"uses": 3}, {"cwd": "/tmp"}])
def test_a_changed_rule_is_counted_anew(changes: dict[str, object]):
    uses = RuleUses({})
    rules = GivenRules([LS], "x").layered()
    for _ in range(2):
        uses.count([NAME], rules, a_call())
    assert uses.has_left(GivenRules([LS.model_copy(update=changes)], "x").layered()[0])


def test_what_cannot_be_recorded_does_not_count():
    def full(_used: RuleUsed) -> None:
        raise JournalError("full")

    rules = GivenRules([LS], "x").layered()
    uses = RuleUses({}, full)
    with pytest.raises(JournalError):
        uses.count([NAME], rules, a_call())
    assert uses.version == 0
