"""What people decided, to look up again: their answers by command, and what they did to the policy."""

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated

from pydantic import Field, TypeAdapter

from assent.journal.errors import JournalError
from assent.model.authority import ByPerson
from assent.model.call import Call, Proposal
from assent.model.grant import Ended, Granted, Used
from assent.model.lifecycle import Approved, Asking, Refused, Settled, State
from assent.model.mode import ModeSet
from assent.model.question import Past
from assent.model.rules import RuleSaved, RulesTrusted, RuleUsed

SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    number  INTEGER PRIMARY KEY,
    call    INTEGER NOT NULL REFERENCES calls(number),
    at      TEXT NOT NULL,
    command TEXT NOT NULL,
    is_yes  INTEGER NOT NULL,
    reason  TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS answers_to_command ON answers (command, number);
CREATE INDEX IF NOT EXISTS answers_to_call ON answers (call);
CREATE TABLE IF NOT EXISTS deeds (
    number  INTEGER PRIMARY KEY,
    at      TEXT NOT NULL,
    kind    TEXT NOT NULL,
    body    TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS deeds_by_kind ON deeds (kind, number);
"""
Deed = Annotated[
    Granted | Used | Ended | ModeSet | RuleSaved | RulesTrusted | RuleUsed, Field(discriminator="kind")
]
_DEED: TypeAdapter[Deed] = TypeAdapter(Deed)
_STATE: TypeAdapter[State] = TypeAdapter(State)


@dataclass(frozen=True)
class Request:
    """A command that was asked for, and whether a person refused it."""

    call: Call
    proposal: Proposal
    was_refused: bool


class Decisions:
    """Reads and writes these in the journal's file; each write is on disk when its transaction is."""

    def __init__(self, database: sqlite3.Connection) -> None:
        """Work on a database that has the tables of SCHEMA."""
        self._database = database

    def note_answer(self, number: int, state: State, at: datetime) -> None:
        """Keep a person's answer with its command; `number` is the call's row."""
        if isinstance(state, Approved):
            command, is_yes, reason = state.proposal.command, True, ""
        else:
            outcome = state.outcome if isinstance(state, Settled) else None
            command, is_yes = self._asked(number), False
            reason = outcome.reason if isinstance(outcome, Refused) else ""
        if command is not None:
            self._database.execute(
                "INSERT INTO answers (call, at, command, is_yes, reason) VALUES (?, ?, ?, ?, ?)",
                (number, at.isoformat(), _key(command), int(is_yes), reason),
            )

    def past(self, command: str) -> Past:
        """Return the earlier answers of people to the same command."""
        approved, refused, last = self._database.execute(
            "SELECT coalesce(sum(is_yes), 0), coalesce(sum(1 - is_yes), 0), max(number)"
            " FROM answers WHERE command = ?",
            (_key(command),),
        ).fetchone()
        if last is None:
            return Past()
        at, reason = self._database.execute(
            "SELECT at, reason FROM answers WHERE number = ?", (last,)
        ).fetchone()
        return Past(
            approved=approved, refused=refused, last_at=datetime.fromisoformat(at), last_reason=reason
        )

    def refusals(self, most: int) -> tuple[str, ...]:
        """Return the words that people refused with more than once, the most used first."""
        rows = self._database.execute(
            "SELECT reason FROM answers WHERE is_yes = 0 AND reason != '' GROUP BY reason"
            " HAVING count(*) > 1 ORDER BY count(*) DESC, max(number) DESC LIMIT ?",
            (most,),
        )
        return tuple(reason for (reason,) in rows)

    def requests(self, most: int) -> list[Request]:
        """Return the newest commands that were asked for, newest first."""
        rows = self._database.execute(
            "SELECT calls.body, (SELECT body FROM steps WHERE call = calls.number"
            " AND kind IN ('asking', 'approved') ORDER BY number LIMIT 1) AS proposed,"
            " EXISTS (SELECT 1 FROM answers WHERE call = calls.number AND is_yes = 0)"
            " FROM calls WHERE proposed IS NOT NULL ORDER BY number DESC LIMIT ?",
            (most,),
        )
        found = []
        for call, state, was_refused in rows:
            proposed = _STATE.validate_json(state)
            assert isinstance(proposed, Asking | Approved)
            if proposed.proposal.command is not None:
                found.append(Request(Call.model_validate_json(call), proposed.proposal, bool(was_refused)))
        return found

    def add(self, deed: Deed) -> None:
        """Record what was done to the policy; on disk when this returns, else JournalError is raised."""
        row = (datetime.now(UTC).isoformat(), deed.kind, deed.model_dump_json())
        try:
            self._database.execute("INSERT INTO deeds (at, kind, body) VALUES (?, ?, ?)", row)
        except sqlite3.Error as problem:
            raise JournalError(f"What was decided cannot be recorded: {problem}") from problem

    def last_mode(self) -> ModeSet | None:
        """Return the mode that was set last."""
        row = self._database.execute(
            "SELECT body FROM deeds WHERE kind = 'mode_set' ORDER BY number DESC LIMIT 1"
        ).fetchone()
        deed = _DEED.validate_json(row[0]) if row else None
        assert deed is None or isinstance(deed, ModeSet)
        return deed

    def rule_uses(self) -> dict[str, int]:
        """Return how often each rule with a number of uses was used, by its key."""
        uses: dict[str, int] = {}
        for (body,) in self._database.execute("SELECT body FROM deeds WHERE kind = 'rule_used'"):
            deed = _DEED.validate_json(body)
            assert isinstance(deed, RuleUsed)
            uses[deed.key] = uses.get(deed.key, 0) + 1
        return uses

    def deeds(self) -> list[Deed]:
        """Return all that was done to the policy, in order."""
        rows = self._database.execute("SELECT body FROM deeds ORDER BY number")
        return [_DEED.validate_json(body) for (body,) in rows]

    def _asked(self, number: int) -> str | None:
        row = self._database.execute(
            "SELECT body FROM steps WHERE call = ? AND kind = 'asking' ORDER BY number DESC LIMIT 1",
            (number,),
        ).fetchone()
        if row is None:
            return None
        state = _STATE.validate_json(row[0])
        assert isinstance(state, Asking)
        return state.proposal.command


def is_answer(state: State) -> bool:
    """Tell whether a step is a person's answer to a question."""
    match state:
        case Approved(by=ByPerson()) | Settled(outcome=Refused(by=ByPerson())):
            return True
        case _:
            return False


def _key(command: str) -> str:
    # Any text that JSON can carry: a lone surrogate has no UTF-8.
    return sha256(command.encode("utf-8", "surrogatepass")).hexdigest()
