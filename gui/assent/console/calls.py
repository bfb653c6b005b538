"""The one place that changes a call's state: law, ink, news."""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import pairwise

from assent.journal.journal import Journal, JournalError
from assent.model.call import Call
from assent.model.events import Channel, Event, Intervened, Moved, Output
from assent.model.intervention import Intervention
from assent.model.lifecycle import IllegalStep, Received, Running, Settled, State, step

Observer = Callable[[Event], None]
_log = logging.getLogger(__name__)


class Calls:
    """The calls that are not settled yet, and whoever wants to hear of them."""

    def __init__(self, journal: Journal) -> None:
        """Write every step into `journal` first."""
        self._journal = journal
        self._states: dict[str, State] = {}
        self._calls: dict[str, Call] = {}
        self._observers: list[Observer] = []
        self._observers_of: dict[str, Observer] = {}

    def __len__(self) -> int:
        """How many calls are open."""
        return len(self._states)

    def observe(self, observer: Observer) -> Callable[[], None]:
        """Tell `observer` of every event from now on; call what is returned to stop that."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    def observe_one(self, call_id: str, observer: Observer) -> None:
        """Tell `observer` of one call's events, until it settles."""
        self._observers_of[call_id] = observer

    def open(self, call: Call, *then: State) -> None:
        """Take in a new call, with the steps that it takes at once.

        Raises JournalError when it can't be recorded, and then there is no call.
        """
        states, at = (Received(), *then), datetime.now(UTC)
        for old, new in pairwise(states):
            step(old, new)
        try:
            self._journal.open(call, states, at)
        except JournalError:
            self._observers_of.pop(call.id, None)
            raise
        self._calls[call.id] = call
        for state in states:
            self._arrive(call, state, at)

    def take_over(self, call: Call, past: Sequence[Moved | Intervened]) -> None:
        """Take in a call that an earlier console left, with what is on record of it."""
        self._calls[call.id] = call
        for event in past:
            if isinstance(event, Moved):
                self._states[call.id] = event.state
            self._tell(event, call.id)

    def move(self, call: Call, state: State) -> None:
        """Take a step; raises IllegalStep, or JournalError when it can't be recorded: then nothing moved."""
        step(self._states[call.id], state)
        at = datetime.now(UTC)
        self._journal.write(call, state, at)
        self._arrive(call, state, at)

    def move_unrecorded(self, call: Call, state: Settled) -> None:
        """Settle a call whose end the journal does not take: whoever waits must hear of it all the same."""
        step(self._states[call.id], state)
        self._arrive(call, state, datetime.now(UTC))

    def intervene(self, call_id: str, what: Intervention) -> None:
        """Record and tell what is done to a running call; raises JournalError when it can't be recorded."""
        call, at = self._calls[call_id], datetime.now(UTC)
        if not isinstance(self._states[call_id], Running):
            raise IllegalStep(f"a call that is {self._states[call_id].kind} cannot be {what.kind}")
        self._journal.note(call, what, at)
        self._tell(Intervened(call, what, at), call_id)

    def output(self, call: Call, channel: Channel, data: bytes) -> None:
        """Pass on what a running command wrote."""
        self._tell(Output(call.id, channel, data), call.id)

    def _arrive(self, call: Call, state: State, at: datetime) -> None:
        self._states[call.id] = state
        self._tell(Moved(call, state, at), call.id)
        if isinstance(state, Settled):
            del self._states[call.id], self._calls[call.id]
            self._observers_of.pop(call.id, None)

    def _tell(self, event: Event, call_id: str) -> None:
        one = self._observers_of.get(call_id)
        for observer in (*self._observers, *([one] if one else [])):
            try:
                observer(event)
            except Exception:  # noqa: BLE001
                # A broken pane must not stop a command or keep an agent from its answer.
                _log.exception("an observer failed on %r", event)
