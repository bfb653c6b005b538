"""Looks at what a command comes to on this machine, and seals it."""

import asyncio
import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from assent.host.digests import Digests, Slow
from assent.host.expanding import expanded
from assent.host.peer import is_running
from assent.host.programs import program_at, resolve
from assent.host.repositories import Repositories
from assent.host.search_path import holds, roots_of
from assent.host.shell import Shell
from assent.journal.approved_scripts import ApprovedScripts
from assent.journal.trusted_repositories import TrustedRepositories
from assent.model.call import Call, Proposal
from assent.model.inspection import Expansion, Inspection, Program, Repository
from assent.model.seal import Seal, SealedFile
from assent.policy.lines import MOST_LINES, Line, lines_of
from assent.policy.profiles.profiles import Profiles
from assent.policy.repository import looked_at, place_of
from assent.tools.environments import Environment
from assent.tools.scripts import Named, ScriptReader, Scripts, is_text, scripts_named

MOST_NAMES = 50  # of files that a pattern stands for
_MOST_EXPANSIONS = 20


@dataclass(frozen=True)
class Subject:
    """What is looked at: `place` leads to the folder that was there when the call came.

    `confinement` tells the one that it would run in from another one of that name, where it is more than the
    proposal's word.
    """

    call: Call
    proposal: Proposal
    place: str
    environment: Environment
    confinement: str = ""
    in_container: bool = False

    @cached_property
    def workspaces(self) -> tuple[str, ...]:
        """The folders that the agent works in, links followed; never the home, nor what is above it."""
        return roots_of((self.proposal.cwd, self.call.session.cwd))


class Inspector:
    """Keeps what is dear to find out: digests, the names of the shell's own commands, repositories."""

    def __init__(
        self,
        shell: Shell,
        profiles: Profiles | None = None,
        *,
        scripts: ApprovedScripts | None = None,
        trusted: TrustedRepositories | None = None,
    ) -> None:
        """Look at what `shell` would run."""
        self._shell, self._trusted = shell, trusted
        self._digests = Digests()
        self._repositories = Repositories(self._digests)
        self._scripts = ScriptReader(self._digests, scripts)
        profiles = profiles or Profiles()
        # What a block comes to is asked twice for each call, and agents repeat themselves.
        self._lines = lru_cache(maxsize=64)(lambda block: lines_of(block, profiles))

    async def inspect(self, subject: Subject) -> Inspection:
        """Return what is so now; in a thread where a long file has to be read for it."""
        try:
            return self.look(subject)
        except Slow:
            return await asyncio.to_thread(self.look, subject, patient=True)

    def look(self, subject: Subject, *, patient: bool = False) -> Inspection:
        """Return what is so now; raises Slow, unless there is patience, when it would take long."""
        lines: tuple[Line, ...] = ()
        if subject.proposal.command is not None and self._shell.language == "bash":
            lines = self._lines(subject.proposal.command)
        programs = () if subject.in_container else tuple(self._programs(lines, subject, patient=patient))
        scripts = self._scripts.read(list(self._named(lines, programs, subject)))
        repositories = self._repositories_of(lines, subject)
        return Inspection(
            programs=programs,
            scripts=scripts.found,
            expansions=tuple(_expansions(lines, subject)),
            repositories=tuple(repository for repository, _ in repositories),
            unsealed=(*scripts.unsealed, *_uncertain_folders(lines)),
            seal=self._seal(subject, programs, scripts, repositories, patient=patient),
        )

    def _programs(self, lines: tuple[Line, ...], subject: Subject, *, patient: bool) -> Iterator[Program]:
        seen = set()
        for line in lines:
            name = line.argv[0]
            cwd = _folder(line, subject)
            if (name, cwd if "/" in name else None) in seen:
                continue
            seen.add((name, cwd if "/" in name else None))
            found = resolve(_plain(name, subject), subject.environment.search.folders, cwd, self._shell)
            if found.kind == "file":
                digest = self._digests.of(found.path, patient=patient)
                in_workspace = any(holds(folder, found.path) for folder in subject.workspaces)
                yield Program(
                    name=_text(name),
                    kind="file",
                    path=_text(found.path),
                    sha256=digest.sha256 if digest else "",
                    note=_INSIDE if in_workspace else _note(found.path),
                    in_workspace=in_workspace,
                )
            elif line.is_certain:
                note = "not found" if found.kind == "missing" else ""
                yield Program(name=_text(name), kind=found.kind, note=note)

    def _named(
        self, lines: tuple[Line, ...], programs: tuple[Program, ...], subject: Subject
    ) -> Iterator[Named]:
        for line in lines:
            why = _text(" ".join(line.argv))[:200]
            for path, must_be in scripts_named(line, subject.environment.search.folders):
                yield _place(path, line, subject, why, must_be=must_be)
            name = line.argv[0]
            if "/" in name and line.folder is not None:
                named = _place(name, line, subject, why, must_be=False)
                if program_at(named.place) and is_text(named.place):
                    yield named
        for program in programs:
            if "/" not in program.name and program.in_workspace and is_text(program.path):
                yield Named(program.path, program.path, program.name, must_be=False)

    def _repositories_of(self, lines: tuple[Line, ...], subject: Subject) -> list[tuple[Repository, str]]:
        found: dict[str, tuple[Repository, str]] = {}
        for line in lines:
            folder = _folder(line, subject)
            if line.argv[0].rpartition("/")[2] != "git" or folder is None:
                continue
            place = place_of(line.argv, folder)
            for repository, state in looked_at(place, self._repositories, self._digests) if place else ():
                trusted = self._trusted is not None and self._trusted.is_trusted(
                    repository.root, repository.fingerprint
                )
                found[repository.root] = repository.model_copy(update={"is_trusted": trusted}), state
        return list(found.values())

    def _seal(
        self,
        subject: Subject,
        programs: tuple[Program, ...],
        scripts: Scripts,
        repositories: list[tuple[Repository, str]],
        *,
        patient: bool,
    ) -> Seal:
        proposal, asker = subject.proposal, subject.call.asker.process
        device, inode = _number(proposal.cwd)
        shell = self._digests.of(self._shell.path, patient=patient)
        sealed = [SealedFile(path=self._shell.path, sha256=shell.sha256 if shell else "")]
        sealed += [
            SealedFile(path=program.path or program.name, sha256=program.sha256)
            for program in programs
            if program.kind in ("file", "missing")
        ]
        is_there = is_running(asker)
        return Seal(
            command_sha256=_sha256(proposal.command or ""),
            cwd=proposal.cwd,
            cwd_device=device,
            cwd_inode=inode,
            programs=tuple(sealed),
            scripts=(
                *(SealedFile(path=script.path, sha256=script.sha256) for script in scripts.found),
                *(SealedFile(path=path, sha256="") for path in scripts.missing),
            ),
            repositories=tuple(SealedFile(path=each.root, sha256=state) for each, state in repositories),
            environment_sha256=subject.environment.sha256,
            confinement=subject.confinement or proposal.confinement,
            timeout_s=proposal.timeout_s,
            idle_timeout_s=proposal.idle_timeout_s,
            terminal=proposal.terminal,
            background=proposal.background,
            asker_pid=asker.pid if is_there else 0,
            asker_started_at=asker.started_at if is_there else None,
        )


_INSIDE = "it is in the folder that the agent works in"


def _note(path: str) -> str:
    try:
        return "others may write to it" if os.stat(path).st_mode & 0o002 else ""
    except OSError:
        return ""


def _expansions(lines: tuple[Line, ...], subject: Subject) -> Iterator[Expansion]:
    patterns = dict.fromkeys((pattern, _folder(line, subject)) for line in lines for pattern in line.globs)
    for pattern, folder in list(patterns)[:_MOST_EXPANSIONS]:
        if folder is not None:
            names, more = expanded(pattern, folder, MOST_NAMES)
            yield Expansion(pattern=_text(pattern), names=tuple(map(_text, names)), more=more)


def _uncertain_folders(lines: tuple[Line, ...]) -> Iterator[str]:
    """Say of which parts nobody knows what they mean, since their folder is not certain."""
    if len(lines) >= MOST_LINES:
        yield f"It starts more than {MOST_LINES} commands."
    for line in lines:
        if line.folder is None and line.is_certain:
            name = line.argv[0].rpartition("/")[2]
            if name == "git" or "/" in line.argv[0] or any(scripts_named(line, ())):
                yield f"Where `{_text(name)}` would run is not certain."


def _folder(line: Line, subject: Subject) -> str | None:
    return None if line.folder is None else os.path.join(subject.proposal.cwd, line.folder)


def _place(path: str, line: Line, subject: Subject, why: str, *, must_be: bool) -> Named:
    """Return where a file is for the eye, and where it is opened: below the folder that is held."""
    inside = os.path.join(line.folder or ".", _plain(path, subject))
    shown = os.path.realpath(os.path.join(subject.proposal.cwd, inside))
    return Named(_text(shown), os.path.join(subject.place, inside), why, must_be)


def _plain(word: str, subject: Subject) -> str:
    """Put in what bash does for a word that begins with the home or the folder it runs in."""
    home = subject.environment.variables.get("HOME", "")
    for start, value in (("~/", home), ("$HOME/", home), ("$PWD/", subject.proposal.cwd)):
        if word.startswith(start) and value:
            return f"{value}/{word[len(start) :]}"
    return word


def _number(path: str) -> tuple[int, int]:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return 0, 0
    return found.st_dev, found.st_ino


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _text(text: str) -> str:
    """Make the name of a file writable, which may be no text."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
