"""What the rules say of a proposal: allow, ask or deny, and by which rule."""

from collections.abc import Callable, Sequence

from assent.model.authority import ByRule
from assent.model.call import Call, Proposal
from assent.model.confinement import NoSuchProfile
from assent.model.inspection import Inspection
from assent.model.judgement import Judgement
from assent.model.rules import Decision
from assent.model.settings import Settings
from assent.policy.confining import Demand, is_met
from assent.policy.rulebook import Pattern, Rulebook
from assent.policy.words import words_of

# The strictest of all matching rules holds, wherever it stands in the file.
_NOTHING = Inspection()
_STRICTEST_FIRST: tuple[Decision, ...] = ("deny", "ask", "allow")


class Judge:
    """Judges proposals by a rulebook; whatever is not certain is for a person."""

    def __init__(self, rulebook: Rulebook, settings: Callable[[], Settings] = Settings) -> None:
        """Judge by `rulebook`, and by the confinements of the settings of the moment."""
        self.rulebook, self._settings = rulebook, settings

    def judge(self, call: Call, proposal: Proposal, inspection: Inspection = _NOTHING) -> Judgement:
        """Return what the rules say of a call: `inspection` is what it comes to on this machine."""
        if proposal.command is None:
            return Judgement(decision="ask", reason="It is not a command, and rules speak of commands.")
        words, matching = self._matching(proposal.command)
        if words is None:
            return Judgement(
                decision="ask",
                reason="The block is more than one plain command, so no rule is applied to it.",
            )
        for decision in _STRICTEST_FIRST:
            for pattern in matching:
                if pattern.decision == decision:
                    if decision == "allow" and not self._is_confined(proposal):
                        return Judgement(decision="ask", reason=_LESS_CONFINED)
                    by = ByRule(rule=pattern.rule.command or "", source=str(self.rulebook.path))
                    return Judgement(
                        decision=decision, reason=f"The rule {pattern.rule.command!r} says {decision}.", by=by
                    )
        return Judgement(decision="ask", reason="No rule speaks of it.")

    def demands(self, command: str) -> Sequence[Demand]:
        """Return the confinements that the person wants for a command: by its rules, else by the settings.

        A rule that names one speaks of this command, the settings of all: it may demand less than they do.
        """
        _, matching = self._matching(command)
        by_rule = [
            Demand(pattern.rule.confinement, f"The rule {pattern.rule.command!r}")
            for pattern in matching
            if pattern.rule.confinement is not None
        ]
        return by_rule or [Demand(self._settings().tools.shell.confinement, "The person's settings")]

    def _matching(self, command: str) -> tuple[tuple[str, ...] | None, list[Pattern]]:
        patterns = self.rulebook.patterns()
        words = words_of(command)
        return words, [] if words is None else [each for each in patterns if each.matches(words)]

    def _is_confined(self, proposal: Proposal) -> bool:
        demands = self.demands(proposal.command or "")
        try:
            return is_met(proposal.confinement, demands, self._settings().confinement)
        except NoSuchProfile:
            return False


_LESS_CONFINED = "A rule allows it, but confined in another way than it would run."
