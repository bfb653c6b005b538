"""The seal of an approval: what was shown, in figures that can be compared when the command starts."""

from assent.model.frozen import Frozen


class SealedFile(Frozen):
    """A file by its path, links followed, and the SHA-256 of what was in it, empty where there was none."""

    path: str
    sha256: str


class Seal(Frozen):
    """What a yes is bound to; `differences` tells what is another thing now."""

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
