"""A command under a warden (`host/warden.py`): told what to run, heard, signalled and ended through it."""

import asyncio
import contextlib
import errno
import os
import select
import signal
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from assent.host.pipe import open_pipe
from assent.host.tree_plain import Family, mark_of

assert sys.platform == "linux"

_KILLED = -signal.SIGKILL
_TOO_MANY = os.strerror(errno.EMFILE)


def pair() -> tuple[socket.socket, socket.socket]:
    """Return both ends of a connection that keeps packets apart; ours, the first, does not block."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setblocking(False)
    return ours, theirs


def packed(words: Sequence[str], cwd: str, environment: Mapping[str, str]) -> bytes:
    """Return what to run as the warden reads it: folder, number of words, words, NAME=VALUE lines.

    Raises ValueError for what the system has no way to say.
    """
    if any("=" in name or not name for name in environment):
        raise ValueError("illegal environment variable name")
    lines = (f"{name}={value}" for name, value in environment.items())
    parts = [os.fsencode(part) for part in (cwd, str(len(words)), *words, *lines)]
    if any(b"\0" in part for part in parts):
        raise ValueError("embedded null byte")
    return b"\0".join(parts)


class WardenTree:
    """A warden with its command; first the warden waits, ready, until it is told what to run."""

    def __init__(self, control: socket.socket, *, in_namespace: bool) -> None:
        """Listen to the warden at the other end of `control`, which is the tree's from now on."""
        self.pid = self.stdout = self.stderr = -1
        self._control, self._in_namespace = control, in_namespace
        self._loop = asyncio.get_running_loop()
        self._ready: asyncio.Future[None] = self._loop.create_future()
        self._started: asyncio.Future[None] = self._loop.create_future()
        self._exit: asyncio.Future[int] = self._loop.create_future()
        self._own = self._command = -1  # pidfds of the warden and of the command's first process
        self._is_empty = self._kill_asked = False
        self._mark = b""
        self._lost: Family | None = None
        self._loop.add_reader(control, self._hear)

    async def run(self, words: Sequence[str], *, cwd: str, environment: Mapping[str, str]) -> None:
        """Have the warden run `words`; raises OSError or ValueError when it does not come to that."""
        await asyncio.shield(self._ready)
        with contextlib.ExitStack() as theirs:
            what = os.memfd_create("command")
            theirs.callback(os.close, what)
            _write_all(what, packed(words, cwd, environment))
            self.stdout, out = open_pipe()
            theirs.callback(os.close, out)
            self.stderr, err = open_pipe()
            theirs.callback(os.close, err)
            self._mark = mark_of(environment)
            socket.send_fds(self._control, [b"run"], [what, out, err])
        await asyncio.shield(self._started)

    async def exited(self) -> int:
        """Wait for the first process of the tree and return its exit code, negative for a signal."""
        return await asyncio.shield(self._exit)

    def terminate(self) -> None:
        """Ask the whole tree to end."""
        self._say(b"T")
        if self._lost:
            self._lost.signal(signal.SIGTERM)

    def kill(self) -> None:
        """End the whole tree; asked again, no more trust is put in the warden."""
        self._say(b"K")
        if self._kill_asked and self._own >= 0:
            # A namespace ends with its first process. A warden that somebody stopped has to go on.
            hardest = signal.SIGKILL if self._in_namespace else signal.SIGCONT
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(self._own, hardest)
        self._kill_asked = True
        if self._lost:
            self._lost.signal(signal.SIGKILL)

    def end_now(self) -> None:
        """End the whole tree where no loop is left to wait with; blocks until the warden is gone."""
        self._kill_asked = True
        self.kill()
        # The end of file makes a warden end everything, and itself after that.
        with contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)
        if self._own >= 0:
            _wait_for_end(self._own)

    def is_empty(self) -> bool:
        """Tell whether nothing of the tree is left, by the warden's word or the kernel's."""
        if self._is_empty:
            return True
        if not self._exit.done() or (self._own >= 0 and not _has_ended(self._own)):
            return False
        if self._in_namespace:
            return True  # the first process of a namespace is gone only after all others
        return self._lost is not None and not self._lost.lives()

    def give_up(self) -> None:
        """Close everything, the read ends of the output too: nobody was given the tree."""
        self.end_now()
        for descriptor in (self.stdout, self.stderr):
            if descriptor >= 0:
                os.close(descriptor)
        self.close()

    def close(self) -> None:
        """Give back what is held for the tree; a warden that still is there ends."""
        self._loop.remove_reader(self._control)
        self._control.close()
        for pidfd in (self._own, self._command):
            if pidfd >= 0:
                os.close(pidfd)
        self._own = self._command = -1
        for future in (self._ready, self._started, self._exit):
            future.cancel()

    def _say(self, word: bytes) -> None:
        with contextlib.suppress(OSError):  # it is gone: the tree is empty, or lost
            self._control.send(word)

    def _hear(self) -> None:
        while True:
            try:
                packet, pidfds = _packet(self._control)
            except BlockingIOError:
                return
            except OSError:
                packet, pidfds = b"", []
            if not packet:
                self._loop.remove_reader(self._control)
                self._gone("the warden ended")
                return
            self._heard(os.fsdecode(packet), pidfds)

    def _heard(self, text: str, pidfds: list[int]) -> None:
        match text.split(" ", 2):
            case ["ready"]:
                self._own = pidfds[0] if pidfds else -1
                self._settle(self._ready, None if pidfds else OSError(errno.EMFILE, _TOO_MANY))
            case ["started"]:
                self._command = pidfds[0] if pidfds else -1
                self._settle(self._started, self._counted())
                self._say(b"seen")
            case ["refused", number, about]:
                self._is_empty = True
                self._settle(self._started, OSError(int(number), os.strerror(int(number)), about))
            case ["exit", status, *rest]:
                self._is_empty = bool(rest)
                if not self._exit.done():
                    self._exit.set_result(os.waitstatus_to_exitcode(int(status)))
            case ["empty"]:
                self._is_empty = True
            case _:
                self._gone(text)

    def _counted(self) -> OSError | None:
        """Learn the command's number; no pidfd comes when this process may open no more."""
        try:
            if self._command < 0:
                raise OSError(errno.EMFILE, _TOO_MANY)
            self.pid = _number(self._command)
        except OSError as problem:
            return problem
        return None

    def _settle(self, future: asyncio.Future[None], problem: OSError | None) -> None:
        if future.done():
            return
        if problem is None:
            future.set_result(None)
        else:
            future.set_exception(problem)
            future.exception()  # a warden that was kept ready for nobody is nobody's error

    def _gone(self, why: str) -> None:
        """Settle what can be settled without a warden; end a tree that lost it, as far as it is found."""
        self._settle(self._ready, OSError(why))
        self._settle(self._started, OSError(why))
        if self._command >= 0 and not self._is_empty and not self._in_namespace:
            self._lost = Family(self.pid, self._mark)
            self._lost.signal(signal.SIGKILL)
        if not self._exit.done():
            self._exit.set_result(_KILLED)


def _packet(connection: socket.socket) -> tuple[bytes, list[int]]:
    # Not socket.recv_fds: it forgets its flags, and what it receives would be open to others' children.
    packet, found, _, _ = connection.recvmsg(1024, socket.CMSG_SPACE(4), socket.MSG_CMSG_CLOEXEC)
    return packet, [number for _, _, data in found for number in memoryview(data).cast("i")]


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _number(pidfd: int) -> int:
    """Return the process's number as this process counts: its warden may count otherwise."""
    for line in Path(f"/proc/self/fdinfo/{pidfd}").read_text().splitlines():
        if line.startswith("Pid:"):
            return int(line.split()[1])
    raise OSError("the command's process has no number here")


def _has_ended(pidfd: int) -> bool:
    ended = select.poll()
    ended.register(pidfd, select.POLLIN)
    return bool(ended.poll(0))


def _wait_for_end(pidfd: int) -> None:
    ended = select.poll()
    ended.register(pidfd, select.POLLIN)
    ended.poll()
