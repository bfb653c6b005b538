"""A command in a session of its own, where nothing stronger is to be had."""

import asyncio
import contextlib
import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable

from assent.host.pipe import open_pipe
from assent.host.terminal import Terminal
from assent.host.trees.exit_watch import ExitWatch
from assent.host.trees.family import Family, mark_of
from assent.host.trees.keeping import Order, Place
from assent.host.trees.launch import Launch
from assent.host.trees.usage import Usage
from assent.model.limits import Limits

# Seconds that the end of a killed process is waited for where no loop runs any more; reached only by one that
# hangs in the kernel.
_GOES_WITHIN_S = 3.0


if sys.platform == "win32":
    _CREATION_FLAGS = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    _CREATION_FLAGS = 0

# Told of a process by its number, right after its start.
OnSpawn = Callable[[int], None]


class PlainTree:
    """A command and all that it started, in a session of its own.

    The two descriptors are the read ends of its output; whoever made the tree closes them.
    """

    # Descendants are found by parentage and by process group, and, once the tree is told to end, by the mark
    # that the call left in their environment: that takes a look at every process, too dear for each call's
    # end. So a process that left group and parents outlives a command that ends by itself; where more is
    # asked for, `host/trees/wardens.py` takes this class's place.

    creation_flags = _CREATION_FLAGS

    def __init__(self, launch: Launch, on_spawn: OnSpawn = lambda _pid: None) -> None:
        """Start a command; raises OSError with the system's reason when that fails."""
        self.stdout = self.stderr = -1
        self.terminal: Terminal | None = launch.terminal
        words = _prepared(launch)
        if launch.folder is not None:
            launch.folder.check()
        with contextlib.ExitStack() as theirs, contextlib.ExitStack() as undo:
            undo.callback(self._close_output)
            given = self._open_output(theirs)
            # No preexec_fn: it costs the vfork path, 3 to 25 times slower from a large process.
            self._process = subprocess.Popen(
                words,
                cwd=launch.cwd if launch.folder is None else launch.folder.place,
                env=launch.environment,
                stdin=given[0],
                stdout=given[1],
                stderr=given[2],
                start_new_session=True,
                creationflags=self.creation_flags,
            )
            undo.callback(_abandon, self._process)
            self.pid = self._process.pid
            on_spawn(self.pid)
            _limit(self.pid, launch.limits)
            self._family = Family(self.pid, mark_of(launch.environment))
            self._exit = ExitWatch(self._process, on_end=self._family.forget_first)
            undo.pop_all()
        if self.terminal is not None:
            self.terminal.close_theirs()
        self._most_bytes = 0

    def exited(self) -> asyncio.Future[int]:
        """Return the exit code of the first process, once it has one; negative for a signal."""
        return self._exit.code()

    async def keep(self, _place: Place, _order: Order, _spool: int, _outputs: list[int]) -> None:
        """Refuse: nobody but this process stands over the tree."""
        raise OSError("nothing but this console stands over it")

    def interrupt(self) -> None:
        """Send what Ctrl+C sends: to the foreground of its terminal, else to the command's own group."""
        if self.terminal is None or not self.terminal.interrupt():
            self._family.interrupt()

    def pause(self) -> None:
        """Let all of it that is found stand still."""
        self._family.pause()

    def resume(self) -> None:
        """Let it go on."""
        self._family.resume()

    def terminate(self) -> None:
        """Ask the whole tree to end, a paused one too."""
        self._family.terminate()

    def kill(self) -> None:
        """End the whole tree; what was known of it is signalled too, wherever it went since."""
        self._family.kill()

    def end_now(self) -> None:
        """End the whole tree where no loop is left; blocks until its first process is gone, 3 s at most."""
        self.kill()
        self._exit.wait(_GOES_WITHIN_S)

    def end_one(self, pid: int) -> None:
        """End one process of the tree; another's is left alone."""
        self._family.end_one(pid)

    def members(self) -> dict[int, str]:
        """Return the processes that are found of it now, by number, each with its name."""
        return self._family.members()

    def usage(self) -> Usage:
        """Return what it uses; once the first process has ended, what that and all it waited for used."""
        cpu_s, peak_bytes = self._exit.used or (0.0, 0)
        if self.is_empty():
            return Usage(cpu_s, max(peak_bytes, self._most_bytes), 0)
        now = self._family.usage()
        self._most_bytes = max(self._most_bytes, now.memory_bytes)
        return Usage(cpu_s + now.cpu_s, now.memory_bytes, now.processes)

    def is_empty(self) -> bool:
        """Tell whether nothing of the tree that can be found is left."""
        return self._exit.is_done and not self._family.lives()

    def close(self) -> None:
        """Stop watching; an exit that nobody waits for is collected by a later start."""
        self._exit.close()

    def _open_output(self, theirs: contextlib.ExitStack) -> tuple[int, int, int]:
        """Return what the command gets as 0, 1 and 2; pipes are closed with `theirs`."""
        if self.terminal is not None:
            self.stdout = os.dup(self.terminal.ours)
            return self.terminal.theirs, self.terminal.theirs, self.terminal.theirs
        self.stdout, out = open_pipe()
        theirs.callback(os.close, out)
        self.stderr, err = open_pipe()
        theirs.callback(os.close, err)
        return subprocess.DEVNULL, out, err

    def _close_output(self) -> None:
        for descriptor in (self.stdout, self.stderr):
            if descriptor >= 0:
                os.close(descriptor)
        self.stdout = self.stderr = -1


class PlainTrees:
    """Starts commands in sessions of their own."""

    def __init__(self, on_spawn: OnSpawn = lambda _pid: None) -> None:
        """Tell `on_spawn` of each as soon as it is there."""
        self._on_spawn = on_spawn

    async def start(self, launch: Launch) -> PlainTree:
        """Start a command; raises OSError or ValueError with the reason when that fails."""
        return PlainTree(launch, self._on_spawn)

    def close(self, *, keeps: bool = False) -> None:
        """Nothing is kept ready."""


def _prepared(launch: Launch) -> list[str]:
    """Return the words, after a step of a small shell where something is to be done in the process itself."""
    words, steps = list(launch.words), _steps(launch.limits)
    if launch.terminal is None and not steps:
        return words
    # The shell would say it on the terminal, and end with 127.
    if shutil.which(words[0], path=launch.environment.get("PATH", os.defpath)) is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), words[0])
    if launch.terminal is None:
        return ["/bin/sh", "-c", f'{"; ".join(steps)}; exec "$@"', "sh", *words]
    # Whoever leads a session without a terminal gets the one that it opens.
    steps.append('exec "$@" <>"$0" >&0 2>&0')
    return ["/bin/sh", "-c", "; ".join(steps), launch.terminal.name, *words]


def _abandon(process: "subprocess.Popen[bytes]") -> None:
    """End what was started and cannot be watched: nothing may run that nobody can stop."""
    Family(process.pid).kill()
    process.wait()


if sys.platform == "linux":
    import resource

    from assent.host.trees.backstop import resource_limits

    def _steps(_limits: Limits) -> list[str]:
        return []

    def _limit(pid: int, limits: Limits) -> None:
        """Hold a process that has just begun, and all that it will start, to what the kernel can hold."""
        with contextlib.suppress(OSError, ValueError):  # it ended, or is held to less already
            hard = resource.prlimit(pid, resource.RLIMIT_CORE)[1]
            resource.prlimit(pid, resource.RLIMIT_CORE, (0, hard))  # it would hold secrets
            for kind, most in resource_limits(limits):
                resource.prlimit(pid, kind, (most, most))

else:

    def _steps(limits: Limits) -> list[str]:
        return [] if limits.cpu_s is None else [f"ulimit -t {limits.cpu_s + 1}"]

    def _limit(_pid: int, _limits: Limits) -> None:
        """A process can be limited by itself only: `_steps` does it."""
