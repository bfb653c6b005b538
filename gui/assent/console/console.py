"""The headless half of Assent, assembled: a socket, the stages behind it, and whoever is asked."""

import asyncio
import logging
import os
from collections.abc import Callable

from assent.console.approval import Answer, Approver
from assent.console.calls import Calls
from assent.console.kept_tasks import KeptTasks
from assent.console.pipeline import Pipeline
from assent.console.policy_desk import PolicyDesk
from assent.console.reins import Reins
from assent.console.requests import Job
from assent.console.session import Services, Session
from assent.console.waiting import Waiting
from assent.execution.capture import excerpt_of
from assent.execution.spool import Spools
from assent.execution.tasks import RECENT_BYTES, Tasks
from assent.host.confining.confinement import Confinement
from assent.host.descriptors import Descriptors
from assent.host.endpoint import Endpoint
from assent.host.errors import AlreadyRunning as AlreadyRunning
from assent.host.errors import HostError as HostError
from assent.host.errors import PeerRefused
from assent.host.folders import Folders as Folders
from assent.host.peer import asker_of
from assent.host.shell import Shell, find_shell
from assent.host.trees.kept import KeptCommands
from assent.host.trees.process import Supervision
from assent.journal.approved_scripts import ApprovedScripts
from assent.journal.journal import INTERRUPTED, Journal
from assent.journal.journal import JournalError as JournalError
from assent.journal.trusted_repositories import TrustedRepositories
from assent.model.authority import Authority
from assent.model.call import Call, Proposal
from assent.model.confinement import Choice
from assent.model.events import Moved
from assent.model.grant import BackTest, Grant, Offer
from assent.model.guarantee import Guarantee
from assent.model.lifecycle import Failed
from assent.model.mode import Mode
from assent.model.problem import FileProblem
from assent.model.question import Question
from assent.policy.judge import Judge
from assent.policy.profiles.profiles import Profiles
from assent.policy.projects import Projects, TrustedFiles
from assent.policy.rule_uses import RuleUses
from assent.policy.rulebook import Rulebook
from assent.policy.settings_file import SettingsFile
from assent.tools.confinements import Confinements
from assent.tools.inspector import Inspector
from assent.tools.shell import ShellTool
from assent.tools.tasks import TaskList, TaskOutput, TaskStop
from assent.tools.toolset import Toolset
from assent.wire import messages
from assent.wire.channel import Channel

MOST_CONNECTIONS = 512
_log = logging.getLogger(__name__)


class Console(Reins):
    """Serves agents until it is closed, and holds the reins of what runs for them."""

    def __init__(
        self, folders: Folders, approver: Approver, *, raise_window: Callable[[], bool] = lambda: False
    ) -> None:
        """Claim the socket and open the journal.

        Raises AlreadyRunning, another HostError, or JournalError; then nothing is left behind.
        """
        self.folders = folders
        self._endpoint = Endpoint(folders.address)
        try:
            journal = Journal(folders.state)
        except JournalError:
            self._endpoint.close()
            raise
        super().__init__(Calls(journal), journal)
        self._rulebook = self._rules()
        self._rulebook.layered()  # read now, so that a problem shows at the start and not at the first call
        self._settings = SettingsFile(folders.configuration / "settings.toml")
        self._settings.settings()
        self._spools = Spools(folders.state / "output")
        self._descriptors = Descriptors()
        self._supervision = Supervision(self._descriptors.restore)
        self._tasks = tasks = Tasks(lambda: self._settings.settings().tools.shell.background.most_running)
        self.calls.observe(tasks.hear)
        self._kept = KeptTasks(
            KeptCommands(folders.state / "kept"),
            journal=self._journal,
            calls=self.calls,
            spools=self._spools,
            tasks=tasks,
            controls=self._controls,
        )
        self._spools.prune()  # not before: it spares what was kept
        self._profiles = profiles = Profiles()
        self._reading: asyncio.Task[None] | None = None
        self._desk = desk = PolicyDesk(
            self._rulebook,
            self._journal.decisions,
            self._settings.settings,
            trusted=self._trusted_rules,
            profiles=profiles,
        )
        judge = Judge(
            self._rulebook,
            self._settings.settings,
            grants=desk.granted,
            mode=lambda: desk.mode,
            profiles=profiles,
        )
        self._waiting = Waiting(approver)
        self._trusted = TrustedRepositories(folders.state / "repositories.json")
        shell = find_shell()
        self._confinements = self._confinements_for(judge, shell)
        self._shell = self._shell_tool(shell)
        toolset = Toolset([self._shell, TaskList(tasks), TaskOutput(tasks), TaskStop(tasks, self.stop)])
        self._pipeline = Pipeline(
            toolset=toolset, judge=judge, waiting=self._waiting, desk=desk, calls=self.calls
        )
        self._background: set[Job] = set()
        self._services = Services(
            self._pipeline, self.calls, toolset, self._controls, self._background, raise_window
        )
        self._sessions: set[Session] = set()

    async def start(self) -> None:
        """Find out how surely commands can be ended here, then begin to serve.

        Raises HostError when what the settings ask for is not to be had: never weaker silently.
        """
        self._descriptors.raise_own()  # each command takes some
        wanted = self._settings.settings().tools.shell.supervision
        try:
            await self._supervision.choose(wanted)
        except OSError as problem:
            raise HostError(
                f"Commands cannot be supervised as settings.toml asks ({wanted}): {problem}"
            ) from None
        await self._confinements.look()
        self._report_lost_tasks()
        await self._kept.take_up(self._pipeline, self._shell, self._add_job)
        await self._endpoint.serve(lambda: Channel(self._open_session))
        self._reading = asyncio.get_running_loop().create_task(self._profiles.read_all())

    async def close(self, why: str = "the console was closed", *, keep: Authority | None = None) -> None:
        """Take no more, withdraw every call, end every command, and only then give everything back.

        Background tasks go on that are `keepable`, if somebody says that they are to be kept: `keep` is who.
        """
        self._endpoint.close()
        if self._reading is not None:
            self._reading.cancel()
        keeps = keep is not None and await self._kept.leave(keep)
        background = list(self._background)
        for job in background:
            job.cancel(why)
        await asyncio.gather(*(session.finish(why) for session in list(self._sessions)))
        if background:
            await asyncio.wait(background)
        await self._pipeline.close()
        self._desk.close()
        await self._confinements.close()
        self._supervision.close(keeps=keeps)
        self._journal.close()

    def keepable(self) -> tuple[str, ...]:
        """Return the ids of the running calls that can go on without the console: see `why_not_kept`."""
        return () if self.why_not_kept else self._kept.keepable()

    @property
    def why_not_kept(self) -> str:
        """Why no task can go on without the console here; nothing when those can that are `keepable`."""
        return self._supervision.why_not_kept

    def trust_repository(self, root: str, fingerprint: str, by: Authority) -> None:
        """Trust a git repository as it is, by what a question showed of it.

        Raises OSError when that can't be kept.
        """
        self._trusted.trust(root, fingerprint, by)

    def history(self, limit: int) -> list[Moved]:
        """Return the newest calls on record with their last steps, newest first."""
        return self._journal.latest(limit)

    def confinements(self) -> tuple[Choice, ...]:
        """Return what commands can be confined by, with why some of it is not to be had here."""
        return self._confinements.choices()

    @property
    def guarantee(self) -> Guarantee:
        """How surely every process of a command ends with it; known once the console has started."""
        return self._supervision.guarantee

    @property
    def rulebook_problem(self) -> FileProblem | None:
        """Why rules as they stand in a file are not in force, or None when all are."""
        return self._desk.rulebook_problem

    @property
    def settings_problem(self) -> FileProblem | None:
        """Why the settings as they stand in the file are not in force, or None; the strict ones hold then."""
        return self._settings.problem

    @property
    def mode(self) -> Mode:
        """How what no rule decides is answered now."""
        return self._desk.mode

    def set_mode(self, mode: Mode, by: Authority) -> str:
        """Go into a mode; return why not, or nothing. Raises JournalError when it can't be recorded."""
        return self._desk.set_mode(mode, by)

    def grants(self) -> tuple[Grant, ...]:
        """Return the grants in force, the oldest first."""
        return self._desk.grants()

    def end_grant(self, grant_id: str, by: Authority) -> bool:
        """End a grant; what runs by it goes on. Tell whether it was in force."""
        return self._desk.end_grant(grant_id, by)

    def offers(self, question: Question) -> tuple[Offer, ...]:
        """Return what can be granted with a yes to this, the narrowest first."""
        return self._desk.offers(question)

    def back_test(self, offer: Offer) -> BackTest:
        """Return what the offer's rules would have answered of the last requests on record."""
        return self._desk.back_test(offer)

    def refusals(self) -> tuple[str, ...]:
        """Return words to refuse with: the person's own that were used most, then the settings'."""
        return self._desk.refusals()

    def trust_rules(self, path: str, sha256: str, by: Authority) -> bool:
        """Let a project's rules allow as they were when they had this SHA-256; nothing: no more."""
        return self._desk.trust_rules(path, sha256, by)

    def untrusted_rules(self) -> tuple[tuple[str, str], ...]:
        """Return the projects' files whose allowing rules are left out, each with its SHA-256."""
        return self._rulebook.untrusted()

    async def review(self, call: Call, proposal: Proposal) -> Question:
        """Return the question that a call comes to when a person makes this of it."""
        return await self._pipeline.review(call, proposal)

    def answer(self, call_id: str, answer: Answer) -> bool:
        """Answer a question that waits; False: it does not any more, it was answered already."""
        return self._waiting.answer(call_id, answer)

    def observe_policy(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback` when mode, grants or rules are others; call what is returned to stop that."""
        return self._desk.observe(callback)

    def _rules(self) -> Rulebook:
        decisions = self._journal.decisions
        self._trusted_rules = TrustedFiles(self.folders.state / "trusted_rules.json")
        return Rulebook(
            self.folders.configuration / "rules.toml",
            managed=self.folders.managed / "rules.toml",
            projects=Projects(self._trusted_rules.known),
            uses=RuleUses(decisions.rule_uses(), decisions.add),
        )

    def _add_job(self, job: Job) -> None:
        self._background.add(job)
        job.add_done_callback(self._background.discard)

    def _report_lost_tasks(self) -> None:
        """Let agents know what became of the tasks of a console that died."""
        for call, proposal in self._journal.lost_tasks:
            recent = excerpt_of(self._spools.path(call.id), RECENT_BYTES)
            self._tasks.add_lost(call, proposal, Failed(error=INTERRUPTED), recent)

    def _confinements_for(self, judge: Judge, shell: Shell) -> Confinements:
        own = (str(self.folders.state), str(self.folders.configuration), self.folders.address)
        return Confinements(
            lambda command: judge.demands(command, language=shell.language),
            lambda: self._settings.settings().confinement,
            Confinement(self._supervision, state=self.folders.state, own=own),
        )

    def _shell_tool(self, shell: Shell) -> ShellTool:
        scripts = ApprovedScripts(self.folders.state / "scripts")
        return ShellTool(
            shell,
            os.environ,
            self._supervision,
            settings=lambda: self._settings.settings().tools.shell,
            open_spool=self._spools.open,
            go_on_with_spool=self._spools.go_on,
            tasks=self._tasks,
            confinements=self._confinements,
            inspector=Inspector(shell, self._profiles, scripts=scripts, trusted=self._trusted),
            scripts=scripts,
        )

    def _open_session(self, channel: Channel) -> Session | None:
        if len(self._sessions) >= MOST_CONNECTIONS:
            text = f"More than {MOST_CONNECTIONS} connections"
            channel.error(None, messages.ErrorBody(code=messages.TOO_MANY, message=text))
            return None
        try:
            asker = asker_of(channel.transport)
        except PeerRefused as refusal:
            _log.warning("%s", refusal)
            return None
        session = Session(channel, asker, self._services, on_end=self._sessions.discard)
        self._sessions.add(session)
        return session
