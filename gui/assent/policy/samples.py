"""The samples that stand in a rule: whether it speaks of what it should, and of nothing else."""

from assent.model.rules import Rule
from assent.policy.block import Uncertain
from assent.policy.lexer import read
from assent.policy.patterns import Pattern, pattern_of


def problem_of(rule: Rule) -> str:
    """Return what is wrong with a rule's words or samples, or nothing."""
    if rule.command is None:
        return "match, not_match: they are commands, and the rule is of a tool" if _samples(rule) else ""
    try:
        pattern = pattern_of(rule.command)
    except ValueError as problem:
        return f"command {rule.command!r}: {problem}"
    for sample in rule.match:
        if not _speaks_of(pattern, rule, sample):
            return f"match: it does not speak of {sample!r}"
    for sample in rule.not_match:
        if _speaks_of(pattern, rule, sample):
            return f"not_match: it speaks of {sample!r}"
    return ""


def _samples(rule: Rule) -> bool:
    return bool(rule.match or rule.not_match)


def _speaks_of(pattern: Pattern, rule: Rule, sample: str) -> bool:
    """Tell whether it speaks of the sample: of all of its commands if it allows, else of any of them."""
    block = read(sample)
    if isinstance(block, Uncertain):
        return False
    found = [pattern.speaks_of(simple.words) for simple in block.commands]
    return all(found) if rule.decision == "allow" else any(found)
