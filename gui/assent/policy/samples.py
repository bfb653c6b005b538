"""Tries the samples that stand in rules: each must decide what it says it does, and nothing near that."""

from collections.abc import Sequence
from dataclasses import dataclass

from assent.model.asker import Asker, Client, Process, Session
from assent.model.call import Call, Proposal
from assent.model.rules import Rule
from assent.policy.judge import Judge
from assent.policy.layered import GivenRules
from assent.policy.patterns import pattern_of
from assent.policy.profiles.profiles import Profiles

# Samples are of words alone: who asks, where and with which program is not told in them.
_CONDITIONS = dict.fromkeys(("cwd", "agent", "program", "tool", "expires", "uses", "confinement"))
_NOBODY = Call(
    tool="Shell",
    arguments={},
    asker=Asker(process=Process(pid=0)),
    client=Client(name="samples"),
    session=Session(),
)


@dataclass(frozen=True)
class Failure:
    """A sample that does not hold: of which rule, counted from 1, and what was decided of it."""

    number: int
    rule: str
    sample: str
    why: str


def failures(rules: Sequence[Rule], profiles: Profiles | None = None) -> list[Failure]:
    """Return the samples that do not hold; each rule is tried by itself."""
    known = Profiles() if profiles is None else profiles
    return [
        Failure(number, rule.command or "", sample, why)
        for number, rule in enumerate(rules, start=1)
        if rule.command is not None
        for sample, why in _failing(rule, known)
    ]


def problem_of(rule: Rule, profiles: Profiles | None = None) -> str:
    """Return what is wrong with a rule's words or samples, or nothing."""
    if rule.command is None:
        has_samples = bool(rule.match or rule.not_match)
        return "match, not_match: they are commands, and the rule is of a tool" if has_samples else ""
    try:
        pattern_of(rule.command)
    except ValueError as problem:
        return f"command {rule.command!r}: {problem}"
    failing = failures([rule], profiles) if rule.match or rule.not_match else []
    return f"of the sample {failing[0].sample!r} {failing[0].why}" if failing else ""


def _failing(rule: Rule, profiles: Profiles) -> list[tuple[str, str]]:
    alone = rule.model_copy(update=_CONDITIONS)
    judge = Judge(GivenRules([alone], "sample"), profiles=profiles)
    found: list[tuple[str, str]] = []
    for sample, should in (
        *((each, True) for each in rule.match),
        *((each, False) for each in rule.not_match),
    ):
        judgement = judge.judge(_NOBODY, Proposal(title="a sample", command=sample))
        # Who asks because no rule speaks is not who asks because this one does.
        does = judgement.decision == rule.decision and judgement.by is not None
        if does != should:
            says = f"it says {rule.decision}" if does else f"it does not say {rule.decision}"
            found.append((sample, f"{says}: {judgement.reason}"))
    return found
