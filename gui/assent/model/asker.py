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
