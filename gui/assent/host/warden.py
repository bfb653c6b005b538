"""The program that stands over commands: it starts each in a tree of its own, and ends the whole tree.

    python -I -S warden.py namespace|subreaper REQUESTS    forks a warden for each command, on request
    python -I -S warden.py lone LAUNCH CONTROL             is one itself, as pid 1 of a namespace it was given

It is standard library only and knows nothing of Assent. Each socket carries packets:

    REQUESTS   from the console: two sockets, LAUNCH and CONTROL of the warden that is wanted
    LAUNCH     from the console: three descriptors, a file that says what to run (`packed` in host/tree_warden.py),
               stdout and stderr; back comes an errno and what it was about, or the end of file when it runs
    CONTROL    from the warden: "ready" with two pidfds (its own and the command's), or "failed WHY";
               "exit STATUS" of the command; "empty" when no process of the tree is left; or both in one.
               To the warden: "T" asks all to end, "K" ends all. The end of file ends all too: the console died.

The command's process is forked before its command is known, so that nothing slow is left to do when it is.
"""

import ctypes
import os
import select
import signal
import socket
import sys
import time

assert sys.platform == "linux"

_NEW_MOUNTS, _NEW_USERS, _NEW_PIDS = 0x00020000, 0x10000000, 0x20000000
_MOUNT_SLAVE_RECURSIVE = 0x80000 | 0x4000
_MOUNT_NO_SUID_DEV_EXEC = 2 | 4 | 8
_SUBREAPER = 36
# Passes of one walk: whoever breeds faster than it is walked is met again by the next one.
_PASSES = 50

_system = ctypes.CDLL(None, use_errno=True)


def main(words: list[str]) -> None:
    """Do what the command line says."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if words[0] == "lone":
        launch, control = map(_inherited, words[1:])
        tend(launch, control, Namespace())
    else:
        serve(_inherited(words[1]), in_namespace=words[0] == "namespace")


def serve(requests: socket.socket, *, in_namespace: bool) -> None:
    """Fork a warden for each request, until the console hangs up."""
    # Whoever loses its warden is adopted here, and collected by the system since nobody asks for it.
    _checked(_system.prctl(_SUBREAPER, 1, 0, 0, 0))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        packet, descriptors = _received(requests)
        if not packet:
            break
        if os.fork() == 0:
            requests.close()
            launch, control = (socket.socket(fileno=number) for number in descriptors)
            _stand(launch, control, in_namespace=in_namespace)
        for number in descriptors:
            os.close(number)
    try:
        while True:
            os.wait()  # so that nobody is left to a pid 1 that may not collect
    except ChildProcessError:
        pass


def _stand(launch: socket.socket, control: socket.socket, *, in_namespace: bool) -> None:
    """Be the warden of one command; never returns."""
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if in_namespace:
            _enter_namespace()
        else:
            _checked(_system.prctl(_SUBREAPER, 1, 0, 0, 0))
        tend(launch, control, Namespace() if in_namespace else Descendants())
    except OSError as problem:
        _tell(control, f"failed {problem}")
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


def tend(launch: socket.socket, control: socket.socket, tree: "Namespace | Descendants") -> None:
    """Hold a process ready for a command, and return when it and all that it started are gone."""
    command = os.fork()
    if command == 0:
        control.close()
        _become_command(launch)
    launch.close()
    wake, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    pidfds = [os.pidfd_open(os.getpid()), os.pidfd_open(command)]
    socket.send_fds(control, [b"ready"], pidfds)
    for pidfd in pidfds:
        os.close(pidfd)
    events = select.poll()
    events.register(control, select.POLLIN)
    events.register(wake, select.POLLIN)
    while not _collect(command, control):
        for descriptor, _ in events.poll():
            if descriptor == wake:
                os.read(wake, 4096)
            elif not _obey(control, tree):
                _end(tree)
                return


def _collect(command: int, control: socket.socket) -> bool:
    """Collect who ended, tell of the command itself, and tell when nobody is left."""
    words = []
    try:
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == command:
                words.append(f"exit {ended[1]}")
    except ChildProcessError:
        # All descendants of a pid 1 and of a subreaper are its children in the end: this is the proof.
        words.append("empty")
    if words:
        _tell(control, " ".join(words))
    return "empty" in words


def _obey(control: socket.socket, tree: "Namespace | Descendants") -> bool:
    """Do what the console says; whether it is still there."""
    try:
        word = control.recv(16)
    except OSError:
        return False
    if word == b"T":
        tree.send(signal.SIGTERM)
    elif word == b"K":
        tree.kill()
    return bool(word)


def _end(tree: "Namespace | Descendants") -> None:
    """End everything where nobody is left to tell."""
    pause_s = 0.001
    while True:
        tree.kill()
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(pause_s)
        pause_s = min(2 * pause_s, 1.0)  # one that may not be killed, being another user's, is waited for


class Namespace:
    """All processes of a namespace but this one, its pid 1; when that ends, the kernel ends the rest."""

    def send(self, number: signal.Signals) -> None:
        """Send a signal to each."""
        try:
            os.kill(-1, number)  # the kernel does it under one lock: nobody is born meanwhile
        except ProcessLookupError:
            pass

    def kill(self) -> None:
        """End each."""
        self.send(signal.SIGKILL)


class Descendants:
    """The children of this process, theirs, and so on: as a subreaper it gets all orphans among them."""

    def send(self, number: signal.Signals) -> None:
        """Send a signal to each that is there now."""
        for pid, parent in _descendants().items():
            _send(pid, parent, number)

    def kill(self) -> None:
        """End each: first stop them until no new one is found, so that nobody is left who could breed."""
        stopped: set[int] = set()
        found = _descendants()
        for _ in range(_PASSES):
            new = found.keys() - stopped
            stopped |= {pid for pid in new if _send(pid, found[pid], signal.SIGSTOP)}
            found = _descendants()
            if found.keys() <= stopped:
                break
        for pid, parent in found.items():
            _send(pid, parent, signal.SIGKILL)


def _descendants() -> dict[int, int]:
    """Return each descendant and its parent."""
    found: dict[int, int] = {}
    waiting = [os.getpid()]
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
    """Signal a process if it still is the child of `parent`: its number may be another's by now."""
    try:
        pidfd = os.pidfd_open(pid)
    except OSError:
        return False
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            if int(file.read().rpartition(b")")[2].split()[1]) != parent:
                return False
        signal.pidfd_send_signal(pidfd, number)
    except OSError:
        return False
    finally:
        os.close(pidfd)
    return True


def _become_command(launch: socket.socket) -> None:
    """Wait for the command and be it; never returns."""
    about = b""
    try:
        packet, descriptors = _received(launch)
        if not packet:
            return
        what, out, err = descriptors
        size = os.fstat(what).st_size
        about, count, *rest = os.pread(what, size, 0).split(b"\0")
        words, environment = rest[: int(count)], rest[int(count) :]
        os.dup2(out, 1)
        os.dup2(err, 2)
        os.setsid()
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)  # Python ignores them, and it would be handed on
        os.chdir(about)
        about = words[0]
        os.execvpe(words[0], words, dict(line.split(b"=", 1) for line in environment))
    except OSError as problem:
        launch.send(b"%d %s" % (problem.errno or 0, about))
    finally:
        os._exit(127)


def _received(connection: socket.socket) -> tuple[bytes, list[int]]:
    # Not socket.recv_fds: it forgets its flags, and what it receives would be handed on to the command.
    space = socket.CMSG_SPACE(3 * 4)
    packet, found, _, _ = connection.recvmsg(16, space, socket.MSG_CMSG_CLOEXEC)
    return packet, [number for _, _, data in found for number in memoryview(data).cast("i")]


def _tell(control: socket.socket, text: str) -> None:
    try:
        control.send(text.encode())
    except OSError:
        pass  # the console died, which the next look at the socket tells too


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
