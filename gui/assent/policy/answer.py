"""Makes one judgement of what was decided of a block's parts."""

from collections.abc import Sequence

from assent.model.authority import Authority, ByMode, ByRule, RuleName
from assent.model.judgement import Disguise, Judgement
from assent.model.mode import ModeName
from assent.policy.circumstances import Circumstances
from assent.policy.layered import Layered
from assent.policy.rule_index import RuleIndex
from assent.policy.verdict import Reached

_NOT_A_COMMAND = "It is not a command, and no rule speaks of its tool."
_HIDES = "It has characters that the eye would miss or mistake: that needs a person."
_TRUSTED = "Nobody is asked now."
_ONLY_READS = "It only reads, below the agent's folder."


def told(found: Reached, disguises: tuple[Disguise, ...], mode: ModeName) -> Judgement:
    """Return the judgement of a block: what hides something is never allowed."""
    rule = found.forbidden
    if rule is not None:
        return Judgement(
            decision=rule.rule.decision,
            reason=f"The rule {rule.name.rule!r} says {rule.rule.decision}.",
            by=_by_rules([rule]),
            message=rule.rule.message,
            parts=found.parts,
            disguises=disguises,
        )
    reason, by = _allowed(found, mode)
    if disguises and by is not None:
        reason, by = _HIDES, None
    return Judgement(
        decision="ask" if by is None else "allow",
        reason=reason,
        by=by,
        parts=found.parts,
        disguises=disguises,
    )


def of_tool(book: RuleIndex, at: Circumstances, mode: ModeName) -> Judgement:
    """Return the judgement of a call that runs no command: by the rules that name its tool."""
    speaking = [
        each for each in book.of_tools if at.hold(each.rule, folder=".", program=None, doubt=_forbids(each))
    ]
    for decision in ("deny", "ask", "allow"):
        for each in speaking:
            if each.rule.decision == decision:
                return Judgement(
                    decision=decision,
                    reason=f"The rule of {each.name.rule} says {decision}.",
                    by=_by_rules([each]),
                    message=each.rule.message,
                )
    if mode == "trust":
        return Judgement(decision="allow", reason=_TRUSTED, by=ByMode(mode=mode))
    return Judgement(decision="ask", reason=_NOT_A_COMMAND)


def _allowed(found: Reached, mode: ModeName) -> tuple[str, Authority | None]:
    """Return who allows it and the reason, or why nobody does."""
    if not found.missing:
        granted = next((each.grant for each in found.allowing if each.grant is not None), None)
        if granted is not None:
            return f"Granted: {granted.words}.", granted.authority
        if found.allowing:
            return _agreed(found.allowing), _by_rules(found.allowing)
        return _ONLY_READS, ByMode(mode=mode)
    if mode == "trust" and not found.needs_person:
        return _TRUSTED, ByMode(mode=mode)
    return f"{found.missing[0].upper()}{found.missing[1:]}.", None


def _agreed(rules: Sequence[Layered]) -> str:
    names = list(dict.fromkeys(repr(each.name.rule) for each in rules))
    if len(names) == 1:
        return f"The rule {names[0]} says allow."
    return f"The rules {', '.join(names[:-1])} and {names[-1]} say allow."


def _by_rules(rules: Sequence[Layered]) -> ByRule:
    first, *others = dict.fromkeys(RuleName(rule=each.name.rule, source=each.name.source) for each in rules)
    return ByRule(rule=first.rule, source=first.source, others=tuple(others))


def _forbids(layered: Layered) -> bool:
    return layered.rule.decision != "allow"
