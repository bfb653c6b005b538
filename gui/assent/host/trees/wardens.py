"""Wardens (`warden.py`), some kept ready so that no command waits for its warden's start."""

import os
import shutil
import socket
import subprocess
import sys
from abc import ABC, abstractmethod
from pathlib import Path

from assent.host.trees.launch import Launch
from assent.host.trees.tree_plain import OnSpawn

if sys.platform == "linux":
    from assent.host.trees.tree_warden import WardenTree, pair

assert sys.platform == "linux"

_PROGRAM = Path(__file__).with_name("warden.py")
# Seconds in which wardens that were told to end are gone; reached only when the machine stands still.
_GOES_WITHIN_S = 3.0
# Wardens that wait for a command; as many run at once as there are commands.
_MOST_SPARES = 4


class _Wardens(ABC):
    """Starts commands under wardens; a kind of wardens says how one is made."""

    in_namespace = True
    can_keep = True

    def __init__(self) -> None:
        self._spares: list[WardenTree] = []
        self._is_closed = False

    async def start(self, launch: Launch) -> WardenTree:
        """Have the warden that stands ready start a command; raises OSError or ValueError when that fails."""
        tree = await self._ready_one()
        try:
            await tree.run(launch)
        except BaseException:
            tree.give_up()
            raise
        self._keep_one_ready()
        return tree

    def close(self, *, keeps: bool = False) -> None:
        """Let the wardens go that stand ready; `keeps`: others stand over commands that go on."""
        self._is_closed = True
        for spare in self._spares:
            spare.close()
        self._spares.clear()

    async def _ready_one(self) -> WardenTree:
        """Return a warden that waits for a command, a new one if need be; raises OSError."""
        while self._spares:
            spare = self._spares.pop()
            try:
                await spare.ready()
            except OSError:
                spare.close()  # it ended meanwhile
            except BaseException:
                spare.close()
                raise
            else:
                return spare
        new = self._warden()
        try:
            await new.ready()
        except BaseException:
            new.give_up()
            raise
        return new

    def _keep_one_ready(self) -> None:
        if not self._spares:
            try:
                self._spares.append(self._warden())
            except OSError:
                return  # the next command tries again, and says why not

    def _take_back(self, tree: WardenTree) -> None:
        """Keep a warden whose command is over for another one, or let it go."""
        if self._is_closed or len(self._spares) >= _MOST_SPARES:
            tree.close()
        else:
            self._spares.append(tree)

    def _warden(self) -> WardenTree:
        control, theirs = pair()
        with theirs:
            try:
                self._make(theirs)
                return WardenTree(
                    control,
                    in_namespace=self.in_namespace,
                    take_back=self._take_back,
                    can_be_kept=self.can_keep,
                )
            except BaseException:
                control.close()
                raise

    @abstractmethod
    def _make(self, control: socket.socket) -> None:
        """Start a warden that listens on `control`; raises OSError."""


class ForkedWardens(_Wardens):
    """Wardens that a small process forks: a thousandth of a second each, where Python's start takes ten."""

    def __init__(self, on_spawn: OnSpawn = lambda _pid: None, *, in_namespace: bool) -> None:
        """Start that process; raises OSError when it can't be."""
        super().__init__()
        self._on_spawn = on_spawn
        self.in_namespace = in_namespace
        self._start_forker()

    def close(self, *, keeps: bool = False) -> None:
        """Let the wardens go that stand ready, and the forker: that ends once no warden is left."""
        super().close(keeps=keeps)
        self._requests.close()
        if not keeps:
            _see_off(self._forker)

    def _start_forker(self) -> None:
        self._requests, theirs = pair()
        with theirs:
            mode = "namespace" if self.in_namespace else "subreaper"
            self._forker = _spawn([*_python(), mode, str(theirs.fileno())], theirs)
            self._on_spawn(self._forker.pid)

    def _make(self, control: socket.socket) -> None:
        try:
            socket.send_fds(self._requests, [b"one"], [control.fileno()])
        except BrokenPipeError:
            # Somebody killed it: the wardens it made stand on their own feet, and a new one makes the next.
            self._requests.close()
            _see_off(self._forker)
            self._start_forker()
            socket.send_fds(self._requests, [b"one"], [control.fileno()])


class BubblewrappedWardens(_Wardens):
    """Wardens that bubblewrap puts into a namespace, where it may make one and we may not (AppArmor)."""

    can_keep = False  # --die-with-parent

    def __init__(self, on_spawn: OnSpawn = lambda _pid: None) -> None:
        """Find the program; raises FileNotFoundError when there is none."""
        super().__init__()
        self._on_spawn = on_spawn
        found = shutil.which("bwrap")
        if found is None:
            raise FileNotFoundError("bubblewrap (bwrap) is not installed")
        self._words = [found, "--unshare-pid", "--as-pid-1", "--die-with-parent", "--dev-bind", "/", "/"]
        self._words += ["--proc", "/proc", "--"]
        self._started: list[subprocess.Popen[bytes]] = []

    def close(self, *, keeps: bool = False) -> None:
        """Let the wardens go that stand ready, and see off all that were started."""
        super().close(keeps=keeps)
        for process in self._started:
            _see_off(process)

    def _make(self, control: socket.socket) -> None:
        self._started = [process for process in self._started if process.poll() is None]
        words = [*self._words, *_python(), "lone", str(control.fileno())]
        # In the loop's thread, as everything here: --die-with-parent fires when the starting thread ends.
        self._started.append(_spawn(words, control))
        self._on_spawn(self._started[-1].pid)


def _python() -> list[str]:
    # A frozen program is no Python that could run the warden.
    interpreter = shutil.which("python3") if getattr(sys, "frozen", False) else sys.executable
    if not interpreter:
        raise FileNotFoundError("no Python was found to run the warden")
    return [interpreter, "-I", "-S", str(_PROGRAM)]


def _spawn(words: list[str], handed: socket.socket) -> subprocess.Popen[bytes]:
    # None of our environment: it holds secrets, and the command is given its own.
    kept = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
    return subprocess.Popen(
        words,
        cwd="/",
        env=kept,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=[handed.fileno()],
        start_new_session=True,
    )


def _see_off(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(_GOES_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
