"""A command in a session of its own, where nothing stronger is to be had; its family, found by looking."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import psutil

from assent.host.pipe import open_pipe


class PlainTree:
    """A command and all that it started, in a session of its own.

    The two descriptors are the read ends of its output; whoever made the tree closes them.
    """

    # Descendants are found by parentage and by process group, and, once the tree is told to end, by the mark
    # that the call left in their environment: that takes a look at every process, too dear for each call's
    # end. So a process that left group and parents outlives a command that ends by itself; where more is
    # asked for, `host/wardens.py` takes this class's place.

    def __init__(self, words: Sequence[str], *, cwd: str, environment: Mapping[str, str]) -> None:
        """Start `words` in the folder `cwd`; raises OSError with the system's reason when that fails."""
        with contextlib.ExitStack() as theirs, contextlib.ExitStack() as undo:
            self.stdout, out = open_pipe()
            undo.callback(os.close, self.stdout)
            theirs.callback(os.close, out)
            self.stderr, err = open_pipe()
            undo.callback(os.close, self.stderr)
            theirs.callback(os.close, err)
            # No preexec_fn: it costs the vfork path, 3 to 25 times slower from a large process.
            self._process = subprocess.Popen(
                words,
                cwd=cwd,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
                creationflags=_CREATION_FLAGS,
            )
            undo.callback(_abandon, self._process)
            self.pid = self._process.pid
            self._family = Family(self.pid, mark_of(environment))
            self._exit = asyncio.get_running_loop().create_future()
            self._stop_watching = _watch_exit(self._process, self._exit)
            undo.pop_all()

    async def exited(self) -> int:
        """Wait for the first process of the tree and return its exit code, negative for a signal."""
        return await asyncio.shield(self._exit)

    def terminate(self) -> None:
        """Ask the whole tree to end."""
        self._family.signal(signal.SIGTERM)

    def kill(self) -> None:
        """End the whole tree; what was known of it is signalled too, wherever it went since."""
        self._family.signal(_KILL)

    def end_now(self) -> None:
        """End the whole tree where no loop is left to wait with; blocks until its first process is gone."""
        self.kill()
        self._process.wait()

    def is_empty(self) -> bool:
        """Tell whether nothing of the tree that can be found is left."""
        return self._exit.done() and not self._family.lives()

    def close(self) -> None:
        """Stop watching; an exit that nobody waits for is collected by a later start."""
        self._stop_watching()
        self._exit.cancel()


class PlainTrees:
    """Starts commands in sessions of their own."""

    async def start(self, words: Sequence[str], *, cwd: str, environment: Mapping[str, str]) -> PlainTree:
        """Start `words` in the folder `cwd`; raises OSError or ValueError with the reason when that fails."""
        return PlainTree(words, cwd=cwd, environment=environment)

    def close(self) -> None:
        """Nothing is kept ready."""


class Family:
    """Who is found of a process's descendants: by parentage, by group, and by a mark in the environment."""

    def __init__(self, pid: int, mark: bytes = b"") -> None:
        """Look for the family of `pid`; `mark` is a line of its environment that no other process has."""
        self._pid, self._mark = pid, mark
        self._known: set[psutil.Process] = set()
        self._was_told = False

    def signal(self, number: signal.Signals) -> None:
        """Signal each that is found now or was found before, wherever it went since."""
        self._was_told = True
        self._known |= _descendants(self._pid) | _marked(self._mark)
        _signal_group(self._pid, number)
        for process in self._known:
            with contextlib.suppress(psutil.Error):
                process.send_signal(number)  # psutil checks the start time: a reused pid is not hit

    def lives(self) -> bool:
        """Tell whether anybody of it is left; the mark is looked for once the family was signalled."""
        if _group_lives(self._pid) or any(map(_lives, self._known)):
            return True
        return self._was_told and any(map(_lives, _marked(self._mark)))


def mark_of(environment: Mapping[str, str]) -> bytes:
    """Return the line of a command's environment that marks it and all that it starts, or nothing."""
    call_id = environment.get("ASSENT_CALL_ID", "")
    return os.fsencode(f"ASSENT_CALL_ID={call_id}") if call_id else b""


def _abandon(process: subprocess.Popen[bytes]) -> None:
    """End what was started and cannot be watched: nothing may run that nobody can stop."""
    _signal_group(process.pid, _KILL)
    process.wait()


def _descendants(pid: int) -> set[psutil.Process]:
    with contextlib.suppress(psutil.Error):
        return set(psutil.Process(pid).children(recursive=True))
    return set()


def _marked(mark: bytes) -> set[psutil.Process]:
    found: set[psutil.Process] = set()
    if mark:
        for pid in psutil.pids():
            with contextlib.suppress(OSError, psutil.Error):
                if mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                    found.add(psutil.Process(pid))
    return found


def _lives(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


if sys.platform == "win32":
    _CREATION_FLAGS = subprocess.CREATE_NEW_PROCESS_GROUP
    _KILL = signal.SIGTERM  # which Windows takes for the hardest there is

    def _group_lives(_pid: int) -> bool:
        return False

    def _signal_group(pid: int, number: signal.Signals) -> None:
        with contextlib.suppress(psutil.Error):
            psutil.Process(pid).send_signal(number)

else:
    _CREATION_FLAGS = 0
    _KILL = signal.SIGKILL

    def _group_lives(group: int) -> bool:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass
        # Who ended and is collected by nobody stays a member, for ever where pid 1 is no init (containers).
        return any(_is_member(pid, group) and _lives_now(pid) for pid in psutil.pids())

    def _is_member(pid: int, group: int) -> bool:
        with contextlib.suppress(OSError):
            return os.getpgid(pid) == group
        return False

    def _lives_now(pid: int) -> bool:
        with contextlib.suppress(psutil.Error):
            return _lives(psutil.Process(pid))
        return False

    def _signal_group(pid: int, number: signal.Signals) -> None:
        # The number cannot have been given to another group: a group keeps it while it has a member, and
        # an empty one is found out by the error.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, number)


if sys.platform == "linux":

    def _watch_exit(process: subprocess.Popen[bytes], exit_code: asyncio.Future[int]) -> Callable[[], None]:
        loop = asyncio.get_running_loop()
        handle = os.pidfd_open(process.pid)

        def stop() -> None:
            nonlocal handle
            if handle >= 0:
                loop.remove_reader(handle)
                os.close(handle)
                handle = -1

        def ended() -> None:
            code = process.poll()
            if code is not None:
                stop()
                if not exit_code.done():
                    exit_code.set_result(code)

        loop.add_reader(handle, ended)
        return stop

else:

    def _watch_exit(process: subprocess.Popen[bytes], exit_code: asyncio.Future[int]) -> Callable[[], None]:
        loop = asyncio.get_running_loop()

        def tell(code: int) -> None:
            if not exit_code.done():
                exit_code.set_result(code)

        def wait() -> None:
            code = process.wait()
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(tell, code)

        threading.Thread(target=wait, daemon=True, name="assent-exit").start()
        return lambda: None
