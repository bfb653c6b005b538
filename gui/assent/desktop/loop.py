"""asyncio on Qt's event loop, with timers that are never early; the only file that knows qasync."""

import asyncio
import heapq
import math
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import Any, TypeVar

import qasync
from PySide6.QtCore import QMetaObject, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication

Result = TypeVar("Result")

# Qt counts milliseconds in 31 bits, 24.8 days: a longer wait is looked at once a day.
LONGEST_WAIT_MS = 86_400_000


class Loop(qasync.QEventLoop):  # type: ignore[misc]  # qasync has no types
    """qasync's loop with its timers, ready queue and executor replaced.

    qasync fires up to 5 % early, keeps a cancelled timer until it would have fired, overflows after 24.8
    days, and loses the context of a call from another thread.
    """

    def __init__(self, app: QApplication) -> None:
        """Run on `app`, which must not end when its last window closes."""
        super().__init__(app)
        self.set_default_executor(ThreadPoolExecutor(thread_name_prefix="assent"))
        self._ready_handles: deque[asyncio.Handle] = deque()
        self._deadlines: list[asyncio.TimerHandle] = []
        self._cancelled = 0
        self._waker = _Waker(self._run_ready)
        self._soon = _timer(self._run_ready)
        self._clock = _timer(self._run_due)

    def call_soon(
        self, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.Handle:
        """Call `callback` in the next turn, in the order of the calls."""
        handle = asyncio.Handle(callback, args, self, context)
        self._ready_handles.append(handle)
        if not self._soon.isActive():
            self._soon.start(0)
        return handle

    def call_soon_threadsafe(
        self, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.Handle:
        """Do the same from any thread."""
        self._check_closed()
        handle = asyncio.Handle(callback, args, self, context)
        self._ready_handles.append(handle)
        QMetaObject.invokeMethod(self._waker, "wake", Qt.ConnectionType.QueuedConnection)
        return handle

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Call `callback` after `delay` seconds, never earlier."""
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Call `callback` at `when` by the loop's clock, never earlier."""
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        handle._scheduled = True  # type: ignore[attr-defined]  # noqa: SLF001  # else cancel() tells us nothing
        heapq.heappush(self._deadlines, handle)
        if self._deadlines[0] is handle:
            self._wait_for_next()
        return handle

    def close(self) -> None:
        """Give everything back."""
        self._soon.stop()
        self._clock.stop()
        self._ready_handles.clear()
        self._deadlines.clear()
        super().close()

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        # TimerHandle.cancel() calls this before it marks itself, and also when it came long ago.
        if not handle._scheduled:  # type: ignore[attr-defined]  # noqa: SLF001
            return
        self._cancelled += 1
        if self._cancelled * 2 > len(self._deadlines):
            self._deadlines = [each for each in self._deadlines if not (each is handle or each.cancelled())]
            heapq.heapify(self._deadlines)
            self._cancelled = 0
            self._wait_for_next()

    def _run_ready(self) -> None:
        # What is added meanwhile waits for the next turn, or Qt would never get one.
        try:
            for _ in range(len(self._ready_handles)):
                if not self._ready_handles:  # a nested Qt loop ran the rest
                    break
                handle = self._ready_handles.popleft()
                if not handle.cancelled():
                    handle._run()  # noqa: SLF001  # as asyncio's own loops do
        finally:
            if self._ready_handles:
                self._soon.start(0)

    def _run_due(self) -> None:
        now = self.time()
        while self._deadlines and self._deadlines[0].when() <= now:
            handle = heapq.heappop(self._deadlines)
            handle._scheduled = False  # type: ignore[attr-defined]  # noqa: SLF001
            if handle.cancelled():
                self._cancelled -= 1
            else:
                self._ready_handles.append(handle)
        self._wait_for_next()
        self._run_ready()

    def _wait_for_next(self) -> None:
        if not self._deadlines:
            self._clock.stop()
            return
        # Rounded up: a timer of Qt may not come before its millisecond, and ours not before its time.
        wait_ms = math.ceil((self._deadlines[0].when() - self.time()) * 1000)
        self._clock.start(min(max(wait_ms, 0), LONGEST_WAIT_MS))


class _Waker(QObject):
    """Brings a call from another thread into the window's."""

    def __init__(self, run: Callable[[], None]) -> None:
        super().__init__()
        self._run = run

    @Slot()
    def wake(self) -> None:
        self._run()


def _timer(on_timeout: Callable[[], None]) -> QTimer:
    timer = QTimer()
    timer.setSingleShot(True)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(on_timeout)
    return timer


def run(app: QApplication, main: Coroutine[Any, Any, Result]) -> Result:
    """Run `main` to its end on Qt's loop, and cancel whatever it left behind."""
    with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
        return runner.run(main)
