"""What a command comes to on this machine when it is looked at: programs, scripts, files, the repository."""

from typing import Literal

from assent.model.frozen import Frozen
from assent.model.seal import Difference, Seal
from assent.model.seal import differences as seal_differences

LONGEST_SCRIPT = 256 << 10  # bytes of a script that are shown


class Program(Frozen):
    """The first word of a part and what it stands for: a file, links followed, or something of the shell.

    `path` is empty for what is not found. `note` says what is odd: not found, inside the agent's folder
    (`in_workspace`, which the home and what is above it never is), others may write it.
    """

    name: str
    kind: Literal["file", "builtin", "keyword", "missing"]
    path: str = ""
    sha256: str = ""
    note: str = ""
    in_workspace: bool = False


class Script(Frozen):
    """A file whose content will run: `why` names the part. `text` is its start, decoded for the eye.

    `before` is what it was when a person last approved a command that runs it, None when none did.
    """

    path: str
    why: str
    sha256: str
    size: int
    text: str
    before: str | None = None


class Expansion(Frozen):
    """A pattern of file names and what it stands for now; `more` are not listed."""

    pattern: str
    names: tuple[str, ...]
    more: int = 0


class Repository(Frozen):
    """A git repository that a part works in: `executes` names what in it makes git run programs.

    `fingerprint` is of exactly that, with the content of the files that it names: by it a person can trust
    the repository as it is.
    """

    root: str
    fingerprint: str
    executes: tuple[str, ...] = ()
    is_trusted: bool = False


class Inspection(Frozen):
    """All of it, and the seal: what must still be so when the command starts.

    `unsealed` says of what no seal could be made, and why: such a command is not run without a person's yes.
    """

    programs: tuple[Program, ...] = ()
    scripts: tuple[Script, ...] = ()
    expansions: tuple[Expansion, ...] = ()
    repositories: tuple[Repository, ...] = ()
    unsealed: tuple[str, ...] = ()
    seal: Seal | None = None


def differences(shown: Inspection, now: Inspection) -> tuple[Difference, ...]:
    """Return in what a command would be another one now, a changed script with its text before and after."""
    if shown.seal is None or now.seal is None:
        return ()
    before, after = _texts(shown), _texts(now)
    return tuple(
        Difference(what=each.what, before=before[each.what], after=after[each.what])
        if before.get(each.what, "") != after.get(each.what, "") and each.what in before.keys() & after.keys()
        else each
        for each in seal_differences(shown.seal, now.seal)
    )


def _texts(inspection: Inspection) -> dict[str, str]:
    return {f"script {script.path}": script.text for script in inspection.scripts if script.sha256}
