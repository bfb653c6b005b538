"""The grants in force: given by a person, counted, and ended with their time, uses, session or agent."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import uuid4

from assent.model.asker import Process, agent_of, is_same, is_same_program
from assent.model.authority import Authority, ByConsole
from assent.model.call import Call
from assent.model.grant import (
    Always,
    Ended,
    ForUses,
    Grant,
    Granted,
    Session,
    UntilAgentEnds,
    UntilTime,
    Used,
    Wish,
)
from assent.policy.layered import Layered, name_of

Record = Callable[[Granted | Used | Ended], None]
_TIME = ByConsole(reason="its time was up")
_USES = ByConsole(reason="it was used as often as granted")
_AGENT = ByConsole(reason="its agent ended")
_CLOSED = ByConsole(reason="the console was closed")


@dataclass
class _Held:
    grant: Grant
    rules: tuple[Layered, ...]
    over_at: float | None  # of the monotonic clock


class Grants:
    """What was granted until the console ends; every step is on record."""

    def __init__(
        self,
        record: Record,
        is_alive: Callable[[Process], bool],
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with none. `is_alive` tells whether a process is still the one that it was."""
        self._record, self._is_alive = record, is_alive
        self._clock, self._monotonic = clock, monotonic
        self._held: dict[str, _Held] = {}
        # The rules of several together: the same tuple while none began or ended.
        self._together: dict[tuple[str, ...], tuple[Layered, ...]] = {}
        self.version = 0  # another number after each beginning and each end

    def add(self, wish: Wish, call: Call, by: Authority) -> Grant:
        """Let a wish hold for the agent of `call`. Raises JournalError, and then it does not.

        What is to hold for good is no grant but a rule, and what is for somebody else is none: ValueError.
        """
        term, now = wish.term, self._clock()
        if isinstance(term, Always):
            raise ValueError("a grant has an end")
        agent = term.process if isinstance(term, UntilAgentEnds) else agent_of(call.asker)
        if agent not in (call.asker.process, *call.asker.parents):
            raise ValueError("a grant is for who asked")
        grant = Grant(
            id=uuid4().hex,
            wish=wish,
            process=agent,
            session=call.session.id,
            given_at=now,
            left=term.uses if isinstance(term, ForUses) else None,
        )
        self._record(Granted(grant=grant, by=by))
        left_s = (term.at - now).total_seconds() if isinstance(term, UntilTime) else None
        over_at = None if left_s is None else self._monotonic() + left_s
        self._changed()
        self._held[grant.id] = _Held(grant, _rules_of(grant), over_at)
        return grant

    def all(self) -> tuple[Grant, ...]:
        """Return the grants in force, in the order in which they were given."""
        self.sweep()
        return tuple(held.grant for held in self._held.values())

    def layered(self, call: Call) -> tuple[Layered, ...]:
        """Return the rules that are granted to whoever makes this call: the same tuple while none changed."""
        if not self._held:
            return ()
        mine = [held for held in self._held.values() if _is_for(held.grant, call)]
        self._end_due(mine)
        ids = tuple(held.grant.id for held in mine if held.grant.id in self._held)
        if ids not in self._together:
            self._together[ids] = tuple(rule for each in ids for rule in self._held[each].rules)
        return self._together[ids]

    def use(self, ids: Iterable[str], call: Call) -> None:
        """Count a call that was approved by these grants. Raises JournalError."""
        for grant_id in dict.fromkeys(ids):
            held = self._held.get(grant_id)
            if held is None:
                continue
            left = None if held.grant.left is None else held.grant.left - 1
            self._record(Used(id=grant_id, call=call.id, left=left))
            held.grant = held.grant.model_copy(update={"left": left})
            if left == 0:
                self._end(grant_id, _USES)

    def end(self, grant_id: str, by: Authority) -> bool:
        """End a grant; tell whether it was in force. What runs by it goes on."""
        if grant_id not in self._held:
            return False
        self._end(grant_id, by)
        return True

    def sweep(self) -> bool:
        """End what is due, and tell whether anything was."""
        return self._end_due(list(self._held.values()))

    def close(self) -> None:
        """End them all: none outlives the console."""
        for grant_id in list(self._held):
            self._end(grant_id, _CLOSED)

    def _changed(self) -> None:
        self.version += 1
        self._together.clear()

    def _end_due(self, some: Iterable[_Held]) -> bool:
        due = [(held.grant.id, why) for held in some if (why := self._why_over(held)) is not None]
        for grant_id, why in due:
            self._end(grant_id, why)
        return bool(due)

    def _why_over(self, held: _Held) -> Authority | None:
        match held.grant.wish.term:
            case UntilTime(at=at):
                over = held.over_at is not None and self._monotonic() >= held.over_at
                return _TIME if over or self._clock() >= at else None
            case Session() | UntilAgentEnds():
                return None if self._is_alive(held.grant.process) else _AGENT
            case _:
                return None

    def _end(self, grant_id: str, by: Authority) -> None:
        # Over first: one that can't be recorded must not hold on for that.
        del self._held[grant_id]
        self._changed()
        self._record(Ended(id=grant_id, by=by))


def _rules_of(grant: Grant) -> tuple[Layered, ...]:
    source = f"granted, {grant.wish.term.kind}"
    names = (name_of(rule, source).model_copy(update={"grant": grant.id}) for rule in grant.wish.offer.rules)
    return tuple(
        Layered(rule, name, "grant", grant) for rule, name in zip(grant.wish.offer.rules, names, strict=True)
    )


def _is_for(grant: Grant, call: Call) -> bool:
    """Tell whether the grant is for who makes the call: what it claims only ever narrows that."""
    agent = agent_of(call.asker)
    match grant.wish.term:
        case Session():
            return is_same(grant.process, agent) and grant.session == call.session.id
        case UntilAgentEnds():
            return any(is_same(grant.process, each) for each in (call.asker.process, *call.asker.parents))
        case _:
            return is_same_program(grant.process, agent)
