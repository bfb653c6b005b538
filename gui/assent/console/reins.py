"""What a person can do to calls that run, and learn of them."""

import logging
from datetime import datetime

from assent.console.calls import Calls
from assent.execution.control import Control
from assent.journal.errors import JournalError
from assent.journal.journal import Journal
from assent.model.authority import Authority
from assent.model.intervention import (
    Interrupted,
    Intervention,
    Killed,
    Paused,
    ProcessEnded,
    Terminated,
    Typed,
)

# A full disk must keep nobody from stopping a command.
_ALWAYS_DONE = (Paused, Interrupted, Terminated, Killed, ProcessEnded)
_log = logging.getLogger(__name__)


class Reins:
    """Holds the running calls by their controls; `calls` is where to hear of everything."""

    def __init__(self, calls: Calls, journal: Journal) -> None:
        """Hold none yet, and record in `journal` what is done to those that come."""
        self.calls, self._journal = calls, journal
        self._controls: dict[str, Control] = {}

    def stop(self, call_id: str, by: Authority) -> None:
        """Stop a running call; one that is not running any more is left alone."""
        self.intervene(call_id, Terminated(by=by))

    def intervene(self, call_id: str, what: Intervention) -> bool:
        """Do something to a running call, on record first; tell whether it could be done.

        Raises JournalError when it can't be recorded. What ends or holds a command is done all the same.
        """
        control = self._controls.get(call_id)
        if control is None or not control.allows(what):
            return False
        try:
            self.calls.intervene(call_id, what)
        except JournalError:
            if not isinstance(what, _ALWAYS_DONE):
                raise
            _log.critical("call %s was %s, which is not on record", call_id, what.kind, exc_info=True)
        control.obey(what)
        return True

    def type_into(self, call_id: str, data: bytes, by: Authority) -> bool:
        """Type into a running call's terminal; tell whether it has one.

        That a line was typed is put on record first, never what it said. Raises JournalError when that fails.
        """
        control = self._controls.get(call_id)
        typed = Typed(by=by, hidden=control is not None and not control.echoes)
        if control is None or not control.allows(typed):
            return False
        if b"\r" in data or b"\n" in data:
            self.calls.intervene(call_id, typed)
            control.obey(typed)
        control.type_into(data)
        return True

    def echoes(self, call_id: str) -> bool:
        """Tell whether what is typed into a call's terminal now would show there."""
        control = self._controls.get(call_id)
        return control is not None and control.echoes

    def resize(self, call_id: str, rows: int, columns: int) -> None:
        """Give a call's terminal this size; one that asks before it runs begins with it."""
        if control := self._controls.get(call_id):
            control.resize(rows, columns)

    def is_answered(self, call_id: str) -> bool:
        """Tell whether a running call's agent has its answer already: it goes on in the background."""
        control = self._controls.get(call_id)
        return control is not None and control.detached.done()

    def members(self, call_id: str) -> dict[int, str]:
        """Return the processes of a running call that are found now, by number, each with its name."""
        control = self._controls.get(call_id)
        return {} if control is None else control.members()

    def interventions(self, call_id: str) -> list[tuple[datetime, Intervention]]:
        """Return what was done to a call while it ran, in order, each with its time; earlier ones too."""
        return self._journal.interventions(call_id)
