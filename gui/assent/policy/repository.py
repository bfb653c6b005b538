"""What in a git repository makes git run programs, and by which it is known again.

Closed by default: a setting of the repository's own that is not known to run nothing counts as one that runs
something. What the person's own configuration names is the person's choice, unless it is looked for in the
repository.
"""

import hashlib
import json
import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from assent import resources
from assent.host.digests import Digests
from assent.host.git_config import Entry
from assent.host.repositories import Repositories, RepositoryFiles
from assent.model.inspection import Repository

_MOST_SUBMODULES = 64
# Where yes and no are git's own doing, and only another word names a program.
_YES_OR_NO = {"core.fsmonitor"}
_PLAIN = frozenset({None, "", "true", "false", "yes", "no", "on", "off", "0", "1"})
# `!command`, and an address that names the program which is to reach it (`ext::`).
_STARTS_SOMETHING = re.compile(r"!|[A-Za-z0-9+.-]+::")


@dataclass(frozen=True)
class Place:
    """Where a git command works: `git_folder` when it names git's own folder itself."""

    folder: str
    git_folder: str | None = None


def place_of(argv: Sequence[str], folder: str) -> Place | None:
    """Return where `git …` works that is started in `folder`, None where that is not certain."""
    git_folder: str | None = None
    words = iter(argv[1:])
    for word in words:
        if word == "-C":
            folder = os.path.join(folder, next(words, ""))
        elif word in ("--git-dir", "--work-tree", "-c", "--namespace", "--config-env", "--super-prefix"):
            value = next(words, "")
            git_folder = value if word == "--git-dir" else git_folder
        elif word.startswith("--git-dir="):
            git_folder = word.partition("=")[2]
        elif not word.startswith("-"):
            break
    if "\0" in folder or "\0" in (git_folder or ""):
        return None
    return Place(folder, None if git_folder is None else os.path.join(folder, git_folder))


def looked_at(place: Place, repositories: Repositories, digests: Digests) -> list[tuple[Repository, str]]:
    """Return the repository of a place and those within it, each with the SHA-256 of all that it goes by."""
    first = repositories.of(place.folder) if place.git_folder is None else repositories.at(place.git_folder)
    if first is None:
        return []
    waiting, found = [first], dict[str, tuple[Repository, str]]()
    while waiting and len(found) < _MOST_SUBMODULES:
        files = waiting.pop()
        if files.root in found:
            continue
        found[files.root] = _repository(files, digests), files.state
        for path in files.submodules:
            inner = repositories.of(f"{files.root}/{path}")
            if inner is not None:
                waiting.append(inner)
    return list(found.values())


def _repository(files: RepositoryFiles, digests: Digests) -> Repository:
    named = dict(_executing(files))
    contents = {
        path: digest.sha256
        for value in named.values()
        for path in _files_in(value, files.root)
        if (digest := digests.of(path, patient=True)) is not None
    }
    for path, sha256 in files.hooks:
        named[f"hook {os.path.basename(path)}"] = path
        contents[path] = sha256
    if files.problem:
        named["what could not be read"] = files.problem
    told = json.dumps([files.root, sorted(named.items()), sorted(contents.items())])
    return Repository(
        root=_readable(files.root),
        fingerprint=hashlib.sha256(told.encode()).hexdigest(),
        executes=tuple(_readable(f"{name}: {value}" if value else name) for name, value in named.items()),
    )


def _executing(files: RepositoryFiles) -> Iterator[tuple[str, str]]:
    """Go through the settings that may let git run something; the last of each name holds."""
    for entry in files.entries:
        if not _is_harmless(entry):
            yield entry.spelled, entry.value or ""
    for entry in files.persons:
        # The person chose it, but whoever fills the repository says what is in such a file.
        if not _is_harmless(entry) and entry.value and _files_in(entry.value, files.root, only_relative=True):
            yield entry.spelled, entry.value


def _is_harmless(entry: Entry) -> bool:
    if entry.value is not None and _STARTS_SOMETHING.match(entry.value):
        return False
    if entry.name is not None and _STARTS_SOMETHING.match(entry.name) and entry.section == "url":
        return False
    if entry.spelled in _YES_OR_NO or entry.section == "pager":
        return entry.value is None or entry.value.lower() in _PLAIN
    keys = _harmless().get(entry.section, frozenset())
    return "*" in keys or entry.key in keys


@lru_cache(maxsize=1)
def _harmless() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in resources.text("git/harmless.txt").splitlines():
        section, colon, keys = line.partition(":")
        if colon and not line.startswith("#"):
            found[section] = found.get(section, frozenset()) | frozenset(keys.split())
    return found


def _files_in(value: str, root: str, *, only_relative: bool = False) -> list[str]:
    """Return the files that a setting's words name; git starts what it runs in the work tree."""
    try:
        words = shlex.split(value.removeprefix("!"))
    except ValueError:
        words = value.split()
    if only_relative:
        words = [word for word in words if "/" in word and not word.startswith(("/", "~"))]
    paths = [os.path.join(root, os.path.expanduser(word)) for word in words[:16]]
    return [path for path in paths if "\0" not in path and os.path.isfile(path)]


def _readable(text: str) -> str:
    """Make names that are no text writable."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
