"""What a rule's further conditions are held against: who asks, where, by which tool, with which program."""

import os.path
from dataclasses import dataclass
from datetime import UTC, datetime

from assent.model.call import Call, Proposal
from assent.model.inspection import Inspection, Program
from assent.model.rules import Rule


@dataclass(frozen=True)
class Circumstances:
    """Of one call: what it proposes, and what that comes to on this machine."""

    call: Call
    proposal: Proposal
    inspection: Inspection

    def hold(self, rule: Rule, *, folder: str | None, program: str | None, doubt: bool) -> bool:
        """Tell whether the rule's conditions hold for a command of this name in this folder.

        `doubt` is the answer where that cannot be known: what forbids then does, what allows does not.
        """
        if rule.tool is not None and rule.tool != self.call.tool:
            return False
        if rule.expires is not None and datetime.now(UTC) >= rule.expires:
            return False
        if rule.agent is not None and not self._asks(rule.agent):
            return False
        if rule.cwd is not None:
            place = self.folder(folder)
            if place is None:
                return doubt
            if not is_inside(place, rule.cwd):
                return False
        return rule.program is None or self._is_program(rule.program, program, doubt=doubt)

    def folder(self, below: str | None) -> str | None:
        """Return the folder in which a command runs, None where that is not known."""
        if below is None or not (self.proposal.cwd or below.startswith("/")):
            return None
        return self._below(below)

    def is_outside(self, below: str | None) -> bool:
        """Tell whether a command may run in another folder than the agent's, or one in it."""
        if below is None:
            return True
        if self.proposal.cwd:
            return not is_inside(self._below(below), self.proposal.cwd)
        return below.startswith("/") or os.path.normpath(below).split("/", 1)[0] == ".."

    def program(self, name: str) -> Program | None:
        """Return what a command's first word stands for, None where nobody looked."""
        for each in self.inspection.programs:
            if each.name == name:
                return each
        return None

    def _below(self, path: str) -> str:
        # As text: whether a folder is there, and what it is a link to, is not the rules' to know.
        whole = path if path.startswith("/") else f"{self.proposal.cwd}/{path}"
        return os.path.normpath(whole)

    def _asks(self, agent: str) -> bool:
        asker = self.call.asker
        return any(agent in (each.name, each.executable) for each in (asker.process, *asker.parents))

    def _is_program(self, sha256: str, name: str | None, *, doubt: bool) -> bool:
        program = None if name is None else self.program(name)
        if program is None or not program.sha256:
            return doubt
        return program.sha256 == sha256


def is_inside(path: str, folder: str) -> bool:
    """Tell whether a path is that of the folder, or of something in it."""
    path, folder = os.path.normpath(path), os.path.normpath(folder)
    return path == folder or path.startswith(folder.rstrip("/") + "/")
