"""Starting commands so that every process of theirs can be ended: the face of `tree_*.py`."""

import asyncio
import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Protocol

from assent.host.terminal import Terminal
from assent.host.trees.keeping import Order, Place
from assent.host.trees.launch import Launch
from assent.host.trees.tree_plain import OnSpawn, PlainTrees
from assent.host.trees.usage import Usage as Usage
from assent.model.guarantee import Guarantee, Kind, Wanted

# Seconds in which a way to start commands must have run `true` to be chosen.
PROBE_LIMIT_S = 3.0


class Tree(Protocol):
    """A command that runs, and all that it started."""

    # The command's first process, as this process counts. The descriptors are the read ends of its output;
    # whoever started it closes them. One that has a terminal writes both to it: `stderr` is -1 then.
    pid: int
    stdout: int
    stderr: int
    terminal: Terminal | None

    def exited(self) -> asyncio.Future[int]:
        """Return the exit code of the tree's first process, once it has one; negative for a signal."""

    async def keep(self, place: Place, order: Order, spool: int, outputs: list[int]) -> None:
        """Leave the command to whoever stands over it: it goes on without us, who may only `close` it then.

        From then on its output is poured from `outputs` into `spool`. Raises OSError when it is not kept.
        """

    def interrupt(self) -> None:
        """Send what Ctrl+C sends (SIGINT), to whom it would go: the foreground of its session."""

    def pause(self) -> None:
        """Let all of the tree stand still (SIGSTOP), also who breeds meanwhile."""

    def resume(self) -> None:
        """Let it go on (SIGCONT)."""

    def terminate(self) -> None:
        """Ask the whole tree to end, a paused one too."""

    def kill(self) -> None:
        """End the whole tree."""

    def end_now(self) -> None:
        """End the whole tree where no loop is left to wait with; blocks until that is done, 3 s at most."""

    def end_one(self, pid: int) -> None:
        """End one process of the tree, by its number as this process counts; another's is left alone."""

    def members(self) -> dict[int, str]:
        """Return the living processes that are found of it now, by number, each with its name."""

    def usage(self) -> Usage:
        """Return what it uses; of a tree that is empty, what it used."""

    def is_empty(self) -> bool:
        """Tell whether nothing of the tree is left."""

    def close(self) -> None:
        """Give back what is held for the tree."""


class Starts(Protocol):
    """Whoever comes to a tree for a command."""

    async def start(self, launch: Launch) -> Tree:
        """Start a command; raises OSError or ValueError with the reason when that fails."""


class Trees(Starts, Protocol):
    """One way to start commands."""

    def close(self, *, keeps: bool = False) -> None:
        """Give back what is kept ready; the trees have ended before, unless some are kept."""


class Supervision:
    """Starts each command in the strongest way that really works here; `choose` finds it, once."""

    def __init__(self, on_spawn: OnSpawn = lambda _pid: None) -> None:
        """Know nothing yet; `on_spawn` is told of each process that is started here, command or warden."""
        self._on_spawn = on_spawn
        self._trees: Trees | None = None
        self._guarantee: Guarantee | None = None

    @property
    def guarantee(self) -> Guarantee:
        """What is certain of a command's processes here."""
        assert self._guarantee is not None, "nothing was chosen yet"
        return self._guarantee

    async def choose(self, wanted: Wanted) -> None:
        """Try the kinds that this comes to (see `Wanted`) in turn, and keep the first that works.

        Raises OSError when none does.
        """
        refused: dict[Kind, str] = {}
        for kind in _candidates(wanted):
            try:
                trees = _made(kind, self._on_spawn)
            except OSError as problem:
                refused[kind] = str(problem)
                continue
            if (problem_met := await _problem_of(trees)) is None:
                self._trees = trees
                reasons = tuple(_reasons(kind, wanted, refused))
                self._guarantee = Guarantee(kind=kind, sentence=_SENTENCES[kind], instead_of=reasons)
                return
            trees.close()
            refused[kind] = problem_met
        raise OSError("; ".join(f"{kind}: {why}" for kind, why in refused.items()) or _NOT_HERE)

    @property
    def why_not_kept(self) -> str:
        """Why no command can go on without the console here; nothing when it can."""
        return "" if self._guarantee is None else _NOT_KEPT.get(self._guarantee.kind, "")

    async def start(self, launch: Launch) -> Tree:
        """Start a command in the way that was chosen, and in no other."""
        if self._trees is None:
            raise OSError("no way to start commands was chosen")
        return await self._trees.start(launch)

    def close(self, *, keeps: bool = False) -> None:
        """Give back what is kept ready; the trees have ended before, unless some are kept."""
        if self._trees is not None:
            self._trees.close(keeps=keeps)
            self._trees = None


def _candidates(wanted: Wanted) -> list[Kind]:
    """Return the kinds of this system that this comes to, the preferred one first."""
    match wanted:
        case "strongest":
            return list(_KINDS)
        case "auto":
            return [kind for kind in _KINDS if kind not in _CHANGE_SOMETHING]
        case _:
            return [kind for kind in _KINDS if kind == wanted]


def _reasons(taken: Kind, wanted: Wanted, refused: Mapping[Kind, str]) -> Iterator[str]:
    """Say of each stronger kind why it is not the one."""
    for kind in _KINDS[: _KINDS.index(taken)]:
        if kind in refused:
            yield f"{kind}: {refused[kind]}"
        elif wanted == "auto":
            yield f"{kind}: not taken, since {_CHANGE_SOMETHING[kind]}"
        else:
            yield f"{kind}: not taken, since the settings name {wanted}"


async def _problem_of(trees: Trees) -> str | None:
    """Run a command that leaves one behind; say what went wrong."""
    try:
        async with asyncio.timeout(PROBE_LIMIT_S):
            return await _tried(trees)
    except TimeoutError:
        return f"no answer within {PROBE_LIMIT_S:g} s"
    except OSError as problem:
        return str(problem)


async def _tried(trees: Trees) -> str | None:
    with contextlib.ExitStack() as held:
        tree = await trees.start(Launch(_PROBE, os.sep, {**os.environ}))
        for descriptor in (tree.stdout, tree.stderr):
            held.callback(os.close, descriptor)
        held.callback(tree.close)
        held.callback(tree.end_now)
        code = await tree.exited()
        while not tree.is_empty():  # the caller's limit ends it
            tree.kill()
            await asyncio.sleep(0.001)
        return None if code == 0 else f"`true` ended with {code}"


_SENTENCES: dict[Kind, str] = {
    "namespace": "Every process of a command ends with it (pid namespace).",
    "bubblewrap": "Every process of a command ends with it (pid namespace by bubblewrap).",
    "warden": (
        "Every process of a command ends with it (warden); one that kills its own warden, or runs as another "
        "user, may not."
    ),
    "job": "Every process of a command ends with it (job object).",
    "session": "A process that leaves its session and its parents can outlive its command.",
}

# Kinds whose commands cannot go on without the console, and why.
_NOT_KEPT: dict[Kind, str] = {
    "job": "Windows ends them with this console",
    "session": "nothing but this console stands over them",
    "bubblewrap": "bubblewrap ends them with this console",
}

_NOT_HERE = "that kind is not to be had on this system"

if sys.platform == "win32":
    _PROBE = ["cmd.exe", "/c", "exit"]
else:
    _PROBE = ["/bin/sh", "-c", "true & exit"]

if sys.platform == "linux":
    from assent.host.trees.wardens import BubblewrappedWardens, ForkedWardens

    _KINDS: tuple[Kind, ...] = ("namespace", "bubblewrap", "warden", "session")
    # Why "auto" leaves a kind out. Root needs no namespace of users for one of processes.
    _USERS = "in it sudo gains nothing, files of others belong to nobody, and ssh refuses its own settings"
    _CHANGE_SOMETHING: dict[Kind, str] = {"bubblewrap": _USERS}
    if os.geteuid() != 0:
        _CHANGE_SOMETHING["namespace"] = _USERS

    def _made(kind: Kind, on_spawn: OnSpawn) -> Trees:
        match kind:
            case "namespace" | "warden":
                return ForkedWardens(on_spawn, in_namespace=kind == "namespace")
            case "bubblewrap":
                return BubblewrappedWardens(on_spawn)
            case "session":
                return PlainTrees(on_spawn)
            case "job":
                raise OSError(_NOT_HERE)

elif sys.platform == "win32":
    from assent.host.trees.tree_job import JobTrees

    _KINDS: tuple[Kind, ...] = ("job", "session")
    _CHANGE_SOMETHING: dict[Kind, str] = {}

    def _made(kind: Kind, on_spawn: OnSpawn) -> Trees:
        return JobTrees(on_spawn) if kind == "job" else PlainTrees(on_spawn)

else:
    _KINDS: tuple[Kind, ...] = ("session",)
    _CHANGE_SOMETHING: dict[Kind, str] = {}

    def _made(_kind: Kind, on_spawn: OnSpawn) -> Trees:
        return PlainTrees(on_spawn)
