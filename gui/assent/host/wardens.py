"""Wardens (`host/warden.py`), one kept ready so that no command waits for its warden's start."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

from assent.host.launch import Launch

if sys.platform == "linux":
    from assent.host.tree_warden import WardenTree, pair

assert sys.platform == "linux"

_PROGRAM = Path(__file__).with_name("warden.py")
# Seconds in which wardens that were told to end are gone; reached only when the machine stands still.
_GOES_WITHIN_S = 3.0


class _Wardens(ABC):
    """Starts commands under wardens; a kind of wardens says how one is made."""

    in_namespace = True

    def __init__(self) -> None:
        self._spare: WardenTree | None = None

    async def start(self, launch: Launch) -> WardenTree:
        """Have the warden that stands ready start a command; raises OSError or ValueError when that fails."""
        tree, self._spare = self._spare or self._warden(), None
        try:
            await tree.run(launch)
        except BaseException:
            tree.give_up()
            raise
        self._keep_one_ready()
        return tree

    def close(self) -> None:
        """Let the warden go that stands ready."""
        if self._spare is not None:
            self._spare.close()
            self._spare = None

    def _keep_one_ready(self) -> None:
        if self._spare is None:
            try:
                self._spare = self._warden()
            except OSError:
                return  # the next command tries again, and says why not

    def _warden(self) -> WardenTree:
        with contextlib.ExitStack() as undo, contextlib.ExitStack() as theirs:
            ours, handed = [], []
            for mine, other in (pair(), pair()):
                ours.append(undo.enter_context(mine))
                handed.append(theirs.enter_context(other))
            self._make(handed)
            tree = WardenTree(*ours, in_namespace=self.in_namespace)
            undo.pop_all()
            return tree

    @abstractmethod
    def _make(self, sockets: Sequence[socket.socket]) -> None:
        """Start a warden that listens on these, CONTROL and START; raises OSError."""


class ForkedWardens(_Wardens):
    """Wardens that a small process forks: a thousandth of a second each, where Python's start takes ten."""

    def __init__(self, *, in_namespace: bool) -> None:
        """Start that process; raises OSError when it can't be."""
        super().__init__()
        self.in_namespace = in_namespace
        self._start_forker()

    def close(self) -> None:
        """Let the warden go that stands ready, and the forker."""
        super().close()
        self._requests.close()
        _see_off(self._forker)

    def _start_forker(self) -> None:
        self._requests, theirs = pair()
        with theirs:
            mode = "namespace" if self.in_namespace else "subreaper"
            self._forker = _spawn([*_python(), mode, str(theirs.fileno())], [theirs])

    def _make(self, sockets: Sequence[socket.socket]) -> None:
        numbers = [each.fileno() for each in sockets]
        try:
            socket.send_fds(self._requests, [b"one"], numbers)
        except BrokenPipeError:
            # Somebody killed it: the wardens it made stand on their own feet, and a new one makes the next.
            self._requests.close()
            _see_off(self._forker)
            self._start_forker()
            socket.send_fds(self._requests, [b"one"], numbers)


class BubblewrappedWardens(_Wardens):
    """Wardens that bubblewrap puts into a namespace, where it may make one and we may not (AppArmor)."""

    def __init__(self) -> None:
        """Find the program; raises FileNotFoundError when there is none."""
        super().__init__()
        found = shutil.which("bwrap")
        if found is None:
            raise FileNotFoundError("bubblewrap (bwrap) is not installed")
        self._words = [found, "--unshare-pid", "--as-pid-1", "--die-with-parent", "--dev-bind", "/", "/"]
        self._words += ["--proc", "/proc", "--"]
        self._started: list[subprocess.Popen[bytes]] = []

    def close(self) -> None:
        """Let the warden go that stands ready, and see off all that were started."""
        super().close()
        for process in self._started:
            _see_off(process)

    def _make(self, sockets: Sequence[socket.socket]) -> None:
        self._started = [process for process in self._started if process.poll() is None]
        words = [*self._words, *_python(), "lone", *(str(each.fileno()) for each in sockets)]
        # In the loop's thread, as everything here: --die-with-parent fires when the starting thread ends.
        self._started.append(_spawn(words, sockets))


def _python() -> list[str]:
    # A frozen program is no Python that could run the warden.
    interpreter = shutil.which("python3") if getattr(sys, "frozen", False) else sys.executable
    if not interpreter:
        raise FileNotFoundError("no Python was found to run the warden")
    return [interpreter, "-I", "-S", str(_PROGRAM)]


def _spawn(words: list[str], handed: Sequence[socket.socket]) -> subprocess.Popen[bytes]:
    # None of our environment: it holds secrets, and the command is given its own.
    kept = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
    return subprocess.Popen(
        words,
        cwd="/",
        env=kept,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=[each.fileno() for each in handed],
        start_new_session=True,
    )


def _see_off(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(_GOES_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
