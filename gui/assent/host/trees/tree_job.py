"""A command in a job object of its own, with all that it starts (Windows)."""

import ctypes
import subprocess
import sys

import psutil

from assent.host.trees.job import Job
from assent.host.trees.launch import Launch
from assent.host.trees.tree_plain import OnSpawn, PlainTree
from assent.host.trees.usage import Usage

assert sys.platform == "win32"

# Stands still until it is in its job: else it could start another before, which would be outside of it.
_SUSPENDED = 0x4


class JobTree(PlainTree):
    """A command whose processes cannot leave it, whatever they do."""

    creation_flags = subprocess.CREATE_NEW_PROCESS_GROUP | _SUSPENDED

    def __init__(self, launch: Launch, on_spawn: OnSpawn) -> None:
        """Start a command; raises OSError with the system's reason when that fails."""
        self._job = Job(ctypes.WinDLL("kernel32", use_last_error=True), launch.limits)
        self._told = on_spawn
        try:
            super().__init__(launch, self._begin)
        except BaseException:
            self._job.close()  # which ends what was started
            raise

    def kill(self) -> None:
        """End the whole tree."""
        self._job.end()

    def is_empty(self) -> bool:
        """Tell whether nothing of the tree is left."""
        return self._exit.is_done and self._job.is_empty()

    def usage(self) -> Usage:
        """Return what it used so far."""
        return self._job.usage()

    def close(self) -> None:
        """Give the job back; what still runs of it ends."""
        super().close()
        self._job.close()

    def _begin(self, pid: int) -> None:
        self._job.take(int(self._process._handle))  # type: ignore[attr-defined]  # noqa: SLF001  # no other door
        self._told(pid)
        psutil.Process(pid).resume()


class JobTrees:
    """Starts commands in jobs of their own."""

    def __init__(self, on_spawn: OnSpawn = lambda _pid: None) -> None:
        """Tell `on_spawn` of each as soon as it is there."""
        self._on_spawn = on_spawn

    async def start(self, launch: Launch) -> JobTree:
        """Start a command; raises OSError or ValueError with the reason when that fails."""
        return JobTree(launch, self._on_spawn)

    def close(self, *, keeps: bool = False) -> None:
        """Nothing is kept ready."""
