"""A command under a warden (`warden.py`): told what to run, heard, signalled and ended through it."""

import asyncio
import contextlib
import errno
import os
import select
import signal
import socket
import sys
from collections.abc import Callable

from assent.host.pipe import open_pipe
from assent.host.terminal import Terminal
from assent.host.trees.family import Family, mark_of
from assent.host.trees.keeping import Order, Place
from assent.host.trees.launch import Launch
from assent.host.trees.usage import Usage

if sys.platform == "linux":
    from assent.host.trees import proc_stat
    from assent.host.trees.packing import packed, packed_order

assert sys.platform == "linux"

_KILLED = -signal.SIGKILL
_TOO_MANY = os.strerror(errno.EMFILE)
# Seconds that a warden's end is waited for where no loop runs any more; reached only by one that hangs in the
# kernel, or that waits for a process it may not kill.
_GOES_WITHIN_S = 3.0
# Seconds in which a warden answers; reached only by one that somebody stopped.
_ANSWERS_WITHIN_S = 3.0


def pair() -> tuple[socket.socket, socket.socket]:
    """Return both ends of a connection that keeps packets apart; ours, the first, does not block."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setblocking(False)
    return ours, theirs


class WardenTree:
    """A warden with its command; first the warden waits, ready, until it is told what to run."""

    def __init__(
        self,
        control: socket.socket,
        *,
        in_namespace: bool,
        take_back: "Callable[[WardenTree], None]",
        own: int = -1,
        is_ready: bool = False,
        can_be_kept: bool = True,
        mark: bytes = b"",
    ) -> None:
        """Listen to the warden at the other end of `control`, which is the tree's from now on.

        When nothing of the command is left, another tree with the same warden is given to `take_back`. `own`
        is the warden's pidfd, if it is known.
        """
        self.pid = self.stdout = self.stderr = -1
        self.terminal: Terminal | None = None
        self._control, self._in_namespace, self._take_back = control, in_namespace, take_back
        self._loop = asyncio.get_running_loop()
        self._ready: asyncio.Future[None] = self._loop.create_future()
        self._started: asyncio.Future[None] = self._loop.create_future()
        self._exit: asyncio.Future[int] = self._loop.create_future()
        self._kept: asyncio.Future[None] = self._loop.create_future()
        self._own, self._command = own, -1  # pidfds of the warden and of the command's first process
        self._is_empty = self._kill_asked = self._is_over = self._is_ready_again = False
        if is_ready:
            self._ready.set_result(None)
        self._can_be_kept, self._mark = can_be_kept, mark
        self._lost: Family | None = None
        self._used: Usage | None = None
        self._most_bytes = 0
        self._loop.add_reader(control, self._hear)

    async def ready(self) -> None:
        """Wait until a command can be run; raises OSError when that will never be."""
        await asyncio.shield(self._ready)
        if self._is_over:
            raise OSError("the warden ended")

    async def run(self, launch: Launch) -> None:
        """Have the warden run a command; raises OSError or ValueError when it does not come to that."""
        said = packed(launch, in_namespace=self._in_namespace)
        self._mark, self.terminal = mark_of(launch.environment), launch.terminal
        with contextlib.ExitStack() as theirs:
            what = os.memfd_create("command")
            theirs.callback(os.close, what)
            _write_all(what, said)
            socket.send_fds(self._control, [b"run"], [what, *self._outputs(theirs)])
        await asyncio.shield(self._started)
        if self.terminal is not None:
            self.terminal.close_theirs()

    def take(
        self, pid: int, command: int, outputs: list[int], *, exit_code: int | None, terminal: Terminal | None
    ) -> None:
        """Go on with a command that the warden was kept for.

        `command` is its pidfd, -1 when it has ended with `exit_code`; `outputs` are the read ends.
        """
        self.pid, self._command, self.terminal = pid, command, terminal
        self.stdout, self.stderr = (*outputs, -1)[:2]
        self._started.set_result(None)
        if exit_code is not None:
            self._exit.set_result(exit_code)

    async def keep(self, place: Place, order: Order, spool: int, outputs: list[int]) -> None:
        """Leave the command to its warden: it goes on without us, who may only `close` the tree now.

        Its output is poured from `outputs` into `spool`. Raises OSError when it is not kept; it goes on as
        before then, or is ended if the warden does not answer.
        """
        if not self._can_be_kept:
            raise OSError("its warden ends with the console")
        what = os.memfd_create("order")
        try:
            _write_all(what, packed_order(place.name, order))
            handed = [what, place.folder, place.listener, spool, *outputs]
            socket.send_fds(self._control, [b"keep"], handed)
        finally:
            os.close(what)
        try:
            async with asyncio.timeout(_ANSWERS_WITHIN_S):
                await asyncio.shield(self._kept)
        except TimeoutError:
            # It may still read that it is to keep the command: nobody would know of that.
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(self._own, signal.SIGKILL)
            raise OSError("its warden does not answer") from None
        except OSError:
            self._kept = self._loop.create_future()
            raise

    def exited(self) -> asyncio.Future[int]:
        """Return the exit code of the first process, once it has one; negative for a signal."""
        return asyncio.shield(self._exit)

    def interrupt(self) -> None:
        """Send what Ctrl+C sends: to the foreground of its terminal, else to the command's own group."""
        if self.terminal is None or not self.terminal.interrupt():
            self._say(b"I")

    def pause(self) -> None:
        """Let all of the tree stand still, also who breeds meanwhile."""
        self._say(b"P")

    def resume(self) -> None:
        """Let it go on."""
        self._say(b"G")

    def terminate(self) -> None:
        """Ask the whole tree to end, a paused one too."""
        self._say(b"T")
        if self._lost:
            self._lost.terminate()

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
            self._lost.kill()

    def end_now(self) -> None:
        """End the whole tree where no loop is left to wait with; blocks until that is done, 3 s at most."""
        self._kill_asked = True
        self.kill()
        # The end of file makes a warden end everything, and itself after that.
        self._is_over = True
        with contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)
        if self._own >= 0:
            _wait_for_end(self._own)

    def end_one(self, pid: int) -> None:
        """End one process of the tree; another's is left alone."""
        with contextlib.suppress(OSError):
            process = os.pidfd_open(pid)
            try:
                # Looked for after it is held: whoever gets its number from now on is not hit.
                if pid in self.members():
                    signal.pidfd_send_signal(process, signal.SIGKILL)
            finally:
                os.close(process)

    def members(self) -> dict[int, str]:
        """Return the processes of it by number, each with its name."""
        if self._lost:
            return self._lost.members()
        above = self._above()
        return {} if above is None else proc_stat.members(above)

    def usage(self) -> Usage:
        """Return what it uses; of a tree that is empty, what it used."""
        if self._used is not None:
            return self._used
        if self._lost:
            return self._lost.usage()
        above = self._above()
        now = Usage(0.0, 0, 0) if above is None else proc_stat.usage(above)
        self._most_bytes = max(self._most_bytes, now.memory_bytes)
        return now

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
        """Close everything, the read ends of the output too: nobody was given the tree; blocks up to 3 s."""
        self.end_now()
        for descriptor in (self.stdout, self.stderr):
            if descriptor >= 0:
                os.close(descriptor)
        self.close()

    def close(self) -> None:
        """Give back what is held for the tree; a warden that still has to do ends with all it stands over."""
        if self._control.fileno() >= 0:
            self._loop.remove_reader(self._control)
            if self._is_empty and self._exit.done() and not self._is_over:
                self._hand_on()
            else:
                self._control.close()
        for pidfd in (self._own, self._command):
            if pidfd >= 0:
                os.close(pidfd)
        self._own = self._command = -1
        for future in (self._ready, self._started, self._exit, self._kept):
            future.cancel()

    def _hand_on(self) -> None:
        """Give the warden to whoever has another command for it."""
        control = socket.socket(fileno=self._control.detach())
        own, self._own = self._own, -1
        again = WardenTree(
            control,
            in_namespace=self._in_namespace,
            take_back=self._take_back,
            own=own,
            is_ready=self._is_ready_again,
            can_be_kept=self._can_be_kept,
        )
        self._take_back(again)

    @property
    def _is_kept(self) -> bool:
        return self._kept.done() and not self._kept.cancelled() and self._kept.exception() is None

    def _above(self) -> int | None:
        """Return the warden's number, or None when it has none any more."""
        with contextlib.suppress(OSError):
            return _number(self._own)
        return None

    def _outputs(self, theirs: contextlib.ExitStack) -> list[int]:
        """Open what the command writes to; return what it is given, pipes are closed with `theirs`."""
        if self.terminal is not None:
            self.stdout = os.dup(self.terminal.ours)
            return [self.terminal.theirs]
        self.stdout, out = open_pipe()
        theirs.callback(os.close, out)
        self.stderr, err = open_pipe()
        theirs.callback(os.close, err)
        return [out, err]

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
                if not self._is_kept:
                    self._gone("the warden ended")
                return
            self._heard(packet.decode(errors="replace"), pidfds)

    def _heard(self, text: str, pidfds: list[int]) -> None:
        match text.split(" ", 2):
            case ["ready"] if self._ready.done():
                self._is_ready_again = True
            case ["ready"] if self._own >= 0:
                self._settle(self._ready, None)
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
            case ["kept"]:
                self._settle(self._kept, None)
            case ["unkept", *why]:
                self._settle(self._kept, OSError(" ".join(why)))
            case ["exit", status, *rest]:
                if rest:
                    self._empty(rest[0].removeprefix("empty "))
                if not self._exit.done():
                    self._exit.set_result(os.waitstatus_to_exitcode(int(status)))
            case ["empty", *used]:
                self._empty(" ".join(used))
            case _:
                self._gone(text)

    def _empty(self, used: str) -> None:
        cpu_s, peak_bytes = used.split(" ")
        self._is_empty = True
        self._used = Usage(float(cpu_s), max(int(peak_bytes), self._most_bytes), 0)

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
        self._is_over = True
        self._settle(self._ready, OSError(why))
        self._settle(self._started, OSError(why))
        self._settle(self._kept, OSError(why))
        if self._command >= 0 and not self._is_empty and not self._in_namespace:
            self._lost = Family(self.pid, self._mark)
            if _has_ended(self._command):
                self._lost.forget_first()
            self._lost.kill()
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
    # Not by pathlib, nor as text: this is a part of each call.
    about = os.open(f"/proc/self/fdinfo/{pidfd}", os.O_RDONLY)
    try:
        for line in os.read(about, 4096).splitlines():
            if line.startswith(b"Pid:") and (number := int(line[4:])) > 0:
                return number
    finally:
        os.close(about)
    raise OSError("the command's process has no number here")


def _has_ended(pidfd: int) -> bool:
    ended = select.poll()
    ended.register(pidfd, select.POLLIN)
    return bool(ended.poll(0))


def _wait_for_end(pidfd: int) -> None:
    ended = select.poll()
    ended.register(pidfd, select.POLLIN)
    ended.poll(_GOES_WITHIN_S * 1000)
