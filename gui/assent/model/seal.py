"""The seal of an approval: what was shown, in figures that can be compared when the command starts."""

from collections.abc import Iterator

from assent.model.frozen import Frozen

NOTHING = "nothing"


class SealedFile(Frozen):
    """A file by its path, links followed, and the SHA-256 of what was in it, empty where there was none."""

    path: str
    sha256: str


class Seal(Frozen):
    """What a yes is bound to; `differences` tells what is another thing now.

    The files of `repositories` are the folders of git repositories, with the SHA-256 of all that git goes by
    in them. `environment_sha256` is keyed: it tells nobody the values. An `asker_pid` of 0 is a process that
    was gone.
    """

    command_sha256: str
    cwd: str
    cwd_device: int
    cwd_inode: int
    programs: tuple[SealedFile, ...] = ()
    scripts: tuple[SealedFile, ...] = ()
    repositories: tuple[SealedFile, ...] = ()
    environment_sha256: str = ""
    confinement: str = ""
    timeout_s: float | None = None
    idle_timeout_s: float | None = None
    terminal: bool = False
    background: bool = False
    asker_pid: int = 0
    asker_started_at: float | None = None


class Difference(Frozen):
    """One thing that is not as it was: `what` names it; before and after are for the eye."""

    what: str
    before: str
    after: str


def differences(shown: Seal, now: Seal) -> tuple[Difference, ...]:
    """Return all in which what would run now is not what was shown."""
    if shown == now:
        return ()
    return (*_plain(shown, now), *_of_files(shown, now))


def kept_as_shown(shown: Seal, edited: Seal) -> Seal:
    """Return the seal of what a person made of a proposal: what was shown stays bound to what it was.

    An edit names other programs, scripts and folders, or puts it into a terminal: that is no difference. But
    a file that was shown before and is in it still is to be the one that was shown.
    """
    is_there = edited.cwd == shown.cwd
    # A terminal, or none, changes the environment: then the edited one is measured by itself.
    is_same = edited.terminal == shown.terminal
    return edited.model_copy(
        update={
            "cwd_device": shown.cwd_device if is_there else edited.cwd_device,
            "cwd_inode": shown.cwd_inode if is_there else edited.cwd_inode,
            "environment_sha256": shown.environment_sha256 if is_same else edited.environment_sha256,
            "asker_pid": shown.asker_pid,
            "asker_started_at": shown.asker_started_at,
            **{kind: _files_as_shown(getattr(shown, kind), getattr(edited, kind)) for kind in _FILES},
        }
    )


_FILES = {"programs": "program", "scripts": "script", "repositories": "repository"}
_NAMES = {
    "command_sha256": "command",
    "cwd": "folder",
    "environment_sha256": "environment",
    "confinement": "confinement",
    "timeout_s": "timeout",
    "idle_timeout_s": "idle timeout",
    "terminal": "terminal",
    "background": "background",
}


def _plain(shown: Seal, now: Seal) -> Iterator[Difference]:
    for field, name in _NAMES.items():
        before, after = getattr(shown, field), getattr(now, field)
        if before != after:
            yield Difference(what=name, before=_told(before), after=_told(after))
    if shown.cwd == now.cwd and _number(shown) != _number(now):
        yield Difference(what=f"folder {now.cwd}", before="as it was shown", after=_told(_place_of(now)))
    if (shown.asker_pid, shown.asker_started_at) != (now.asker_pid, now.asker_started_at):
        after = _asker(now) if shown.asker_pid != now.asker_pid else f"another process {now.asker_pid}"
        yield Difference(what="who asks", before=_asker(shown), after=after)


def _of_files(shown: Seal, now: Seal) -> Iterator[Difference]:
    for kind, name in _FILES.items():
        before = {file.path: file.sha256 for file in getattr(shown, kind)}
        after = {file.path: file.sha256 for file in getattr(now, kind)}
        for path in dict.fromkeys((*before, *after)):
            if before.get(path) != after.get(path):
                yield Difference(
                    what=f"{name} {path}", before=_content(before.get(path)), after=_content(after.get(path))
                )


def _files_as_shown(shown: tuple[SealedFile, ...], edited: tuple[SealedFile, ...]) -> tuple[SealedFile, ...]:
    known = {file.path: file for file in shown}
    return tuple(known.get(file.path, file) for file in edited)


def _number(seal: Seal) -> tuple[int, int]:
    return seal.cwd_device, seal.cwd_inode


def _place_of(seal: Seal) -> str:
    return "another folder at the same place" if seal.cwd_inode else NOTHING


def _asker(seal: Seal) -> str:
    return f"process {seal.asker_pid}" if seal.asker_pid else "a process that has ended"


def _told(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None | "":
            return NOTHING
        case float():
            return f"{value:g} s"
        case _:
            return str(value)


def _content(sha256: str | None) -> str:
    if sha256 is None:
        return "not part of it"
    return f"SHA-256 {sha256}" if sha256 else NOTHING
