"""Judges a command block by itself, outside of the console, as the console would."""

import os
from pathlib import Path

from assent.console.sealing import held_to
from assent.host.shell import find_shell
from assent.journal.trusted_repositories import TrustedRepositories
from assent.model.asker import Asker, Client, Process, Session
from assent.model.call import Call, Proposal
from assent.model.inspection import Inspection
from assent.model.judgement import Judgement
from assent.model.result import ShellBlock
from assent.model.settings import ShellSettings
from assent.policy.judge import Judge
from assent.policy.layered import Rules
from assent.policy.profiles.profiles import Profiles
from assent.tools.environments import Environments
from assent.tools.inspector import Inspector, Subject


class Looking:
    """Keeps what is read once for many blocks: profiles, digests of programs."""

    def __init__(self, trusted: TrustedRepositories | None = None) -> None:
        """Find the shell; `trusted` are the repositories that a person trusts as they are."""
        self._trusted = trusted
        self._shell = find_shell()
        self.profiles = Profiles()
        self._inspector: Inspector | None = None
        self._environments: Environments | None = None

    def judgement(self, rules: Rules, block: str, cwd: str) -> Judgement:
        """Return what `rules` say of a block; with a `cwd`, of what it comes to there on this machine."""
        return self.by(Judge(rules, profiles=self.profiles), block, cwd)

    def by(self, judge: Judge, block: str, cwd: str) -> Judgement:
        """Return what a judge says of it."""
        folder = str(Path(cwd).absolute()) if cwd else ""
        call = Call(
            tool="Shell",
            arguments={},
            asker=Asker(process=Process(pid=os.getpid())),
            client=Client(name="assent rules"),
            session=Session(cwd=folder),
        )
        shell = ShellBlock(language=self._shell.language, command="")
        # Not by validation: a block may hold what is no text, and is judged all the same.
        proposal = Proposal(title="Shell", cwd=folder, display=(shell,)).model_copy(update={"command": block})
        inspection = self._inspection(call, proposal) if folder else Inspection()
        return held_to(judge.judge(call, proposal, inspection), inspection)

    def _inspection(self, call: Call, proposal: Proposal) -> Inspection:
        if self._environments is None or self._inspector is None:
            self._environments = Environments(os.environ, self._shell, ShellSettings)
            self._inspector = Inspector(self._shell, self.profiles, trusted=self._trusted)
        environment = self._environments.of(proposal.cwd, has_terminal=False)
        subject = Subject(call, proposal, proposal.cwd, environment)
        return self._inspector.look(subject, patient=True)
