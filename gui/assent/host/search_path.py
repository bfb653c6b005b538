"""The folders in which programs are looked for: those of PATH where nobody else can put one."""

import os
import stat
import sys
from dataclasses import dataclass
from functools import lru_cache

from assent.host.digests import Signature, signature_of
from assent.host.real_path import real_path


@dataclass(frozen=True)
class SearchPath:
    """PATH as commands get it; `left_out` are the other folders of it with why each is left out."""

    value: str
    folders: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...] = ()


class SearchPaths:
    """Cleans PATH: relative folders, and such as others may write to, or the agent's work may fill, go."""

    def __init__(self) -> None:
        """Have looked at none."""
        self._seen: dict[str, tuple[Signature, str]] = {}

    def cleaned(self, value: str, workspaces: tuple[str, ...] = ()) -> SearchPath:
        """Return what is left of `value`; no folder of it lies in one of the `workspaces` then."""
        roots = roots_of(workspaces)
        kept, left_out = [], []
        for folder in dict.fromkeys(value.split(os.pathsep)):
            why = self._why_not(folder, roots)
            if why:
                left_out.append((folder, why))
            else:
                kept.append(folder)
        return SearchPath(os.pathsep.join(kept), tuple(kept), tuple(left_out))

    def _why_not(self, folder: str, roots: tuple[str, ...]) -> str:
        if not folder or not os.path.isabs(folder):
            return "it is relative"
        try:
            found = os.stat(folder)
        except (OSError, ValueError):
            return "it is not there"
        signature, real = signature_of(found), real_path(folder, found)
        seen = self._seen.get(folder)
        if seen is None or seen[0] != signature:
            seen = self._seen[folder] = signature, _why_not_safe(real, found)
        if not seen[1] and any(holds(root, real) for root in roots):
            return "it is in the folder that the agent works in"
        return seen[1]


def roots_of(workspaces: tuple[str, ...]) -> tuple[str, ...]:
    """Return the folders that an agent works in, links followed.

    Without the home, and what is above it: all that is the person's own lies below.
    """
    home = real_path(os.path.expanduser("~"))
    named = dict.fromkeys(real_path(folder) for folder in workspaces if folder)
    return tuple(root for root in named if not holds(root, home))


def holds(folder: str, path: str) -> bool:
    """Tell whether a path is a folder or lies in it; both as they are once links are followed."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


if sys.platform == "win32":

    def _why_not_safe(_folder: str, found: os.stat_result) -> str:
        return "" if stat.S_ISDIR(found.st_mode) else "it is no folder"

else:
    import grp
    import pwd

    def _why_not_safe(folder: str, found: os.stat_result) -> str:
        """Say who else could put a program there, or put another folder in its place."""
        if not stat.S_ISDIR(found.st_mode):
            return "it is no folder"
        if why := _who_writes(found):
            return why
        while (parent := os.path.dirname(folder)) != folder:
            above = os.lstat(parent)
            # Where it is sticky, nobody can take away what is another's.
            if not above.st_mode & stat.S_ISVTX and (why := _who_writes(above)):
                return f"{why}, above it"
            folder = parent
        return ""

    def _who_writes(found: os.stat_result) -> str:
        if found.st_uid not in (0, os.getuid()):
            return "it belongs to another user"
        if found.st_mode & stat.S_IWOTH:
            return "everybody may write to it"
        if found.st_mode & stat.S_IWGRP and not _is_nobody_elses(found.st_gid):
            return "a group may write to it"
        return ""

    # Asked of the system's accounts once for each group: they hardly change while the console runs.
    @lru_cache(maxsize=64)
    def _is_nobody_elses(group: int) -> bool:
        """Tell whether nobody but this user (and root) is in a group: most systems give each user one."""
        if group == 0:
            return True
        try:
            own = pwd.getpwuid(os.getuid())
            members = grp.getgrgid(group).gr_mem
        except KeyError:
            return False
        others = [
            each for each in pwd.getpwall() if each.pw_gid == group and each.pw_uid not in (0, own.pw_uid)
        ]
        return not others and set(members) <= {own.pw_name, "root"}
