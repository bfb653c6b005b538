"""When a command's time is up: in all, and without output; both clocks stand while it is paused."""

import asyncio

from assent.host.trees.keeping import LONGEST_S, Clock
from assent.model.lifecycle import TimedOut


class Deadline:
    """The two clocks of one command. Times are the loop's, in seconds."""

    def __init__(self) -> None:
        """Set no limit, and let no time pass, until it begins."""
        self._loop = asyncio.get_running_loop()
        self._total_s: float | None = None
        self._idle_s: float | None = None
        self._began = self._last_output = self._loop.time()
        self._paused_at: float | None = None
        # Done at the next change of a limit, and then there is a new one: who waits for `left_s` looks again.
        self.changed: asyncio.Future[None] = self._loop.create_future()

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

    def begin(self, total_s: float | None, idle_s: float | None) -> None:
        """Start both clocks: the command runs now, `total_s` in all and `idle_s` without output at most.

        None sets no limit.
        """
        self._total_s, self._idle_s = total_s, idle_s
        self._began = self._last_output = self._loop.time()

    def go_on(self, clock: Clock) -> None:
        """Start both clocks where they stood for a command that went on without us."""
        self.begin(clock.total_s, clock.idle_s)
        self._began -= clock.ran_s
        self._last_output -= clock.silent_s

    def clock(self) -> Clock:
        """Return where both stand, for whoever is to watch them; one without a limit gets the longest."""
        now = self._loop.time()
        ran_s = now - self._began
        longest_s = ran_s + LONGEST_S
        total_s = longest_s if self._total_s is None else min(self._total_s, longest_s)
        return Clock(ran_s, total_s, now - self._last_output, self._idle_s)

    def heard(self) -> None:
        """Start the clock for silence anew: the command wrote."""
        self._last_output = self._loop.time()

    def extend(self, by_s: float) -> None:
        """Allow so much more in all; without a limit nothing changes."""
        if self._total_s is not None:
            self._total_s += by_s
            self._tell()

    def lift(self) -> None:
        """Set no limit any more."""
        self._total_s = self._idle_s = None
        self._tell()

    def pause(self) -> None:
        """Let both clocks stand."""
        if self._paused_at is None:
            self._paused_at = self._loop.time()
            self._tell()

    def resume(self) -> None:
        """Let them run on from where they stood."""
        if self._paused_at is not None:
            stood_s = self._loop.time() - self._paused_at
            self._began += stood_s
            self._last_output += stood_s
            self._paused_at = None
            self._tell()

    def left_s(self) -> float | None:
        """Return the seconds until the first limit, 0 when it is reached; None when nothing limits."""
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

    def _tell(self) -> None:
        told, self.changed = self.changed, self._loop.create_future()
        told.set_result(None)
