"""What the rules say of a proposal: allow, ask or deny, and by which rule."""

from collections.abc import Callable, Sequence

from assent.model.authority import ByMode, ByRule
from assent.model.call import Call, Proposal
from assent.model.confinement import NoSuchProfile
from assent.model.inspection import Inspection
from assent.model.judgement import Judgement
from assent.model.mode import Mode
from assent.model.rules import Decision
from assent.model.settings import Settings
from assent.policy.confining import Demand, is_met
from assent.policy.rulebook import Layered, Rules, pattern_of
from assent.policy.words import words_of

# The strictest of all matching rules holds, wherever it stands in the file.
_NOTHING = Inspection()
_STRICTEST_FIRST: tuple[Decision, ...] = ("deny", "ask", "allow")


class Judge:
    """Judges proposals by a rulebook; whatever is not certain is for a person."""

    def __init__(
        self,
        rules: Rules,
        settings: Callable[[], Settings] = Settings,
        *,
        grants: Callable[[Call], tuple[Layered, ...]] = lambda _call: (),
        mode: Callable[[], Mode] = Mode,
    ) -> None:
        """Judge by `rules`, and by the settings, the grants to who calls and the mode of the moment."""
        self._rules, self._settings = rules, settings
        self._grants, self._mode = grants, mode

    def judge(self, call: Call, proposal: Proposal, inspection: Inspection = _NOTHING) -> Judgement:
        """Return what the rules say of a call: `inspection` is what it comes to on this machine."""
        mode = self._mode().name
        if mode == "lockdown":
            return Judgement(decision="deny", reason="Everything is denied now.", by=ByMode(mode=mode))
        judgement = self._by_rules(call, proposal)
        if judgement.decision == "ask" and judgement.by is None and mode == "trust":
            return Judgement(decision="allow", reason="Nobody is asked now.", by=ByMode(mode=mode))
        return judgement

    def _by_rules(self, call: Call, proposal: Proposal) -> Judgement:
        if proposal.command is None:
            return Judgement(decision="ask", reason="It is not a command, and rules speak of commands.")
        words, matching = self._matching(proposal.command, proposal.cwd)
        if words is None:
            return Judgement(
                decision="ask",
                reason="The block is more than one plain command, so no rule is applied to it.",
            )
        for decision in _STRICTEST_FIRST:
            for each in matching:
                if each.rule.decision == decision:
                    if decision == "allow" and not self._is_confined(proposal):
                        return Judgement(decision="ask", reason=_LESS_CONFINED)
                    by = ByRule(rule=each.name.rule, source=each.name.source)
                    reason = f"The rule {each.rule.command!r} says {decision}."
                    return Judgement(decision=decision, reason=reason, by=by)
        for layered in self._grants(call):
            if layered.grant is not None and _speaks(layered, words):
                by_grant = layered.grant.authority
                return Judgement(decision="allow", reason=f"Granted: {by_grant.grant}.", by=by_grant)
        return Judgement(decision="ask", reason="No rule speaks of it.")

    def demands(self, command: str) -> Sequence[Demand]:
        """Return the confinements that the person wants for a command: by its rules, else by the settings.

        A rule that names one speaks of this command, the settings of all: it may demand less than they do.
        """
        _, matching = self._matching(command)
        by_rule = [
            Demand(each.rule.confinement, f"The rule {each.rule.command!r}")
            for each in matching
            if each.rule.confinement is not None
        ]
        return by_rule or [Demand(self._settings().tools.shell.confinement, "The person's settings")]

    def _matching(self, command: str, folder: str = "") -> tuple[tuple[str, ...] | None, list[Layered]]:
        words = words_of(command)
        if words is None:
            return None, []
        return words, [each for each in self._rules.layered(folder) if _speaks(each, words)]

    def _is_confined(self, proposal: Proposal) -> bool:
        demands = self.demands(proposal.command or "")
        try:
            return is_met(proposal.confinement, demands, self._settings().confinement)
        except NoSuchProfile:
            return False


_LESS_CONFINED = "A rule allows it, but confined in another way than it would run."


def _speaks(layered: Layered, words: tuple[str, ...]) -> bool:
    return layered.rule.command is not None and pattern_of(layered.rule).matches(words)
