"""What the rules say of a proposal: allow, ask or deny, and by which rule."""

from dataclasses import dataclass

from assent.model.authority import ByRule
from assent.model.call import Proposal
from assent.model.rules import Decision
from assent.policy.rulebook import Rulebook
from assent.policy.words import words_of

# The strictest of all matching rules holds, wherever it stands in the file.
_STRICTEST_FIRST: tuple[Decision, ...] = ("deny", "ask", "allow")


@dataclass(frozen=True)
class Judgement:
    """A decision and its reason; `by` is set when a rule made it."""

    decision: Decision
    reason: str
    by: ByRule | None = None


class Judge:
    """Judges proposals by a rulebook; whatever is not certain is for a person."""

    def __init__(self, rulebook: Rulebook) -> None:
        """Judge by `rulebook`."""
        self.rulebook = rulebook

    def judge(self, proposal: Proposal) -> Judgement:
        """Return what the rules say."""
        patterns = self.rulebook.patterns()
        if proposal.command is None:
            return Judgement("ask", "It is not a command, and rules speak of commands.")
        words = words_of(proposal.command)
        if words is None:
            return Judgement("ask", "The block is more than one plain command, so no rule is applied to it.")
        matching = [pattern for pattern in patterns if pattern.matches(words)]
        for decision in _STRICTEST_FIRST:
            for pattern in matching:
                if pattern.decision == decision:
                    source = str(self.rulebook.path)
                    by = ByRule(rule=pattern.rule.command, source=source)
                    return Judgement(decision, f"The rule {pattern.rule.command!r} says {decision}.", by)
        return Judgement("ask", "No rule speaks of it.")
