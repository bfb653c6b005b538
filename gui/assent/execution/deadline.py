"""When a command's time is up: in all, and without output; both clocks stand while it is paused."""

import asyncio

from assent.model.lifecycle import TimedOut


class Deadline:
    """The two clocks of one command. Times are the loop's, in seconds."""

    def __init__(self, total_s: float | None = None, idle_s: float | None = None) -> None:
        """Allow `total_s` in all and `idle_s` without output; None sets no limit."""
        self._loop = asyncio.get_running_loop()
        self._total_s, self._idle_s = total_s, idle_s
        self._began = self._last_output = self._loop.time()
        self._paused_at: float | None = None
        self.changed = asyncio.Event()

    @property
    def total_s(self) -> float | None:
        """How long the command may take in all, with what was added; None when there is no limit."""
        return self._total_s

    @property
    def idle_s(self) -> float | None:
        """How long it may be silent; None when there is no limit."""
        return self._idle_s

    @property
    def is_paused(self) -> bool:
        """Whether the clocks stand."""
        return self._paused_at is not None

    def begin(self) -> None:
        """Start both clocks: the command runs now."""
        self._began = self._last_output = self._loop.time()

    def heard(self) -> None:
        """Start the clock for silence anew: the command wrote."""
        self._last_output = self._loop.time()

    def extend(self, by_s: float) -> None:
        """Allow so much more in all; without a limit nothing changes."""
        if self._total_s is not None:
            self._total_s += by_s
            self.changed.set()

    def lift(self) -> None:
        """Set no limit any more."""
        self._total_s = self._idle_s = None
        self.changed.set()

    def pause(self) -> None:
        """Let both clocks stand."""
        if self._paused_at is None:
            self._paused_at = self._loop.time()
            self.changed.set()

    def resume(self) -> None:
        """Let them run on from where they stood."""
        if self._paused_at is not None:
            stood_s = self._loop.time() - self._paused_at
            self._began += stood_s
            self._last_output += stood_s
            self._paused_at = None
            self.changed.set()

    def left_s(self) -> float | None:
        """Return the seconds until the first of the limits, 0 when it is reached; None when nothing limits."""
        if self._paused_at is not None:
            return None
        now = self._loop.time()
        left = [
            since + limit - now
            for since, limit in ((self._began, self._total_s), (self._last_output, self._idle_s))
            if limit is not None
        ]
        return max(min(left), 0.0) if left else None

    def reached(self) -> TimedOut | None:
        """Return how the command's time ended, or None while it has some left."""
        if self._paused_at is not None:
            return None
        now = self._loop.time()
        if self._total_s is not None and now >= self._began + self._total_s:
            return TimedOut(after_s=self._total_s)
        if self._idle_s is not None and now >= self._last_output + self._idle_s:
            return TimedOut(after_s=self._idle_s, idle=True)
        return None
