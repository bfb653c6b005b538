"""A rule in force has a name by which it is told."""

from assent.model.rules import Rule
from assent.policy.layered import GivenRules, name_of


def test_a_rule_is_named_by_its_words_or_its_tool():
    assert name_of(Rule(command="git log", decision="allow"), "x").rule == "git log"
    assert name_of(Rule(tool="Fetch", decision="allow"), "x").rule == "the tool Fetch"


def test_given_rules_are_what_they_are_everywhere():
    rules = GivenRules([Rule(command="ls", decision="allow")], "given", "managed")
    [only] = rules.layered("/tmp")
    assert (only.rule.command, only.name.source, only.layer) == ("ls", "given", "managed")
    assert rules.layered() is rules.layered("/")
