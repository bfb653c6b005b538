"""The mode that the console is in: set by a person, on record, and trust ends by itself."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from assent.model.authority import Authority, ByConsole
from assent.model.mode import Mode, ModeName, ModeSet

LONGEST_TRUST = timedelta(hours=24)
_OVER = ByConsole(reason="its time was up")
_MANAGED = "The administrator's rules say that only they allow."
_LOOSE: frozenset[ModeName] = frozenset({"auto-read", "trust"})


class Modes:
    """Holds the mode of the moment; what ends by the clock is over when either clock says so."""

    def __init__(
        self,
        record: Callable[[ModeSet], None],
        *,
        last: ModeSet | None = None,
        may_loosen: Callable[[], bool] = lambda: True,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with `ask`, or with the lockdown that nobody lifted: `last` is what was set before.

        `may_loosen` tells whether anything but a person and the administrator's rules may allow.
        """
        self._record, self._may_loosen = record, may_loosen
        self._clock, self._monotonic = clock, monotonic
        self._mode = Mode()
        if last is not None and last.mode.name == "lockdown":
            self._mode = Mode(name="lockdown")
        self._before: ModeName = "ask"
        self._over_at = 0.0  # of the monotonic clock, while it trusts

    @property
    def mode(self) -> Mode:
        """The mode in force: trust whose time is up has gone back to what it was."""
        until = self._mode.until
        if until is not None and (self._clock() >= until or self._monotonic() >= self._over_at):
            self._enter(Mode(name=self._before, is_away=self._mode.is_away), _OVER)
        if self._mode.name in _LOOSE and not self._may_loosen():
            self._enter(Mode(is_away=self._mode.is_away), ByConsole(reason=_MANAGED.rstrip(".")))
        return self._mode

    def put(self, mode: Mode, by: Authority) -> str:
        """Go into a mode, on record first; return why not, or nothing. Raises JournalError."""
        now = self._clock()
        if mode.name in _LOOSE and not self._may_loosen():
            return _MANAGED
        if mode.until is not None:
            if not now < mode.until <= now + LONGEST_TRUST:
                return "Trust ends within 24 hours, and not before it begins."
            if self.mode.name != "trust":
                self._before = self.mode.name
            self._over_at = self._monotonic() + (mode.until - now).total_seconds()
        self._record(ModeSet(mode=mode, by=by))
        self._mode = mode
        return ""

    def _enter(self, mode: Mode, by: Authority) -> None:
        # It holds whether or not it can be recorded: both of these make it stricter.
        self._mode = mode
        self._record(ModeSet(mode=mode, by=by))
