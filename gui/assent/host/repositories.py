"""Finds the git repository of a folder, and reads what in it git goes by: without running git."""

import hashlib
import os
import stat
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field

from assent.host.digests import Digests, Signature, is_settled, signature_of
from assent.host.git_config import Entry, Unreadable, entries_of
from assent.host.git_index import Unreadable as UnreadableIndex
from assent.host.git_index import submodules

_MOST_INCLUDES = 32
_MOST_HOOKS = 200
_MOST_BYTES = 1 << 20  # of a configuration
_MOST_INDEX_BYTES = 256 << 20
_MOST_REMEMBERED = 64


@dataclass(frozen=True)
class RepositoryFiles:
    """What git goes by in a repository, and nothing of what it keeps.

    `root` is its work tree, or itself where it has none. `entries` are the settings of its own files, in the
    order in which they hold, `persons` those of the person's. `hooks` are the executable ones with their
    SHA-256, `submodules` the folders that the index names. `problem` says what could not be read: then
    nothing is certain. `state` is the SHA-256 of all of it.
    """

    root: str
    entries: tuple[Entry, ...] = ()
    persons: tuple[Entry, ...] = ()
    hooks: tuple[tuple[str, str], ...] = ()
    submodules: tuple[str, ...] = ()
    problem: str = ""
    state: str = ""


@dataclass
class _Reading:
    """What was looked at for one repository, to tell when it has to be looked at again."""

    seen: dict[str, Signature | None] = field(default_factory=dict)
    is_fresh: bool = False
    problem: str = ""
    included: int = 0

    def look(self, path: str) -> os.stat_result | None:
        try:
            found = os.stat(path)
        except (OSError, ValueError):
            self.seen[path] = None
            return None
        self.seen[path] = signature_of(found)
        self.is_fresh = self.is_fresh or not is_settled(found)
        return found

    def read(self, path: str, most: int = _MOST_BYTES) -> bytes | None:
        """Return what is in a file, None for one that is not there."""
        found = self.look(path)
        if found is None:
            return None
        try:
            if not stat.S_ISREG(found.st_mode):
                raise OSError("it is no file")
            if found.st_size > most:
                raise OSError("it is too long")
            with open(path, "rb") as file:
                return file.read(most)
        except OSError as problem:
            self.problem = self.problem or f"{path}: {problem}"
            return None

    def still_holds(self) -> bool:
        return not self.is_fresh and all(_signature(path) == seen for path, seen in self.seen.items())


class Repositories:
    """Repositories by folder, read again when something of them has changed."""

    def __init__(self, digests: Digests) -> None:
        """Hash hooks by `digests`."""
        self._digests = digests
        self._known: OrderedDict[tuple[str, str], tuple[_Reading, RepositoryFiles]] = OrderedDict()

    def of(self, folder: str) -> RepositoryFiles | None:
        """Return the repository that git would use in `folder`, or None where there is none."""
        found = _git_folder(os.path.realpath(folder))
        return None if found is None else self._files(*found)

    def at(self, git_folder: str) -> RepositoryFiles:
        """Return the repository of which this is git's own folder (`--git-dir`)."""
        real = os.path.realpath(git_folder)
        return self._files(real, real)

    def _files(self, root: str, git_folder: str) -> RepositoryFiles:
        known = self._known.get((root, git_folder))
        if known is not None and known[0].still_holds():
            return known[1]
        reading = _Reading()
        files = self._read(root, git_folder, reading)
        self._known[root, git_folder] = reading, files
        while len(self._known) > _MOST_REMEMBERED:
            self._known.popitem(last=False)
        return files

    def _read(self, root: str, git_folder: str, reading: _Reading) -> RepositoryFiles:
        common = _common(git_folder, reading)
        digest = hashlib.sha256()
        entries: list[Entry] = []
        for path in (f"{common}/config", f"{git_folder}/config.worktree"):
            entries += _configured(path, reading, digest)
        persons = [each for path in _persons_files() for each in _configured(path, reading, digest)]
        for path in (f"{root}/.gitattributes", f"{common}/info/attributes"):
            digest.update(reading.read(path) or b"\0")
        hooks = tuple(self._hooks(root, common, [*persons, *entries], reading))
        digest.update(repr((root, hooks)).encode("utf-8", "surrogateescape"))
        return RepositoryFiles(
            root=root,
            entries=tuple(entries),
            persons=tuple(persons),
            hooks=hooks,
            submodules=_submodules(git_folder, reading),
            problem=reading.problem,
            state=digest.hexdigest(),
        )

    def _hooks(
        self, root: str, common: str, entries: list[Entry], reading: _Reading
    ) -> Iterator[tuple[str, str]]:
        """Go through the executable hooks: of the folder that the settings name, else of the repository."""
        named = [entry.value for entry in entries if entry.spelled == "core.hookspath" and entry.value]
        folder = os.path.join(root, os.path.expanduser(named[-1])) if named else f"{common}/hooks"
        if reading.look(folder) is None:
            return
        try:
            names = sorted(os.listdir(folder))
        except OSError as problem:
            reading.problem = reading.problem or f"{folder}: {problem}"
            return
        for name in [name for name in names if not name.endswith(".sample")][:_MOST_HOOKS]:
            path = f"{folder}/{name}"
            found = reading.look(path)
            if found is not None and stat.S_ISREG(found.st_mode) and found.st_mode & 0o111:
                digest = self._digests.of(path, patient=True)
                yield path, digest.sha256 if digest else ""


def _signature(path: str) -> Signature | None:
    try:
        return signature_of(os.stat(path))
    except (OSError, ValueError):
        return None


def _git_folder(folder: str) -> tuple[str, str] | None:
    """Return the work tree and git's own folder that git finds from `folder` upwards."""
    while True:
        beside = f"{folder.rstrip('/')}/.git"
        if os.path.isfile(beside):
            return folder, _linked(beside)
        if _is_git_folder(beside):
            return folder, beside
        if _is_git_folder(folder):
            return folder, folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _is_git_folder(path: str) -> bool:
    # Less than git asks for: what we take for one and git does not is only looked at in vain.
    return os.path.lexists(f"{path}/HEAD") and (
        os.path.isdir(f"{path}/objects") or os.path.isfile(f"{path}/commondir")
    )


def _linked(path: str) -> str:
    """Return the folder that a `.git` file names, as a work tree or a submodule has it."""
    try:
        with open(path, "rb") as file:
            text = os.fsdecode(file.read(8192)).strip()
    except OSError:
        text = ""
    named = text.removeprefix("gitdir:").strip()
    return os.path.realpath(os.path.join(os.path.dirname(path), named))


def _common(git_folder: str, reading: _Reading) -> str:
    """Return the folder that several work trees share, or this one."""
    named = reading.read(f"{git_folder}/commondir")
    if named is None:
        return git_folder
    return os.path.realpath(os.path.join(git_folder, os.fsdecode(named).strip()))


def _configured(
    path: str, reading: _Reading, digest: "hashlib._Hash", within: tuple[str, ...] = ()
) -> list[Entry]:
    """Read the settings of a file, with those that it includes, under whatever condition."""
    data = None if path in within else reading.read(path)
    digest.update(b"\0" if data is None else len(data).to_bytes(8, "big") + data)
    if data is None:
        return []
    try:
        entries = entries_of(data)
    except Unreadable as problem:
        reading.problem = reading.problem or f"{path}: {problem}"
        return []
    found = []
    for entry in entries:
        found.append(entry)
        if entry.section in ("include", "includeif") and entry.key == "path" and entry.value:
            reading.included += 1
            if reading.included > _MOST_INCLUDES:
                reading.problem = reading.problem or f"{path}: it includes too much"
                break
            named = os.path.join(os.path.dirname(path), os.path.expanduser(entry.value))
            found += _configured(named, reading, digest, (*within, path))
    return found


def _persons_files() -> tuple[str, ...]:
    home = os.path.expanduser("~")
    configured = os.environ.get("XDG_CONFIG_HOME") or f"{home}/.config"
    return "/etc/gitconfig", f"{configured}/git/config", f"{home}/.gitconfig"


def _submodules(git_folder: str, reading: _Reading) -> tuple[str, ...]:
    """Return what the index names: it is looked into by `git status`, with or without a `.gitmodules`."""
    data = reading.read(f"{git_folder}/index", _MOST_INDEX_BYTES)
    if data is None:
        return ()
    try:
        shared = [name for name in os.listdir(git_folder) if name.startswith("sharedindex.")]
        parts = [data, *(reading.read(f"{git_folder}/{name}", _MOST_INDEX_BYTES) or b"" for name in shared)]
        return tuple(path for part in parts for path in submodules(part))
    except (OSError, UnreadableIndex) as problem:
        reading.problem = reading.problem or f"{git_folder}/index: {problem}"
        return ()
