"""Who asks: the process at the other end of the socket, as the kernel tells it."""

from pydantic import Field

from assent.model.frozen import Frozen


class Process(Frozen):
    """One process of this machine, as it was when it connected.

    `started_at` is in seconds since the epoch: with `pid` it names a process for good, a pid alone does not.
    """

    pid: int
    started_at: float | None = None
    uid: int | None = None
    name: str = ""
    executable: str = ""
    command_line: tuple[str, ...] = ()
    cwd: str = ""


class Asker(Frozen):
    """The process that asks, and its parents up to the terminal or the desktop session, nearest first."""

    process: Process
    parents: tuple[Process, ...] = ()


class Client(Frozen):
    """What a program says of itself: a claim, never shown as more than that."""

    name: str = Field(min_length=1, max_length=200)
    version: str = Field(default="", max_length=200)


class Session(Frozen):
    """The agent's session as the agent tells it; `cwd` is where its relative paths start."""

    id: str = Field(default="", max_length=200)
    title: str = Field(default="", max_length=500)
    cwd: str = Field(default="", max_length=4096)


# What an agent starts its commands and its clients through: never the agent itself.
_SHELLS = frozenset(
    ("sh", "bash", "dash", "zsh", "fish", "ksh", "mksh", "ash", "busybox", "env", "timeout", "setsid")
)
_INTERPRETERS = frozenset(
    ("python", "pypy", "node", "bun", "deno", "ruby", "perl", "java", "php", "electron")
)


def agent_of(asker: Asker) -> Process:
    """Return the agent: the nearest of who asks and its parents that is no shell and not our own client."""
    for process in (asker.process, *asker.parents):
        if not _passes_on(process):
            return process
    return asker.process


def is_same(one: Process, other: Process) -> bool:
    """Tell whether both are the same process; one whose start is not known is the same as none."""
    return one.started_at is not None and (one.pid, one.started_at) == (other.pid, other.started_at)


def is_same_program(one: Process, other: Process) -> bool:
    """Tell whether both run the same program: the file, and the script where that runs scripts."""
    return bool(one.executable) and _program_of(one) == _program_of(other)


def _passes_on(process: Process) -> bool:
    words = process.command_line
    is_own = (
        process.name == "assent"
        or words[1:3] == ("-m", "assent")
        or (len(words) > 1 and words[1].rpartition("/")[2] == "assent")
    )
    return is_own or _base(process) in _SHELLS


def _base(process: Process) -> str:
    return (process.executable or process.name).rpartition("/")[2]


def _program_of(process: Process) -> tuple[str, ...]:
    words = process.command_line[1:]
    if _base(process).rstrip("0123456789.") not in _INTERPRETERS:
        return (process.executable,)
    # Up to the script or the module; with other options before it nobody can tell where that stands.
    known = 2 if words[:1] == ("-m",) else len(words) if words[:1] and words[0].startswith("-") else 1
    return (process.executable, *words[:known])
