"""The record of every step, on disk before anyone hears of it."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError

from assent.host.claim import claim
from assent.host.folders import make_private
from assent.journal.decisions import SCHEMA as DECISIONS
from assent.journal.decisions import Decisions, is_answer
from assent.journal.errors import JournalError as JournalError
from assent.model.call import Call, Proposal
from assent.model.events import Moved
from assent.model.intervention import Intervention
from assent.model.lifecycle import Approved, Failed, Running, Settled, State
from assent.model.result import error

_FORMAT = 1
# As large as the log becomes before SQLite begins at its start again (1,000 pages).
_ROOM_BYTES = 4_096_000
_SCHEMA = """
CREATE TABLE IF NOT EXISTS calls (
    number  INTEGER PRIMARY KEY,
    id      TEXT NOT NULL UNIQUE,
    at      TEXT NOT NULL,
    body    TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS steps (
    number  INTEGER PRIMARY KEY,
    call    INTEGER NOT NULL REFERENCES calls(number),
    at      TEXT NOT NULL,
    kind    TEXT NOT NULL,
    body    TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS interventions (
    number  INTEGER PRIMARY KEY,
    call    INTEGER NOT NULL REFERENCES calls(number),
    at      TEXT NOT NULL,
    kind    TEXT NOT NULL,
    body    TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS interventions_of_call ON interventions (call, number);
CREATE INDEX IF NOT EXISTS steps_of_call ON steps (call, number);
CREATE INDEX IF NOT EXISTS settled_calls ON steps (call) WHERE kind = 'settled';
"""
_STATE: TypeAdapter[State] = TypeAdapter(State)
_INTERVENTION: TypeAdapter[Intervention] = TypeAdapter(Intervention)
INTERRUPTED = "interrupted: the console ended before the call did"


@dataclass(frozen=True)
class KeptCall:
    """A call whose command was to go on without the console: how it was approved, and since when it runs."""

    call: Call
    approved: Approved
    running: Running
    started_at: datetime


class Journal:
    """One SQLite file in a private folder with one writer: this process."""

    def __init__(self, folder: Path) -> None:
        """Open or create the journal; calls that an earlier console left open are settled as interrupted."""
        self.path = folder / "journal.sqlite3"
        self._numbers: dict[str, int] = {}
        # The background tasks that an earlier console had when it died, as they were approved.
        self.lost_tasks: list[tuple[Call, Proposal]] = []
        # The calls whose commands were to go on without an earlier console: nobody knows here how they are.
        self.kept: list[KeptCall] = []
        with contextlib.ExitStack() as undo:
            try:
                make_private(folder)
                # A second console would settle the first one's calls as interrupted.
                undo.callback(os.close, claim(folder / "journal.lock"))
                self.path.touch(mode=0o600)
                self.path.chmod(0o600)
                self._database = sqlite3.connect(self.path, isolation_level=None)
                undo.callback(self._database.close)
                self.decisions = Decisions(self._database)
                self._prepare()
                self._settle_interrupted()
            except (OSError, sqlite3.Error) as problem:
                raise JournalError(f"The journal {self.path} cannot be opened: {problem}") from problem
            self._undo = undo.pop_all()

    def open(self, call: Call, states: Sequence[State], at: datetime) -> None:
        """Record a new call with its first steps; all of it is on disk when this returns, or nothing."""
        try:
            with self._transaction():
                number = self._database.execute(
                    "INSERT INTO calls (id, at, body) VALUES (?, ?, ?)",
                    (call.id, call.received_at.isoformat(), call.model_dump_json()),
                ).lastrowid
                assert number is not None
                for state in states:
                    self._add_step(number, state, at)
        except (sqlite3.Error, PydanticSerializationError) as problem:
            raise JournalError(f"The call cannot be recorded: {problem}") from problem
        if not isinstance(states[-1], Settled):
            self._numbers[call.id] = number

    def write(self, call: Call, state: State, at: datetime) -> None:
        """Record a step of a call; it is on disk when this returns, else JournalError is raised.

        `Running` is in the system's hands only: it outlives the console, not a loss of power.
        """
        try:
            number = self._numbers[call.id]
            with self._scope_of(state):
                self._add_step(number, state, at)
                if is_answer(state):
                    self.decisions.note_answer(number, state, at)
        except (sqlite3.Error, PydanticSerializationError) as problem:
            raise JournalError(f"The step cannot be recorded: {problem}") from problem
        if isinstance(state, Settled):
            del self._numbers[call.id]

    def note(self, call: Call, what: Intervention, at: datetime) -> None:
        """Record what was done to a running call; on disk when this returns, else JournalError is raised."""
        try:
            self._database.execute(
                "INSERT INTO interventions (call, at, kind, body) VALUES (?, ?, ?, ?)",
                (self._numbers[call.id], at.isoformat(), what.kind, what.model_dump_json()),
            )
        except (sqlite3.Error, PydanticSerializationError) as problem:
            raise JournalError(f"The intervention cannot be recorded: {problem}") from problem

    def interventions(self, call_id: str) -> list[tuple[datetime, Intervention]]:
        """Return what was done to a call while it ran, in order, each with its time."""
        rows = self._database.execute(
            "SELECT interventions.at, interventions.body FROM interventions JOIN calls"
            " ON calls.number = interventions.call WHERE calls.id = ? ORDER BY interventions.number",
            (call_id,),
        )
        return [(datetime.fromisoformat(at), _INTERVENTION.validate_json(body)) for at, body in rows]

    def latest(self, limit: int) -> list[Moved]:
        """Return the newest `limit` calls with their last steps, newest first."""
        return list(self._records("ORDER BY calls.number DESC LIMIT ?", limit))

    def close(self) -> None:
        """Give the file back."""
        self._undo.close()

    def _prepare(self) -> None:
        self._database.execute("PRAGMA journal_mode = WAL")
        self._make_room()
        # FULL: a decision that was acknowledged must survive a loss of power, too.
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute("PRAGMA foreign_keys = ON")
        found = self._database.execute("PRAGMA user_version").fetchone()[0]
        if found > _FORMAT:
            raise sqlite3.DatabaseError(f"it has format {found}, this Assent knows up to {_FORMAT}")
        self._database.executescript(_SCHEMA + DECISIONS)
        self._database.execute(f"PRAGMA user_version = {_FORMAT}")

    def _make_room(self) -> None:
        """Give the log its size at once: a commit into a file that grows waits for the disk twice as long.

        A transaction larger than the cache is written to the log before its end, and then taken back.
        """
        self._database.execute("PRAGMA synchronous = OFF")
        self._database.execute("PRAGMA cache_size = 10")
        with contextlib.suppress(sqlite3.OperationalError):  # a full disk: then it grows as it may
            self._database.execute("BEGIN")
            self._database.execute("CREATE TABLE room (made)")
            self._database.execute("INSERT INTO room VALUES (zeroblob(?))", (_ROOM_BYTES,))
        if self._database.in_transaction:
            self._database.execute("ROLLBACK")
        self._database.execute("PRAGMA cache_size = -2000")

    @contextlib.contextmanager
    def _unsynced(self) -> Iterator[None]:
        """Do not wait for the platter, as every other commit does: a pid means nothing after a loss of power.

        The yes before it is there, and the end after it takes it along.
        """
        self._database.execute("PRAGMA synchronous = NORMAL")
        try:
            yield
        finally:
            self._database.execute("PRAGMA synchronous = FULL")

    def _scope_of(self, state: State) -> contextlib.AbstractContextManager[None]:
        if isinstance(state, Running):
            return self._unsynced()
        # One statement is a transaction by itself.
        return self._transaction() if is_answer(state) else contextlib.nullcontext()

    def _transaction(self) -> "_Transaction":
        return _Transaction(self._database)

    def _add_step(self, number: int, state: State, at: datetime) -> None:
        self._database.execute(
            "INSERT INTO steps (call, at, kind, body) VALUES (?, ?, ?, ?)",
            (number, at.isoformat(), state.kind, state.model_dump_json()),
        )

    def _records(self, tail: str, *values: object) -> Iterator[Moved]:
        # The tail is one of this file's own constants, never a client's text.
        rows = self._database.execute(
            "SELECT calls.body, steps.body, steps.at FROM calls JOIN steps ON steps.number ="
            f" (SELECT max(number) FROM steps WHERE call = calls.number) {tail}",
            values,
        )
        for call, state, at in rows:
            yield Moved(
                Call.model_validate_json(call), _STATE.validate_json(state), datetime.fromisoformat(at)
            )

    def _settle_interrupted(self) -> None:
        open_calls = self._database.execute(
            "SELECT number FROM calls WHERE number NOT IN (SELECT call FROM steps WHERE kind = 'settled')"
            " ORDER BY number"
        ).fetchall()
        state = Settled(outcome=Failed(error=INTERRUPTED), result=error(INTERRUPTED, brief="Interrupted"))
        with self._transaction():
            for (number,) in open_calls:
                if kept := self._kept(number):
                    self.kept.append(kept)
                    self._numbers[kept.call.id] = number
                    continue
                self._note_if_lost(number)
                self._add_step(number, state, datetime.now(UTC))

    def _kept(self, number: int) -> "KeptCall | None":
        is_kept = self._database.execute(
            "SELECT 1 FROM interventions WHERE call = ? AND kind = 'kept'", (number,)
        ).fetchone()
        if not is_kept:
            return None
        call = self._database.execute("SELECT body FROM calls WHERE number = ?", (number,)).fetchone()[0]
        rows = self._database.execute(
            "SELECT body, at FROM steps WHERE call = ? ORDER BY number", (number,)
        ).fetchall()
        states = [(_STATE.validate_json(body), datetime.fromisoformat(at)) for body, at in rows]
        approved = next((state for state, _ in states if isinstance(state, Approved)), None)
        running = next(((state, at) for state, at in states if isinstance(state, Running)), None)
        if approved is None or running is None:
            return None
        return KeptCall(Call.model_validate_json(call), approved, *running)

    def _note_if_lost(self, number: int) -> None:
        found = self._database.execute(
            "SELECT calls.body, steps.body, EXISTS"
            " (SELECT 1 FROM interventions WHERE call = calls.number AND kind = 'sent_to_background')"
            " FROM calls JOIN steps ON steps.call = calls.number AND steps.kind = 'approved'"
            " WHERE calls.number = ? AND EXISTS"
            " (SELECT 1 FROM steps WHERE call = calls.number AND kind = 'running')",
            (number,),
        ).fetchone()
        if found is None:
            return
        approved = _STATE.validate_json(found[1])
        if isinstance(approved, Approved) and (approved.proposal.background or found[2]):
            self.lost_tasks.append((Call.model_validate_json(found[0]), approved.proposal))


class _Transaction:
    """All or nothing, and on disk at its end."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database

    def __enter__(self) -> None:
        self._database.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._database.execute("COMMIT")
        finally:
            # SQLite takes some transactions back by itself (a full disk), others it leaves open.
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
