"""What the rules say of a proposal: allow, ask or deny, part by part, and by which rule."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assent.model.authority import ByMode
from assent.model.call import Call, Proposal
from assent.model.confinement import NoSuchProfile
from assent.model.inspection import Inspection
from assent.model.judgement import Disguise, Judgement
from assent.model.mode import Mode, ModeName
from assent.model.settings import Settings
from assent.policy.answer import of_tool, told
from assent.policy.block import Certain
from assent.policy.circumstances import Circumstances
from assent.policy.confining import Demand, is_met
from assent.policy.disguise import disguises
from assent.policy.layered import Layered, Rules
from assent.policy.lexer import read
from assent.policy.profiles.profiles import Profiles
from assent.policy.rule_index import RuleIndex
from assent.policy.verdict import Reached, Verdict

_NOTHING = Inspection()
_LONG = 10_000  # code points: some ten milliseconds, where it is not certain
_MOST_BOOKS = 16  # of folders, whose rules are kept ready
_LESS_CONFINED = "a rule allows it, but confined in another way than it would run"


@dataclass(frozen=True)
class _Weighing:
    """What takes time of a judging, and touches nothing that changes."""

    verdict: Verdict
    mode: ModeName

    def weighed(self, command: str) -> tuple[Reached, tuple[Disguise, ...], ModeName]:
        return self.verdict.reached(command), disguises(command), self.mode


class Judge:
    """Judges proposals by rules; whatever is not certain is for a person."""

    def __init__(
        self,
        rules: Rules,
        settings: Callable[[], Settings] = Settings,
        *,
        grants: Callable[[Call], tuple[Layered, ...]] = lambda _call: (),
        mode: Callable[[], Mode] = Mode,
        profiles: Profiles | None = None,
    ) -> None:
        """Judge by `rules`, and by the settings, the grants to who calls and the mode of the moment."""
        self._rules, self._settings = rules, settings
        self._grants, self._mode = grants, mode
        self._profiles = Profiles() if profiles is None else profiles
        self._indexed: dict[int, tuple[tuple[Layered, ...], RuleIndex]] = {}

    def judge(self, call: Call, proposal: Proposal, inspection: Inspection = _NOTHING) -> Judgement:
        """Return what the rules say of a call: `inspection` is what it comes to on this machine."""
        begun = self._begin(call, proposal, inspection)
        if isinstance(begun, Judgement):
            return begun
        return self._end(proposal, *begun.weighed(proposal.command or ""))

    async def judge_apart(self, call: Call, proposal: Proposal, inspection: Inspection) -> Judgement:
        """Return what `judge` does; in a thread for a long block, so that nothing else waits for it."""
        if len(proposal.command or "") <= _LONG:
            return self.judge(call, proposal, inspection)
        begun = self._begin(call, proposal, inspection)
        if isinstance(begun, Judgement):
            return begun
        return self._end(proposal, *await asyncio.to_thread(begun.weighed, proposal.command or ""))

    def _begin(self, call: Call, proposal: Proposal, inspection: Inspection) -> "_Weighing | Judgement":
        """Take the rules and the mode of this moment; return the judgement where that is enough."""
        mode = self._mode().name
        if mode == "lockdown":
            return Judgement(decision="deny", reason="Everything is denied now.", by=ByMode(mode=mode))
        at = Circumstances(call, proposal, inspection)
        book = self._index(self._rules.layered(proposal.cwd))
        if proposal.command is None:
            return of_tool(book, at, mode)
        granted = self._grants(call)
        books = (book, RuleIndex(granted, self._profiles.use)) if granted else (book,)
        return _Weighing(Verdict(books, self._profiles, at, mode), mode)

    def _end(
        self, proposal: Proposal, found: Reached, hides: tuple[Disguise, ...], mode: ModeName
    ) -> Judgement:
        if found.allowing and not found.missing and not self._is_confined(proposal):
            found = replace(found, missing=_LESS_CONFINED)
        return told(found, hides, mode)

    def demands(self, command: str, folder: str = "", language: str = "bash") -> Sequence[Demand]:
        """Return the confinements that the person wants for a command: by its rules, else by the settings.

        A rule that names one speaks of this command, the settings of all: it may demand less than they do.
        In another language than bash, which is not certain to be read as it is meant, both are demanded.
        """
        book = self._index(self._rules.layered(folder))
        block = read(command) if book.confines else None
        by_rule = {
            each.rule.confinement: Demand(each.rule.confinement, f"The rule {each.rule.command!r}")
            for part in (block.commands if isinstance(block, Certain) else ())
            for each in book.confining(part)
            if each.rule.confinement is not None
        }
        of_all = Demand(self._settings().tools.shell.confinement, "The person's settings")
        if language != "bash":
            return [*by_rule.values(), of_all]
        return [*by_rule.values()] or [of_all]

    def _index(self, layered: tuple[Layered, ...]) -> RuleIndex:
        """Return the rules ready to be looked up: they are the same tuple while none changed."""
        known = self._indexed.get(id(layered))
        if known is not None and known[0] is layered:
            return known[1]
        index = RuleIndex(layered, self._profiles.use)
        if len(self._indexed) >= _MOST_BOOKS:
            self._indexed.clear()
        self._indexed[id(layered)] = layered, index
        return index

    def _is_confined(self, proposal: Proposal) -> bool:
        demands = self.demands(proposal.command or "", proposal.cwd, proposal.language)
        try:
            return is_met(proposal.confinement, demands, self._settings().confinement)
        except NoSuchProfile:
            return False
