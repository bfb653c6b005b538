"""Who is at the other end of a connection, from the kernel and not from the client's word."""

import asyncio
import ctypes
import os
import select
import socket
import struct
import sys
from collections.abc import Callable
from functools import lru_cache

import psutil

from assent.host.errors import PeerRefused
from assent.model.asker import Asker, Process

_SO_PEERPIDFD = 77  # asm-generic/socket.h, Linux 6.5; Python has no name for it yet
_SOL_LOCAL, _LOCAL_PEERPID = 0, 0x002  # macOS, sys/un.h
_MOST_PARENTS = 16
# A desktop session or a login starts here; what is above says nothing about who asks.
_ROOTS = frozenset(
    {"systemd", "init", "launchd", "gdm-session-worker", "sddm-helper", "sshd", "login", "explorer.exe"}
)


def asker_of(transport: asyncio.BaseTransport) -> Asker:
    """Look at the process at the other end.

    Raises PeerRefused when it belongs to another user or is gone: a call that cannot be attributed is not
    taken.
    """
    pid, uid, alive = _credentials(transport)
    try:
        if uid != _our_uid():
            raise PeerRefused(f"A process of another user (uid {uid}, pid {pid}) was refused.")
        asker = Asker(process=(process := look_at(pid)), parents=_parents_of(pid))
        if process.started_at is None or not _still_there(alive, process):
            raise PeerRefused(f"The process that asks (pid {pid}) was gone before it could be looked at.")
        return asker
    finally:
        if alive is not None:
            os.close(alive)


def look_at(pid: int) -> Process:
    """Describe one process of this machine; what the system does not tell stays empty."""
    try:
        found = psutil.Process(pid)
        with found.oneshot():
            return Process(
                pid=pid,
                started_at=found.create_time(),
                uid=_uid(found),
                name=_cleaned(found.name()),
                executable=_told(found.exe),
                command_line=tuple(_cleaned(word) for word in _told_list(found)),
                cwd=_told(found.cwd),
            )
    except psutil.Error:
        return Process(pid=pid)


def is_running(process: Process) -> bool:
    """Tell whether a process that was looked at earlier still runs, and no other has its number."""
    if sys.platform == "linux":
        now = _told_by_kernel(process.pid)
        if now is None or process.started_at is None or now[0] in (b"Z", b"X"):
            return False
        return now[1] == _start_of(process.pid, process.started_at)
    try:
        found = psutil.Process(process.pid)
        return found.create_time() == process.started_at and found.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


@lru_cache(maxsize=4096)
def _start_of(pid: int, started_at: float) -> bytes | None:
    """Return when a process started as the kernel counts it, None when it is another one by now."""
    # The system's own time of start, which psutil adds, takes several times as long: asked once for each.
    try:
        if psutil.Process(pid).create_time() != started_at:
            return None
    except psutil.Error:
        return None
    told = _told_by_kernel(pid)
    return None if told is None else told[1]


def _told_by_kernel(pid: int) -> tuple[bytes, bytes] | None:
    """Return the state of a process and its start, None when there is none."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:  # noqa: PTH123  # on the way of each call
            # Its name stands in brackets, and may hold anything.
            fields = file.read(4096).rpartition(b")")[2].split()
        return fields[0], fields[19]
    except (OSError, IndexError):
        return None


if sys.platform == "win32":

    def _our_uid() -> int:
        return 0

    def _uid(_found: psutil.Process) -> int | None:
        return None

    def _credentials(transport: asyncio.BaseTransport) -> tuple[int, int, int | None]:
        # The pipe's own access list lets in this user and administrators only. Not yet run on a real Windows.
        handle = transport.get_extra_info("pipe").handle
        pid = ctypes.c_ulong()
        if not ctypes.windll.kernel32.GetNamedPipeClientProcessId(handle, ctypes.byref(pid)):
            raise PeerRefused("The process at the other end of the pipe cannot be named.")
        return pid.value, 0, None

else:

    def _our_uid() -> int:
        return os.getuid()

    def _uid(found: psutil.Process) -> int | None:
        return int(found.uids().real)

    if sys.platform == "darwin":

        def _credentials(transport: asyncio.BaseTransport) -> tuple[int, int, int | None]:
            connection = transport.get_extra_info("socket")
            pid = connection.getsockopt(_SOL_LOCAL, _LOCAL_PEERPID)
            # The folder is 0700: only this user and root can have connected.
            return pid, int(psutil.Process(pid).uids().real), None

    else:

        def _credentials(transport: asyncio.BaseTransport) -> tuple[int, int, int | None]:
            connection = transport.get_extra_info("socket")
            raw = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
            pid, uid, _gid = struct.unpack("3i", raw)
            try:
                alive = connection.getsockopt(socket.SOL_SOCKET, _SO_PEERPIDFD)
            except OSError:
                return pid, uid, None
            return pid, uid, alive


def _still_there(alive: int | None, process: Process) -> bool:
    """Tell whether what was read of the process was read of the one that connected, not of a successor."""
    if sys.platform != "win32" and alive is not None:
        # A pidfd becomes readable when its process ends; poll has no limit on the descriptor's number.
        watch = select.poll()
        watch.register(alive, select.POLLIN)
        return not watch.poll(0)
    return look_at(process.pid).started_at == process.started_at


def _parents_of(pid: int) -> tuple[Process, ...]:
    parents: list[Process] = []
    try:
        for parent in psutil.Process(pid).parents()[:_MOST_PARENTS]:
            if parent.pid <= 1 or parent.name() in _ROOTS:
                break
            parents.append(look_at(parent.pid))
    except psutil.Error:
        pass  # a parent that ended meanwhile: what is known is shown
    return tuple(parents)


def _told(question: Callable[[], str]) -> str:
    try:
        return _cleaned(question())
    except (psutil.Error, OSError):
        return ""


def _told_list(found: psutil.Process) -> list[str]:
    try:
        return found.cmdline()[:200]
    except (psutil.Error, OSError):
        return []


def _cleaned(text: str) -> str:
    """Make bytes that are no UTF-8 writable: file names and arguments may hold anything."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")[:4096]
