"""How much time a running command has left, as it follows from what was done to it."""

from dataclasses import dataclass, replace
from datetime import datetime

from assent.model.intervention import Extended, Intervention, Kept, Lifted, Paused, Resumed


@dataclass(frozen=True)
class Allowance:
    """What the console's clocks allow: `total_s` in all, `idle_s` without output; None is no limit.

    `paused_at` is since when both stand, `stood_s` how long they stood before that.
    """

    total_s: float | None = None
    idle_s: float | None = None
    paused_at: datetime | None = None
    stood_s: float = 0.0

    def after(self, what: Intervention, at: datetime) -> "Allowance":
        """Return what is allowed after this was done."""
        match what:
            case Extended(by_s=by_s) if self.total_s is not None:
                return replace(self, total_s=self.total_s + by_s)
            case Lifted():
                return replace(self, total_s=None, idle_s=None)
            case Kept(total_s=total_s):
                return replace(self, total_s=total_s)
            case Paused() if self.paused_at is None:
                return replace(self, paused_at=at)
            case Resumed() if self.paused_at is not None:
                stood_s = self.stood_s + (at - self.paused_at).total_seconds()
                return replace(self, paused_at=None, stood_s=stood_s)
            case _:
                return self

    def used_s(self, started_at: datetime, now: datetime) -> float:
        """Return how long it has run, without the time in which it stood."""
        return max(0.0, ((self.paused_at or now) - started_at).total_seconds() - self.stood_s)

    def left_s(self, started_at: datetime, now: datetime) -> float | None:
        """Return how long it may go on, or None when there is no limit."""
        return None if self.total_s is None else max(0.0, self.total_s - self.used_s(started_at, now))


NO_LIMIT = Allowance()
