"""Which places a confined command may write to, which it may only read, and which it does not see."""

import contextlib
import os
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

from assent import resources
from assent.host.errors import Unconfinable
from assent.model.confinement import Profile

# A confined command gets empty ones of its own: others hold the sockets and files of other programs.
PRIVATE = ("/tmp", "/var/tmp", "/run")
# The system's own, which is no place to work in.
_SYSTEM = ("/proc", "/sys", "/dev")


class Access(Enum):
    """What a confined command may do with a place and all below it."""

    WRITE = "write"
    READ = "read"
    NONE = "none"


@dataclass(frozen=True)
class Areas:
    """The folder to run in, without symbolic links, and each place that is not simply readable."""

    folder: str
    places: Mapping[str, Access]
    stand_ins: Collection[str] = ()

    def missing(self) -> list[str]:
        """Return the places that must not come into being: not there, where the command may write."""
        return [
            place
            for place, access in self.places.items()
            if access is not Access.WRITE
            and (place in self.stand_ins or not os.path.lexists(place))
            and self._is_writable(place)
        ]

    def _is_writable(self, place: str) -> bool:
        above = str(Path(place).parent)
        while above not in self.places and above != os.sep:
            above = str(Path(above).parent)
        return self.places.get(above) is Access.WRITE


def areas(profile: Profile, folder: str, own: Iterable[str], stand_ins: Collection[str] = ()) -> Areas:
    """Work out the places for a command in `folder`; `own` are the console's folders and its socket.

    `stand_ins` are missing, though something is there for other commands now (placeholders.py).
    Raises Unconfinable for a folder that cannot be a workspace, and for what cannot be protected.
    """
    real = os.path.realpath(folder)
    homes = _homes()
    extra = [_resolved(place, real) for place in profile.writable]
    readable = {_resolved(place, real) for place in profile.readable}
    hidden = _secrets(homes) - readable
    hidden |= {_resolved(place, real) for place in profile.hidden} | {os.path.realpath(each) for each in own}
    roots = [*([real] if profile.base == "workspace" else []), *extra]
    places: dict[str, Access] = {}
    for root in roots:
        _check_root(root, homes, hidden)
        places[root] = Access.WRITE
    for root in roots:
        for path in _protected_below(root):
            _protect(path, root, places, kept=extra, stand_ins=stand_ins)
    for path in (_resolved(place, real) for place in profile.protected):
        if (above := _root_of(path, roots)) is not None:
            _protect(path, above, places, stand_ins=stand_ins)
    for path in (real, *readable):
        if any(is_below(path, each) and path != each for each in PRIVATE) and Path(path).exists():
            places.setdefault(path, Access.READ)
    _hide(hidden, roots, places, stand_ins)
    return Areas(real, places, stand_ins)


def _hide(
    hidden: Iterable[str], roots: Sequence[str], places: dict[str, Access], stand_ins: Collection[str]
) -> None:
    """Let nothing be seen of `hidden`; what is not there may not come into being."""
    for path in sorted(hidden):
        root = _root_of(path, roots)
        if path in stand_ins or not os.path.lexists(path):
            if root is not None:
                _protect(path, root, places, stand_ins=stand_ins)
        elif any(is_below(path, other) for other, access in places.items() if access is Access.NONE):
            continue  # in what is hidden already
        elif not any(is_below(path, each) for each in PRIVATE) or any(
            is_below(path, each) for each in places
        ):
            places[path] = Access.NONE


def _root_of(path: str, roots: Sequence[str]) -> str | None:
    return max((root for root in roots if is_below(path, root) and path != root), key=len, default=None)


def is_below(path: str, folder: str) -> bool:
    """Tell whether `path` is `folder` or in it; both absolute and without symbolic links."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _check_root(root: str, homes: Sequence[str], hidden: Iterable[str]) -> None:
    """Refuse what must not be written to as a whole."""
    if not Path(root).is_dir() and not Path(root).is_file():
        raise Unconfinable(f"`{root}` is not there, so it cannot be made writable")
    if any(is_below(home, root) for home in homes):
        raise Unconfinable(
            f"`{root}` holds a whole home folder, where much is run by nobody's doing (start-up files): it "
            "cannot be a workspace. Name a folder below it"
        )
    if any(is_below(each, root) for each in (*PRIVATE, *_runtime_folders())):
        raise Unconfinable(
            f"`{root}` holds the files and sockets of other programs: it cannot be a workspace. "
            "Name a folder below it"
        )
    if any(is_below(root, each) for each in _SYSTEM):
        raise Unconfinable(f"`{root}` is the system's own: it cannot be a workspace")
    if ".git" in Path(root).parts:
        raise Unconfinable(f"`{root}` is inside git's own folder: it cannot be a workspace")
    for each in hidden:
        if is_below(root, each):
            raise Unconfinable(f"`{each}` is hidden from confined commands: `{root}` cannot be a workspace")


def _protected_below(root: str) -> list[str]:
    if not Path(root).is_dir():
        return []
    lines = list(_lines("protected"))
    if (
        Path(root, "HEAD").exists() and Path(root, "objects").is_dir()
    ):  # a git folder without a tree beside it
        lines += [line.removeprefix(".git/") for line in lines if line.startswith(".git/")]
    return [str(Path(root, line)) for line in lines]


def _protect(
    path: str,
    root: str,
    places: dict[str, Access],
    *,
    kept: Sequence[str] = (),
    stand_ins: Collection[str],
) -> None:
    """Let nothing be changed at `path` below the writable `root`, whether it is there or not.

    What lies between both is made a mount of its own: it could be renamed otherwise, with all that is
    protected in it. The first thing on the way that is missing, or is no folder, stands for the rest.
    """
    at = root
    for part in Path(path).relative_to(root).parts:
        above, at = at, str(Path(at, part))
        if at in kept:
            return
        if Path(at).is_symlink():
            if above == root:
                raise Unconfinable(
                    f"`{at}` is a symbolic link, which cannot be kept from being replaced (a profile whose "
                    "`writable` names it leaves it unprotected)"
                )
            places[above] = Access.READ
            return
        if at == path or at in stand_ins or not Path(at).is_dir():
            places[at] = Access.READ
            return
        if places.setdefault(at, Access.WRITE) is not Access.WRITE:
            return


def _resolved(place: str, folder: str) -> str:
    """Return the absolute path of a profile's place, without symbolic links."""
    return os.path.realpath(Path(folder, Path(place).expanduser()))


def _secrets(homes: Iterable[str]) -> set[str]:
    """Return the paths of the secrets, without symbolic links; each folder is resolved once, for speed."""
    folders: dict[str, str] = {}
    found = set()
    for home in homes:
        for line in _lines("hidden"):
            folder, _, name = f"{home}/{line}".rpartition("/")
            if folder not in folders:
                folders[folder] = os.path.realpath(folder)
            path = f"{folders[folder]}/{name}"
            found.add(os.path.realpath(path) if os.path.islink(path) else path)  # noqa: PTH114  # it is faster
    return found


def _homes() -> tuple[str, ...]:
    """Return the person's home folders: the one that is set, and the one of the account."""
    homes = {os.path.realpath(Path.home())}
    if sys.platform != "win32":
        import pwd  # noqa: PLC0415  # there is none on Windows

        with contextlib.suppress(KeyError):  # an account without a name, as in containers
            homes.add(os.path.realpath(pwd.getpwuid(os.getuid()).pw_dir))
    return tuple(homes - {os.sep})


def _runtime_folders() -> list[str]:
    return [os.path.realpath(each) for each in (os.environ.get("XDG_RUNTIME_DIR"),) if each]


@lru_cache(maxsize=2)
def _lines(name: str) -> tuple[str, ...]:
    lines = resources.text(f"confinement/{name}.txt").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))
