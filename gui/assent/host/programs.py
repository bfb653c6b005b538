"""What the first word of a command stands for: a program on disk, or something of the shell."""

import os
import stat
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from assent.host.real_path import real_path
from assent.host.shell import Shell

Kind = Literal["file", "builtin", "keyword", "missing"]


@dataclass(frozen=True)
class Found:
    """What was found: `path` is the file's, links followed; empty for what is none."""

    kind: Kind
    path: str = ""


_MISSING = Found("missing")


def resolve(name: str, folders: Sequence[str], cwd: str | None, shell: Shell) -> Found:
    """Return what `name` stands for where `folders` are searched, in the folder `cwd` (None: not known)."""
    if os.sep not in name:
        builtins, keywords = words_of(shell)
        if name in keywords:
            return Found("keyword")
        if name in builtins:
            return Found("builtin")
        places = [f"{folder}/{name}" for folder in folders] if name else []
    else:
        places = [] if cwd is None and not os.path.isabs(name) else [os.path.join(cwd or os.sep, name)]
    for place in places:
        found = program_at(place)
        if found is not None:
            return Found("file", real_path(place, found))
    return _MISSING


def program_at(path: str) -> os.stat_result | None:
    """Return what the system says of a file that this user may execute, None where there is none."""
    try:
        found = os.stat(path)
        return found if stat.S_ISREG(found.st_mode) and os.access(path, os.X_OK) else None
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=4)
def words_of(shell: Shell) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names of the shell's own commands, and its keywords, asked of the very shell; cached.

    Empty for a shell that can't be asked.
    """
    if shell.language != "bash":
        return frozenset(), frozenset()
    said = [_said(shell, block) for block in ("compgen -b", "compgen -k")]
    return frozenset(said[0].split()), frozenset(said[1].split())


def _said(shell: Shell, block: str) -> str:
    try:
        done = subprocess.run(
            shell.words(block),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=3,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout
