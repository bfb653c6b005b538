"""What a person may ask of the policy, and do to it: the mode, the grants, what an offer would answer."""

import logging
from collections.abc import Callable

from assent.console.approval import No
from assent.host.peer import is_running
from assent.journal.decisions import Decisions
from assent.journal.errors import JournalError
from assent.model.authority import Authority, ByConsole, ByGrant, ByRule, RuleName
from assent.model.call import Call
from assent.model.grant import Always, BackTest, Grant, Offer, Wish
from assent.model.judgement import Judgement
from assent.model.mode import Mode
from assent.model.problem import FileProblem
from assent.model.question import Past, Question
from assent.model.rules import RuleSaved, RulesTrusted
from assent.model.settings import Settings
from assent.policy.back_test import back_test
from assent.policy.grants import Grants
from assent.policy.judge import Judge
from assent.policy.layered import GivenRules, Layered
from assent.policy.modes import Modes
from assent.policy.offers import Offers
from assent.policy.profiles.profiles import Profiles
from assent.policy.projects import TrustedFiles
from assent.policy.rule_file import NotWritten, RuleFile
from assent.policy.rulebook import Rulebook

MOST_REFUSALS = 12
LAST_REQUESTS = 400
AWAY = ByConsole(reason="nobody is there to approve it now")
_log = logging.getLogger(__name__)


class PolicyDesk:
    """Where the policy is looked at and changed while the console runs; observers hear of each change."""

    def __init__(
        self,
        rulebook: Rulebook,
        decisions: Decisions,
        settings: Callable[[], Settings] = Settings,
        *,
        trusted: TrustedFiles | None = None,
        profiles: Profiles | None = None,
    ) -> None:
        """Begin without grants, in the mode that is to begin with; `decisions` is where all is recorded."""
        self._rulebook, self._decisions, self._settings = rulebook, decisions, settings
        self._trusted, self._profiles = trusted, profiles or Profiles()
        self._offers = Offers(self._profiles)
        self._file = RuleFile(rulebook.path)
        self._grants = Grants(decisions.add, is_running)
        self._modes = Modes(
            decisions.add, last=decisions.last_mode(), may_loosen=lambda: not rulebook.only_managed
        )
        self._observers: list[Callable[[], None]] = []
        self._looked: object = None
        self.problem: FileProblem | None = None

    def observe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback` after each change of mode, grants or rules; call what is returned to stop that."""
        self._observers.append(callback)
        return lambda: self._observers.remove(callback)

    def close(self) -> None:
        """End all grants."""
        try:
            self._grants.close()
        except JournalError:
            _log.exception("the end of the grants is not on record")

    def tell(self) -> None:
        """Let the observers know that something changed."""
        for observer in tuple(self._observers):
            try:
                observer()
            except Exception:  # noqa: BLE001
                # A broken widget must not keep a grant from ending.
                _log.exception("an observer of the policy failed")

    @property
    def mode(self) -> Mode:
        """The mode in force."""
        return self._modes.mode

    def set_mode(self, mode: Mode, by: Authority) -> str:
        """Go into a mode; return why not, or nothing. Raises JournalError when it can't be recorded."""
        why_not = self._modes.put(mode, by)
        self.tell()
        return why_not

    def grants(self) -> tuple[Grant, ...]:
        """Return the grants in force, the oldest first."""
        return self._grants.all()

    def granted(self, call: Call) -> tuple[Layered, ...]:
        """Return the rules that are granted to whoever makes this call."""
        return () if self._rulebook.only_managed else self._grants.layered(call)

    def end_grant(self, grant_id: str, by: Authority) -> bool:
        """End a grant; what runs by it goes on. Tell whether it was in force."""
        ended = self._grants.end(grant_id, by)
        self.tell()
        return ended

    def offers(self, question: Question) -> tuple[Offer, ...]:
        """Return what can be granted with a yes to this; it takes some milliseconds."""
        if self._rulebook.only_managed:
            return ()
        return self._offers.of(question.call, question.proposal, question.judgement, question.inspection)

    def back_test(self, offer: Offer) -> BackTest:
        """Return what the offer's rules would have answered of the last requests on record."""
        judge = Judge(GivenRules(offer.rules, "offered"), self._settings, profiles=self._profiles)
        return back_test(
            (
                (each.call, each.proposal, each.was_refused)
                for each in self._decisions.requests(LAST_REQUESTS)
            ),
            lambda call, proposal: judge.judge(call, proposal).decision == "allow",
        )

    def refusals(self) -> tuple[str, ...]:
        """Return words to refuse with: those that were used most, then those of the settings."""
        used = self._decisions.refusals(MOST_REFUSALS)
        return tuple(dict.fromkeys((*used, *self._settings().approval.presets)))

    @property
    def ends_by_itself(self) -> bool:
        """Whether something is in force that a clock or an agent's end ends."""
        return self._modes.mode.until is not None or bool(self._grants.all())

    def look(self) -> None:
        """End what is due, and let the observers know of it."""
        try:
            now = (self.mode, self.grants(), self._rulebook.layered(), self.rulebook_problem)
        except JournalError:
            _log.exception("what came to its end is not on record")
            now = None
        if now != self._looked:
            self._looked = now
            self.tell()

    def state(self, folder: str) -> object:
        """Return what a judgement in `folder` rests on: equal as long as it would be the same."""
        away = self._settings().approval.while_away
        return self.mode, self._grants.version, self._rulebook.layered(folder), away

    def complete(self, question: Question) -> Question:
        """Add what is known of the same command, and when the question expires."""
        command = question.proposal.command
        known = {
            "past": Past() if command is None else self._decisions.past(command),
            "expires_after_s": self._settings().approval.expires_after_s,
        }
        return question.model_copy(update=known)

    @property
    def rulebook_problem(self) -> FileProblem | None:
        """Why rules as they stand in a file are not in force, or what was granted does not hold."""
        return self._rulebook.problem or self.problem

    def unattended(self) -> No | None:
        """Return the answer to what needs a person while none is there, if the settings have one."""
        refuses = self.mode.is_away and self._settings().approval.while_away == "refuse"
        return No(by=AWAY) if refuses else None

    def count(self, judgement: Judgement, call: Call, folder: str) -> None:
        """Count a call that was allowed, where it was by what holds for a number of uses.

        Raises JournalError, and then it must not run.
        """
        names = [part.by for part in judgement.parts if part.by is not None]
        ids = [name.grant for name in names if name.grant]
        by = judgement.by
        if isinstance(by, ByGrant):
            ids.append(by.id)
        elif isinstance(by, ByRule):
            names += [RuleName(rule=by.rule, source=by.source), *by.others]
        self._rulebook.uses.count(names, self._rulebook.counted(folder), call)
        if ids:
            self._grants.use(ids, call)
            self.tell()

    def trust_rules(self, path: str, sha256: str, by: Authority) -> bool:
        """Let a project's rules allow as they were when they had this SHA-256; nothing: no more.

        Tell whether that is kept. Raises JournalError when it can't be recorded.
        """
        if self._trusted is None:
            return False
        self._decisions.add(RulesTrusted(path=path, sha256=sha256, by=by))
        try:
            self._trusted.trust(path, sha256)
        except OSError as problem:
            self.problem = FileProblem(
                source=path, message=f"It cannot be kept that it is trusted: {problem}"
            )
            return False
        finally:
            self.tell()
        return True

    def fulfil(self, wish: Wish, question: Question, by: Authority) -> None:
        """Let a wish hold from now on; one that can't be is a `problem`, and the yes it came with stands."""
        try:
            if isinstance(wish.term, Always):
                self._file.append(wish.offer.toml, wish.offer.rules)
                self._decisions.add(RuleSaved(path=str(self._file.path), toml=wish.offer.toml, by=by))
            else:
                self._grants.add(wish, question.call, by)
            self.problem = None
        except (NotWritten, JournalError, ValueError) as problem:
            message = f"What was granted does not hold: {problem}"
            self.problem = FileProblem(source=str(self._file.path), message=message)
            _log.error("%s", message)
        self.tell()
