"""Who is found of a process's descendants: by parentage, by group, and by a mark in the environment."""

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import psutil

from assent.host.trees.usage import Usage

# Looks for new ones while all are being paused: whoever breeds faster than it is walked is met by the next.
_PASSES = 50


class Family:
    """The descendants of a process, as far as they are found."""

    def __init__(self, pid: int, mark: bytes = b"") -> None:
        """Look for the family of `pid`; `mark` is a line of its environment that no other process has."""
        self._pid, self._mark = pid, mark
        self._first: psutil.Process | None = None
        self._known: set[psutil.Process] = set()
        self._was_told = self._is_paused = self._first_is_gone = False

    def forget_first(self) -> None:
        """Take note that the first process was collected: its number may be another's from now on."""
        self._first_is_gone = True

    def terminate(self) -> None:
        """Ask each to end that is found now or was found before, wherever it went since; a paused one too."""
        self._tell(_TERMINATE, psutil.Process.terminate)
        if self._is_paused:
            self.resume()

    def kill(self) -> None:
        """End each that is found now or was found before, wherever it went since."""
        self._tell(_KILL, psutil.Process.kill)

    def pause(self) -> None:
        """Let each stand still, until no new one is found."""
        self._is_paused = True
        paused: set[psutil.Process] = set()
        for _ in range(_PASSES):
            _signal_group(self._pid, _PAUSE)
            new = (self._found() | _marked(self._mark)) - paused
            if not new:
                return
            _do(psutil.Process.suspend, new)
            paused |= new
            self._known |= new

    def resume(self) -> None:
        """Let each go on that is found now or was found before."""
        self._is_paused = False
        self._known |= self._found()
        # The youngest first: a shell that sees its child stopped takes it for a job that was put aside.
        _do(psutil.Process.resume, sorted(self._known, key=_age, reverse=True))
        _signal_group(self._pid, _RESUME)

    def interrupt(self) -> None:
        """Send what Ctrl+C sends to the group of the first process."""
        _signal_group(self._pid, _INTERRUPT)

    def end_one(self, pid: int) -> None:
        """End one of them; a process that is none is left alone."""
        # psutil checks the start time: a number that was given out again is not hit.
        _do(psutil.Process.kill, [process for process in self._found() | self._known if process.pid == pid])

    def members(self) -> dict[int, str]:
        """Return the living by number, each with its name."""
        self._known |= self._found()
        named: dict[int, str] = {}
        for process in filter(_lives, self._known):
            with contextlib.suppress(psutil.Error):
                named[process.pid] = process.name()
        return dict(sorted(named.items()))

    def usage(self) -> Usage:
        """Return what the living use, and what those used that they waited for."""
        self._known |= self._found()
        cpu_s, memory_bytes, processes = 0.0, 0, 0
        for process in self._known:
            with contextlib.suppress(psutil.Error), process.oneshot():
                times = process.cpu_times()
                cpu_s += times.user + times.system
                cpu_s += getattr(times, "children_user", 0) + getattr(times, "children_system", 0)
                if process.status() != psutil.STATUS_ZOMBIE:
                    memory_bytes += process.memory_info().rss
                    processes += 1
        return Usage(cpu_s, memory_bytes, processes)

    def lives(self) -> bool:
        """Tell whether anybody of it is left; the mark is looked for once the family was told to end."""
        if _group_lives(self._pid) or any(map(_lives, self._known)):
            return True
        return self._was_told and any(map(_lives, _marked(self._mark)))

    def _tell(self, number: int, act: Callable[[psutil.Process], None]) -> None:
        self._was_told = True
        self._known |= self._descendants() | _marked(self._mark)
        _signal_group(self._pid, number)
        _do(act, self._known)

    def _found(self) -> set[psutil.Process]:
        """Return whom parents and group tell; the mark is dear, and looked for only where it must be sure."""
        return self._descendants() | _of_group(self._pid)

    def _descendants(self) -> set[psutil.Process]:
        if self._first_is_gone:
            return set()
        with contextlib.suppress(psutil.Error):
            self._first = self._first or psutil.Process(self._pid)
            return {self._first, *self._first.children(recursive=True)}
        return set()


def mark_of(environment: Mapping[str, str]) -> bytes:
    """Return the line of a command's environment that marks it and all that it starts, or nothing."""
    call_id = environment.get("ASSENT_CALL_ID", "")
    return mark_of_call(call_id) if call_id else b""


def mark_of_call(call_id: str) -> bytes:
    """Return the line that marks what a call started."""
    return os.fsencode(f"ASSENT_CALL_ID={call_id}")


def kill_marked(mark: bytes) -> bool:
    """End all processes with this mark that are found; tell whether there was any."""
    found = {process for process in _marked(mark) if _lives(process)}
    _do(psutil.Process.kill, found)
    return bool(found)


def _do(act: Callable[[psutil.Process], None], processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        with contextlib.suppress(psutil.Error):
            act(process)


def _age(process: psutil.Process) -> float:
    with contextlib.suppress(psutil.Error):
        return process.create_time()
    return 0.0


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
    _TERMINATE = _KILL = signal.SIGTERM  # which Windows takes for the hardest there is
    _INTERRUPT = signal.CTRL_BREAK_EVENT
    _PAUSE = _RESUME = 0

    def _group_lives(_pid: int) -> bool:
        return False

    def _of_group(_pid: int) -> set[psutil.Process]:
        return set()

    def _signal_group(pid: int, number: int) -> None:
        if number:
            with contextlib.suppress(psutil.Error):
                psutil.Process(pid).send_signal(number)

else:
    _TERMINATE, _KILL, _INTERRUPT = signal.SIGTERM, signal.SIGKILL, signal.SIGINT
    _PAUSE, _RESUME = signal.SIGSTOP, signal.SIGCONT

    def _group_lives(group: int) -> bool:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass
        # Who ended and is collected by nobody stays a member, for ever where pid 1 is no init (containers).
        return any(map(_lives, _of_group(group)))

    def _of_group(group: int) -> set[psutil.Process]:
        found: set[psutil.Process] = set()
        for pid in psutil.pids():
            with contextlib.suppress(OSError, psutil.Error):
                if os.getpgid(pid) == group:
                    found.add(psutil.Process(pid))
        return found

    def _signal_group(pid: int, number: int) -> None:
        # The number cannot have been given to another group: a group keeps it while it has a member, and
        # an empty one is found out by the error.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, number)
