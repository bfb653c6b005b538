"""Hears of the end of a process of ours, with what it used."""

import asyncio
import contextlib
import os
import select
import subprocess
import sys
import threading
from collections.abc import Callable


class _Watch:
    """What one process came to: its exit code, and what it and all that it waited for used."""

    def __init__(self, process: "subprocess.Popen[bytes]", on_end: Callable[[], None]) -> None:
        self._process, self._on_end = process, on_end
        self._loop = asyncio.get_running_loop()
        self._code: asyncio.Future[int] = self._loop.create_future()
        # Processor seconds, and the most bytes that one held at a time (0: not known); once it has ended.
        self.used: tuple[float, int] | None = None

    @property
    def is_done(self) -> bool:
        """Whether it has ended."""
        return self._code.done()

    def code(self) -> asyncio.Future[int]:
        """Wait for the end and return the exit code, negative for a signal."""
        return asyncio.shield(self._code)

    def _tell(self, code: int, cpu_s: float, peak_bytes: int) -> None:
        if not self._code.done():
            self.used = (cpu_s, peak_bytes)
            self._on_end()
            self._code.set_result(code)


if sys.platform == "win32":

    def _collected(process: "subprocess.Popen[bytes]") -> tuple[int, float, int]:
        return process.wait(), 0.0, 0

else:
    import resource

    def _collected(process: "subprocess.Popen[bytes]") -> tuple[int, float, int]:
        """Wait for a process; return its exit code and what it used."""
        try:
            _, status, used = os.wait4(process.pid, 0)
        except ChildProcessError:
            # Somebody else collected it, so nobody knows.
            process.returncode = -9
            return -9, 0.0, 0
        process.returncode = os.waitstatus_to_exitcode(status)
        # It began as a part of us, and the kernel counts what we held then as its own.
        peak = 0 if used.ru_maxrss <= resource.getrusage(resource.RUSAGE_SELF).ru_maxrss else used.ru_maxrss
        unit = 1 if sys.platform == "darwin" else 1024
        return process.returncode, used.ru_utime + used.ru_stime, peak * unit


if sys.platform == "linux":

    class ExitWatch(_Watch):
        """Watches by a pidfd; `on_end` is called when the process was collected."""

        def __init__(self, process: "subprocess.Popen[bytes]", on_end: Callable[[], None]) -> None:
            """Begin to watch; raises OSError when that can't be."""
            super().__init__(process, on_end)
            self._handle = os.pidfd_open(process.pid)
            self._loop.add_reader(self._handle, self._ended)

        def wait(self, within_s: float) -> None:
            """Block until it has ended, but no longer than this."""
            if self._handle >= 0:
                end = select.poll()
                end.register(self._handle, select.POLLIN)
                if end.poll(within_s * 1000):
                    self._ended()

        def close(self) -> None:
            """Watch no more."""
            self._stop()
            self._code.cancel()

        def _ended(self) -> None:
            self._stop()
            self._tell(*_collected(self._process))

        def _stop(self) -> None:
            if self._handle >= 0:
                self._loop.remove_reader(self._handle)
                os.close(self._handle)
                self._handle = -1

else:

    class ExitWatch(_Watch):
        """Watches by a thread; `on_end` is called when the process was collected."""

        def __init__(self, process: "subprocess.Popen[bytes]", on_end: Callable[[], None]) -> None:
            """Begin to watch."""
            super().__init__(process, on_end)
            self._is_collected = threading.Event()
            threading.Thread(target=self._wait, daemon=True, name="assent-exit").start()

        def wait(self, within_s: float) -> None:
            """Block until it has ended, but no longer than this."""
            self._is_collected.wait(within_s)

        def close(self) -> None:
            """Care no more."""
            self._code.cancel()

        def _wait(self) -> None:
            ended = _collected(self._process)
            self._is_collected.set()
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                self._loop.call_soon_threadsafe(self._tell, *ended)
