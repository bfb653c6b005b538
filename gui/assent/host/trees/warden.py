"""The program that stands over commands: it starts each in a tree of its own, and ends the whole tree.

    python -I -S warden.py namespace|subreaper REQUESTS    forks a warden for each command, on request
    python -I -S warden.py lone CONTROL                    is one itself, as pid 1 of a namespace it was given

It is standard library only and knows nothing of Assent. Both are sockets that carry packets:

    REQUESTS   from the console: the socket CONTROL of the warden that is wanted
    CONTROL    from the warden: "ready" with a pidfd of its own, or "failed WHY".
               To it: "run" with a file that says what (packing.py), and with stdout and stderr, or with
               a terminal.
               From it: "started" with a pidfd of the command, or "refused ERRNO ABOUT".
               To it: "seen". Until then nobody is collected, so that the console can learn the pid.
               From it: "exit STATUS"; when no process of the tree is left "empty CPU_S PEAK_BYTES", which is
               what all of them used and the most that one of them held, 0 if unknown; or both in one packet.
               To it: "T" asks all to end, "K" ends all, "P" pauses all, "G" lets them go on, "I" interrupts
               the command's group. The end of file ends all too: the console died.
               From it, after "empty": "ready" for another command, or it ends since it is not as it was.
               To it: "keep" (see keeper.py): it answers "kept", and no more takes the end of file for
               the order to end all, or "unkept WHY". A console that comes later and takes the command gets
               "taken KIND WHERE-IT-STANDS" with a pidfd of the warden, one of the command while it runs,
               and its output; all is as before then.
"""

import ctypes
import errno
import gc
import os
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Sequence

assert sys.platform == "linux"

if not __package__:
    # Isolated, it finds nothing but the standard library; last, so that none of our names hides one of that.
    sys.path.append(os.path.dirname(os.path.abspath(__file__)))
    from keeper import Keeper  # type: ignore[import-not-found,no-redef,unused-ignore]
else:
    from assent.host.trees.keeper import Keeper

_NEW_MOUNTS, _NEW_USERS, _NEW_PIDS = 0x00020000, 0x10000000, 0x20000000
_MOUNT_SLAVE_RECURSIVE = 0x80000 | 0x4000
_MOUNT_NO_SUID_DEV_EXEC = 2 | 4 | 8
_SUBREAPER = 36
# Passes of one walk: whoever breeds faster than it is walked is met again by the next one.
_PASSES = 50
_MOST_DESCRIPTORS = 6  # that come with one packet

_system = ctypes.CDLL(None, use_errno=True)


def main(words: list[str]) -> None:
    """Do what the command line says."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if words[0] == "lone":
        _leave_no_core()
        Warden(_inherited(words[1]), Namespace()).stand()
    else:
        serve(_inherited(words[1]), in_namespace=words[0] == "namespace")


def serve(requests: socket.socket, *, in_namespace: bool) -> None:
    """Fork a warden for each request, until the console hangs up."""
    # Whoever loses its warden is adopted here, and collected by the system since nobody asks for it.
    _checked(_system.prctl(_SUBREAPER, 1, 0, 0, 0))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    _leave_no_core()
    # Memory that nobody writes to is shared by all that are forked, and need not be copied for each.
    gc.disable()
    gc.freeze()
    while True:
        packet, descriptors = _received(requests)
        if not packet:
            break
        if os.fork() == 0:
            requests.close()
            _stand(socket.socket(fileno=descriptors[0]), in_namespace=in_namespace)
        for number in descriptors:
            os.close(number)
    # Wardens go on that stand over kept commands. They are waited for, so that nobody is left to a pid 1 that
    # may not collect, and when one is killed its orphans come here, and no console is there to end them.
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        while True:
            _end_orphans()
            os.wait()
    except ChildProcessError:
        pass


def _end_orphans() -> None:
    """End all children that are no wardens: of those each leads a session of its own, or is in such a one."""
    own, session = os.getpid(), os.getsid(0)
    pause_s = 0.001
    while True:
        orphans = [pid for pid in _children(own) if _session(pid) not in (session, None)]
        if not orphans:
            return
        for orphan in orphans:
            found = {orphan: own, **descendants(orphan)}
            for number in (signal.SIGSTOP, signal.SIGKILL):  # stopped, nobody is left who could breed
                for pid, parent in found.items():
                    _send(pid, parent, number)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, 1.0)  # as in `Warden._end`


def _session(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except OSError:
        return None


def _stand(control: socket.socket, *, in_namespace: bool) -> None:
    """Be the warden of one command; never returns."""
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if in_namespace:
            _enter_namespace()
        else:
            _checked(_system.prctl(_SUBREAPER, 1, 0, 0, 0))
        Warden(control, Namespace() if in_namespace else Descendants()).stand()
    except OSError as problem:
        control.send(f"failed {problem}".encode())
    finally:
        os._exit(0)


def _enter_namespace() -> None:
    """Go on as pid 1 of a namespace of processes, with a /proc of its own and nothing else changed."""
    user, group = os.getuid(), os.getgid()
    if user == 0:
        _checked(_system.unshare(_NEW_MOUNTS | _NEW_PIDS))
    else:
        _checked(_system.unshare(_NEW_USERS | _NEW_MOUNTS | _NEW_PIDS))
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{user} {user} 1")
        _write("/proc/self/gid_map", f"{group} {group} 1")
    if os.fork():
        os._exit(0)
    # Slave: what is mounted outside later is seen inside, and nothing mounted inside is seen outside.
    _checked(_system.mount(b"none", b"/", None, _MOUNT_SLAVE_RECURSIVE, None))
    _checked(_system.mount(b"proc", b"/proc", b"proc", _MOUNT_NO_SUID_DEV_EXEC, None))


class Warden:
    """Starts one command at a time and stands over all that comes of it."""

    def __init__(self, control: socket.socket, tree: "Namespace | Descendants") -> None:
        """Serve the console at the other end of `control`."""
        self._control, self._tree = control, tree
        self._is_limited = False  # for good: what was lowered cannot be raised again
        self._expect_command()

    def _expect_command(self) -> None:
        self._command = 0  # the pid, as this process counts
        self._status: int | None = None  # how it ended
        self._is_seen = False
        self._cpu_s, self._peak_kib = 0.0, 0

    def stand(self) -> None:
        """Return when the command and all that it started are gone, or nobody is left who wants it."""
        self._wake, woken = os.pipe()
        os.set_blocking(woken, False)
        signal.set_wakeup_fd(woken)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._tell("ready", os.getpid())
        events = select.poll()
        events.register(self._control, select.POLLIN)
        events.register(self._wake, select.POLLIN)
        while True:
            for descriptor, _ in events.poll():
                if descriptor == self._wake:
                    os.read(self._wake, 4096)
                elif not self._obey():
                    self._end()
                    return
                elif (
                    descriptor != self._control.fileno()
                ):  # the command was kept, and taken by another console
                    events.unregister(descriptor)
                    events.register(self._control, select.POLLIN)
            if self._is_seen and self._collect():
                if self._is_limited or not self._tree.is_as_it_was():
                    return
                self._expect_command()
                self._tell("ready")

    def _obey(self) -> bool:
        """Do what the console says; whether it is still there."""
        try:
            packet, descriptors = _received(self._control)
        except OSError:
            return False
        match packet:
            case b"run":
                self._run(descriptors)
            case b"seen":
                self._is_seen = True
            case b"T":
                self._terminate()
            case b"K":
                self._tree.kill()
            case b"P":
                self._tree.pause()
            case b"G":
                self._tree.resume()
            case b"I":
                interrupt(self._command)
            case b"keep":
                return self._keep(descriptors)
            case _:
                pass  # the end of file
        return bool(packet)

    def _run(self, descriptors: list[int]) -> None:
        what, *outputs = descriptors
        about, identity, limits, count, *rest = os.pread(what, os.fstat(what).st_size, 0).split(b"\0")
        words, lines = rest[: int(count)], rest[int(count) :]
        try:
            os.chdir(about)
            _check_folder(identity.decode())
            about = words[0]
            if limits:
                self._is_limited = True
                _limit(limits.decode())
            self._command = _spawned(words, dict(line.split(b"=", 1) for line in lines), outputs)
        except OSError as problem:
            self._tell(f"refused {problem.errno} {os.fsdecode(about)}")
        else:
            self._tell("started", self._command)
        os.chdir("/")  # to hold no folder that the person may want to unmount
        for descriptor in descriptors:
            os.close(descriptor)

    def _collect(self) -> bool:
        """Collect who ended, tell of the command itself, and tell when nobody is left."""
        words, before = [], self._status
        status, used = self._gather()
        if before is None and status is not None:
            words.append(f"exit {status}")
        if used is not None:
            words.append(f"empty {used[0]:.6f} {used[1]}")
        if words:
            self._tell(" ".join(words))
        return used is not None

    def _gather(self) -> tuple[int | None, tuple[float, int] | None]:
        """Collect who ended; return how the command did, and what all used (s, bytes) if nobody is left."""
        try:
            while (ended := os.wait4(-1, os.WNOHANG))[0]:
                pid, status, used = ended
                self._cpu_s += used.ru_utime + used.ru_stime
                self._peak_kib = max(self._peak_kib, used.ru_maxrss)
                if pid == self._command:
                    self._status = status
        except ChildProcessError:
            # All descendants of a pid 1 and of a subreaper are its children in the end: this is the proof.
            # Each began as a part of this process, and the kernel counts what that held as its own.
            is_known = self._peak_kib > resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            return self._status, (self._cpu_s, self._peak_kib * 1024 if is_known else 0)
        return self._status, None

    def _keep(self, descriptors: list[int]) -> bool:
        """Stand over the command without a console; whether there is one again, which took it."""
        if not self._is_seen or self._status is not None:
            for descriptor in descriptors:
                os.close(descriptor)
            self._tell("unkept the command has ended")
            return True
        keeper = Keeper(
            descriptors,
            woken=self._wake,
            collect=self._gather,
            terminate=self._terminate,
            kill=self._tree.kill,
        )
        self._tell("kept")
        self._control.close()
        taker = keeper.stand()
        if taker is None:
            return False
        self._control = taker
        kind = "namespace" if isinstance(self._tree, Namespace) else "warden"
        pids = [os.getpid(), *([self._command] if keeper.status is None else [])]
        self._tell(f"taken {kind} {keeper.told()}", *pids, besides=keeper.outputs)
        for output in keeper.outputs:
            os.close(output)
        return True

    def _terminate(self) -> None:
        self._tree.send(signal.SIGTERM)
        self._tree.resume()

    def _end(self) -> None:
        """End everything where nobody is left to tell."""
        pause_s = 0.001
        while True:
            self._tree.kill()
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                return
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, 1.0)  # who may not be killed, being another user's, is waited for

    def _tell(self, text: str, *pids: int, besides: Sequence[int] = ()) -> None:
        """Say it, with pidfds of processes, and other descriptors."""
        pidfds = [os.pidfd_open(pid) for pid in pids]
        try:
            socket.send_fds(self._control, [os.fsencode(text)], [*pidfds, *besides])
        except OSError:
            pass  # the console died, which the next look at the socket tells too
        finally:
            for pidfd in pidfds:
                os.close(pidfd)


def _check_folder(identity: str) -> None:
    """Raise OSError when we are in another folder than the one that is meant."""
    found = os.stat(".")
    if identity and identity != f"{found.st_dev}:{found.st_ino}":
        raise OSError(errno.ESTALE, "another folder")


def _spawned(words: list[bytes], environment: dict[bytes, bytes], outputs: list[int]) -> int:
    """Start the command in a session of its own and return its pid."""
    program = words[0]
    if program and b"/" not in program:
        folders = environment.get(b"PATH", os.defpath.encode()).split(b":")
        places = [os.path.join(folder, program) for folder in folders]
        program = next((place for place in places if os.access(place, os.X_OK)), program)
    # Not fork and exec: even done ahead, an exec that has a Python to clear away takes three times as long.
    return os.posix_spawn(
        program,
        words,
        environment,
        file_actions=_connections(outputs),
        setsid=True,
        # Python ignores them, and that would be handed on.
        setsigdef=[signal.SIGPIPE, signal.SIGXFSZ],
    )


def _connections(outputs: list[int]) -> list[tuple[int, int, int] | tuple[int, int, str, int, int]]:
    """Say what a command has as 0, 1 and 2: two pipes, or a terminal, which controls its session too."""
    if len(outputs) == 2:
        return [(os.POSIX_SPAWN_DUP2, output, number) for number, output in enumerate(outputs, 1)]
    # Whoever leads a session without a terminal gets the one that it opens.
    name = f"/proc/self/fd/{outputs[0]}"
    opened = (os.POSIX_SPAWN_OPEN, 0, name, os.O_RDWR, 0)
    return [opened, (os.POSIX_SPAWN_DUP2, 0, 1), (os.POSIX_SPAWN_DUP2, 0, 2)]


def _limit(text: str) -> None:
    """Set limits, which are inherited: words of the form NUMBER=SOFT:HARD, or pid_max=NUMBER."""
    for word in text.split():
        name, _, value = word.partition("=")
        try:
            if name == "pid_max":
                _write("/proc/sys/kernel/pid_max", value)
            else:
                soft, hard = map(int, value.split(":"))
                resource.setrlimit(int(name), (soft, hard))
        except (OSError, ValueError):
            pass  # a stricter one holds already, or it may not be written: the console counts besides


def _leave_no_core() -> None:
    """Let none of the commands leave its memory, and what is secret in it, in a file."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def interrupt(group: int) -> None:
    """Send what Ctrl+C sends to a group, if it has a member among the descendants."""
    for pid in descendants(os.getpid()):
        try:
            if os.getpgid(pid) == group:
                os.killpg(group, signal.SIGINT)
                return
        except OSError:
            continue


class Namespace:
    """All processes of a namespace but this one, its pid 1; when that ends, the kernel ends the rest."""

    def __init__(self) -> None:
        """Remember what is mounted: a command that runs as root may change it, for this namespace only."""
        self._mounts = _mounts()

    def is_as_it_was(self) -> bool:
        """Tell whether another command would find what the first one found."""
        return _mounts() == self._mounts

    def send(self, number: signal.Signals) -> None:
        """Send a signal to each."""
        try:
            os.kill(-1, number)  # the kernel does it under one lock: nobody is born meanwhile
        except ProcessLookupError:
            pass

    def pause(self) -> None:
        """Let each stand still."""
        self.send(signal.SIGSTOP)

    def resume(self) -> None:
        """Let each go on."""
        _resume_youngest_first()
        self.send(signal.SIGCONT)

    def kill(self) -> None:
        """End each."""
        self.send(signal.SIGKILL)


class Descendants:
    """The children of this process, theirs, and so on: as a subreaper it gets all orphans among them."""

    def is_as_it_was(self) -> bool:
        """Tell whether another command would find what the first one found: nothing here is its own."""
        return True

    def send(self, number: signal.Signals) -> None:
        """Send a signal to each that is there now."""
        for pid, parent in descendants(os.getpid()).items():
            _send(pid, parent, number)

    def pause(self) -> None:
        """Let each stand still."""
        self._stop()

    def resume(self) -> None:
        """Let each go on."""
        _resume_youngest_first()

    def kill(self) -> None:
        """End each; first they are stopped, so that nobody is left who could breed."""
        for pid, parent in self._stop().items():
            _send(pid, parent, signal.SIGKILL)

    def _stop(self) -> dict[int, int]:
        """Stop them until no new one is found; return all."""
        stopped: set[int] = set()
        found = descendants(os.getpid())
        for _ in range(_PASSES):
            new = found.keys() - stopped
            stopped |= {pid for pid in new if _send(pid, found[pid], signal.SIGSTOP)}
            found = descendants(os.getpid())
            if found.keys() <= stopped:
                break
        return found


def _mounts() -> bytes:
    with open("/proc/self/mountinfo", "rb") as file:
        return file.read()


def _resume_youngest_first() -> None:
    # A shell that goes on before its child, and sees that stopped, takes it for a job that was put aside.
    for pid, parent in reversed(descendants(os.getpid()).items()):
        _send(pid, parent, signal.SIGCONT)


def descendants(first: int) -> dict[int, int]:
    """Return each descendant of a process and its parent, parents before children."""
    found: dict[int, int] = {}
    waiting = [first]
    while waiting:
        parent = waiting.pop()
        for child in _children(parent):
            if child not in found:
                found[child] = parent
                waiting.append(child)
    return found


def _children(pid: int) -> list[int]:
    children = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                children += [int(word) for word in file.read().split()]
    except OSError:
        pass
    return children


def _send(pid: int, parent: int, number: signal.Signals) -> bool:
    """Signal a process if it still is the child of `parent`, or ours since that died.

    Its number may be another's by now.
    """
    try:
        pidfd = os.pidfd_open(pid)
    except OSError:
        return False
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            if int(file.read().rpartition(b")")[2].split()[1]) not in (parent, os.getpid()):
                return False
        signal.pidfd_send_signal(pidfd, number)
    except OSError:
        return False
    finally:
        os.close(pidfd)
    return True


def _received(connection: socket.socket) -> tuple[bytes, list[int]]:
    # Not socket.recv_fds: it forgets its flags, and what it receives would be handed on to the command.
    space = socket.CMSG_SPACE(_MOST_DESCRIPTORS * 4)
    packet, found, _, _ = connection.recvmsg(16, space, socket.MSG_CMSG_CLOEXEC)
    return packet, [number for _, _, data in found for number in memoryview(data).cast("i")]


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def _inherited(number: str) -> socket.socket:
    os.set_inheritable(int(number), False)
    return socket.socket(fileno=int(number))


def _checked(result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


if __name__ == "__main__":
    main(sys.argv[1:])
