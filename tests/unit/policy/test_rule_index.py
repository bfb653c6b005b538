"""Rules are found by the program that they name, the definite ones first."""

from assent.model.rules import Rule
from assent.policy.block import Certain
from assent.policy.layered import GivenRules
from assent.policy.lexer import read
from assent.policy.rule_index import RuleIndex

RULES = (
    Rule(decision="allow", command="*"),
    Rule(decision="allow", command="git log"),
    Rule(decision="allow", command="git", confinement="workspace"),
    Rule(decision="deny", command="git push"),
    Rule(decision="deny", tool="Another"),
)


def test_it_tells_what_would_allow_a_command():
    index = RuleIndex(GivenRules(RULES, "x").layered(), lambda _argv: None)
    block = read("git log -1")
    assert isinstance(block, Certain)
    found = [layered.rule.command for _, layered in index.allowing(block.commands[0])]
    assert found == ["git log", "git", "*"]
    assert [each.rule.command for each in index.confining(block.commands[0])] == ["git"]
    assert index.confines
    assert not index.denying.is_empty
    assert index.asking.is_empty
    assert [each.rule.tool for each in index.of_tools] == ["Another"]
