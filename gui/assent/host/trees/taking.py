"""Takes a kept command back from its warden (`keeper.py`), or learns how it ended (Linux)."""

import asyncio
import contextlib
import os
import select
import signal
import socket
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from assent.host.terminal import Terminal
from assent.host.trees.family import kill_marked
from assent.host.trees.keeping import Clock, Ended, Place
from assent.host.trees.usage import Usage

if sys.platform == "linux":
    from assent.host.trees.tree_warden import WardenTree

assert sys.platform == "linux"

# Seconds in which a warden answers, or is gone when it was killed; reached only by one that somebody stopped.
_ANSWERS_WITHIN_S = 3.0
_CREDENTIALS = struct.Struct("3i")
_MOST_DESCRIPTORS = 4
_LOOK_EVERY_S = 0.02


@contextlib.contextmanager
def place(folder: Path, name: str) -> Iterator[Place]:
    """Open a folder and a socket in it that only this user may reach; raises OSError."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            path = _reached(opened, name)
            listener.bind(path)
            Path(path).chmod(0o600)
            yield Place(name, opened, listener.fileno())
    finally:
        os.close(opened)


async def taken(folder: Path, name: str, pid: int, mark: bytes) -> tuple[WardenTree, Clock, int] | None:
    """Return the tree, its clock and how many bytes it wrote; None when no warden has it any more.

    A warden that does not answer is killed, and with it the command.
    """
    connection = _connected(folder, name)
    if connection is None:
        return None
    try:
        warden, uid, _ = _credentials(connection)
        if uid != os.getuid():
            return None
        try:
            connection.send(b"take")
            async with asyncio.timeout(_ANSWERS_WITHIN_S):
                await _readable(connection)
            packet, descriptors = _received(connection)
        except TimeoutError:
            _kill(warden)
            packet, descriptors = b"", []
        except OSError:
            packet, descriptors = b"", []
        if not packet:
            return None
        try:
            found = _tree(connection, packet.decode(), descriptors, pid, mark)
        except ValueError:  # another version's, or we may open no more descriptors
            _kill(warden)
            _close(descriptors)
            return None
        connection = None
        return found
    finally:
        if connection is not None:
            connection.close()


def noted(path: Path) -> Ended | None:
    """Return what a warden noted of its command's end, or None when there is no such note."""
    try:
        words = dict(line.split(" ", 1) for line in path.read_text().splitlines())
        over = words["over"]
        return Ended(
            code=os.waitstatus_to_exitcode(int(words["status"])),
            over="total" if over == "total" else "idle" if over == "idle" else "",
            after_s=float(words["after_s"]),
            ran_s=float(words["ran_s"]),
            usage=Usage(float(words["cpu_s"]), int(words["peak_bytes"]), 0),
            came_bytes=int(words["came_bytes"]),
        )
    except (OSError, ValueError, KeyError):
        return None


async def end_marked(mark: bytes) -> None:
    """End what is left of a command that lost its warden, as far as it is found."""
    until = asyncio.get_running_loop().time() + _ANSWERS_WITHIN_S
    # The system does not tell when somebody else's child has ended.
    while kill_marked(mark) and asyncio.get_running_loop().time() < until:  # noqa: ASYNC110
        await asyncio.sleep(_LOOK_EVERY_S)


def _reached(folder: int, name: str) -> str:
    # The folder's own path may be longer than a socket's may be.
    return f"/proc/self/fd/{folder}/{name}.sock"


def _connected(folder: Path, name: str) -> socket.socket | None:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    connection.setblocking(False)
    try:
        connection.connect(_reached(opened, name))
    except OSError:
        connection.close()
        return None
    finally:
        os.close(opened)
    return connection


def _credentials(connection: socket.socket) -> tuple[int, int, int]:
    data = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    pid, uid, gid = _CREDENTIALS.unpack(data)
    return pid, uid, gid


async def _readable(connection: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    came: asyncio.Future[None] = loop.create_future()

    def hear() -> None:
        if not came.done():
            came.set_result(None)

    loop.add_reader(connection, hear)
    try:
        await came
    finally:
        loop.remove_reader(connection)


def _received(connection: socket.socket) -> tuple[bytes, list[int]]:
    space = socket.CMSG_SPACE(_MOST_DESCRIPTORS * 4)
    packet, found, flags, _ = connection.recvmsg(1024, space, socket.MSG_CMSG_CLOEXEC)
    descriptors = [number for _, _, data in found for number in memoryview(data).cast("i")]
    if flags & socket.MSG_CTRUNC:  # one of them is missing
        _close(descriptors)
        return packet, []
    return packet, descriptors


def _close(descriptors: list[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


def _tree(
    control: socket.socket, text: str, descriptors: list[int], pid: int, mark: bytes
) -> tuple[WardenTree, Clock, int]:
    """Make a tree of what a warden told; raises ValueError when that cannot be read."""
    _, kind, status, came_bytes, *times = text.split()
    ran_s, total_s, silent_s, idle_s = map(float, times)
    clock, came, has_ended = Clock(ran_s, total_s, silent_s, idle_s or None), int(came_bytes), status != "-"
    code = os.waitstatus_to_exitcode(int(status)) if has_ended else None
    own, command, *outputs = descriptors if not has_ended else (*descriptors[:1], -1, *descriptors[1:])
    if not outputs:
        raise ValueError("no output came with it")
    tree = WardenTree(
        control,
        in_namespace=kind == "namespace",
        take_back=WardenTree.close,
        own=own,
        is_ready=True,
        mark=mark,
    )
    terminal = None
    if len(outputs) == 1:
        terminal = Terminal.of(outputs[0])
        outputs = [os.dup(outputs[0])]
    tree.take(pid, command, outputs, exit_code=code, terminal=terminal)
    return tree, clock, came


def _kill(pid: int) -> None:
    """Kill a warden that holds a connection to us, which is why the number is still its own."""
    with contextlib.suppress(OSError):
        warden = os.pidfd_open(pid)
        try:
            signal.pidfd_send_signal(warden, signal.SIGKILL)
            gone = select.poll()
            gone.register(warden, select.POLLIN)
            gone.poll(_ANSWERS_WITHIN_S * 1000)
        finally:
            os.close(warden)
