"""Reading what a command writes, straight from our own pipe or terminal, a little at a time."""

import asyncio
import contextlib
import errno
import math
import os
import sys
import threading
import time
from collections.abc import Callable

# Bytes a pipe may hold, and bytes a read asks for: together the largest single gain in speed (the kernel's
# unprivileged maximum on Linux; a refusal is tolerated).
PIPE_BYTES = 1 << 20
READ_BYTES = 1 << 18
# Seconds that one pipe may read per turn of the loop: the window and the socket come in between.
TURN_S = 0.001

OnData = Callable[[bytes], None]
OnEnd = Callable[[], None]


def open_pipe() -> tuple[int, int]:
    """Return (read, write) ends of a large pipe; the read end does not block."""
    read, write = os.pipe()
    if sys.platform == "linux":
        import fcntl  # noqa: PLC0415  # not on Windows

        # Many pipes: the person's soft limit is reached; the default size works too.
        with contextlib.suppress(OSError):
            fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    if sys.platform != "win32":
        os.set_blocking(read, False)
    return read, write


class PosixPipeReader:
    """Calls `on_data` with each chunk as it comes, `on_end` once at the end of file; owns the descriptor."""

    def __init__(self, descriptor: int, on_data: OnData, on_end: OnEnd) -> None:
        """Start to read."""
        self._descriptor = descriptor
        self._on_data, self._on_end = on_data, on_end
        self._loop = asyncio.get_running_loop()
        self.ended = False
        self._held = True
        self.resume()

    def resume(self) -> None:
        """Read on."""
        if self._held and not self.ended:
            self._held = False
            self._loop.add_reader(self._descriptor, self._read)

    def pause(self) -> None:
        """Leave what comes in the pipe; the command blocks when it is full."""
        if not self._held and not self.ended:
            self._held = True
            self._loop.remove_reader(self._descriptor)

    def drain(self) -> None:
        """Read what is in the pipe now, however the reader is held, and no more than a full pipe."""
        taken = 0
        while not self.ended and taken <= PIPE_BYTES:
            if not (more := self._take(math.inf)):
                return
            taken += more

    def close(self) -> None:
        """Read no more and give the descriptor back."""
        self.pause()
        if not self.ended:
            self.ended = True
            os.close(self._descriptor)

    def _read(self) -> None:
        until = time.monotonic() + TURN_S
        while self._take(until) == READ_BYTES and time.monotonic() < until and not self._held:
            pass

    def _take(self, until: float) -> int:
        """Pass on what there is, up to READ_BYTES, in one piece; return how much that was.

        A terminal hands out 4 KiB a time however much it holds, so one short read is not the end of it.
        """
        pieces: list[bytes] = []
        room, is_over = READ_BYTES, False
        while room and not is_over and time.monotonic() < until:
            try:
                piece = os.read(self._descriptor, room)
            except BlockingIOError:
                break
            except OSError as problem:
                if problem.errno != errno.EIO:
                    raise
                piece = b""  # how Linux tells that the last one has let go of a terminal
            is_over = not piece
            pieces.append(piece)
            room -= len(piece)
        if room < READ_BYTES:
            self._on_data(pieces[0] if len(pieces) == 1 else b"".join(pieces))
        if is_over and not self.ended:
            self.close()
            self._on_end()
        return READ_BYTES - room


class ThreadPipeReader:
    """The same where a pipe cannot be watched (Windows): a thread reads, the loop is called."""

    def __init__(self, descriptor: int, on_data: OnData, on_end: OnEnd) -> None:
        """Start to read."""
        self._descriptor = descriptor
        self._on_data, self._on_end = on_data, on_end
        self._loop = asyncio.get_running_loop()
        self.ended = False
        self._may_read = threading.Event()
        self._may_read.set()
        threading.Thread(target=self._read, daemon=True, name="assent-pipe").start()

    def resume(self) -> None:
        """Read on."""
        self._may_read.set()

    def pause(self) -> None:
        """Leave what comes in the pipe."""
        self._may_read.clear()

    def drain(self) -> None:
        """Let the thread read on: what is in the pipe arrives by the loop."""
        self._may_read.set()

    def close(self) -> None:
        """Pass on no more; the thread ends with the pipe's other end."""
        self.ended = True
        self._may_read.set()

    def _read(self) -> None:
        while not self.ended and self._may_read.wait() and (chunk := os.read(self._descriptor, READ_BYTES)):
            # One chunk at a time: the thread never runs ahead of the loop, so memory stays bounded.
            done = threading.Event()
            self._loop.call_soon_threadsafe(self._pass_on, chunk, done)
            done.wait()
        os.close(self._descriptor)
        self._loop.call_soon_threadsafe(self._finish)

    def _pass_on(self, chunk: bytes, done: threading.Event) -> None:
        if not self.ended:
            self._on_data(chunk)
        done.set()

    def _finish(self) -> None:
        if not self.ended:
            self.ended = True
            self._on_end()


if sys.platform == "win32":
    PipeReader = ThreadPipeReader
else:
    PipeReader = PosixPipeReader
