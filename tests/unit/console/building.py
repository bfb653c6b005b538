"""Puts the stages together for the tests of this room: all of them real, but for the human."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from assent.console.approval import Approver
from assent.console.calls import Calls
from assent.console.pipeline import Pipeline
from assent.console.policy_desk import PolicyDesk
from assent.console.waiting import Waiting
from assent.execution.tasks import Tasks
from assent.host.trees.tree_plain import PlainTrees
from assent.journal.journal import Journal
from assent.model.events import Event, Moved, Output
from assent.model.lifecycle import Settled
from assent.model.settings import Settings
from assent.policy.judge import Judge
from assent.policy.rulebook import Rulebook
from assent.tools.shell import ShellTool
from assent.tools.tasks import TaskList
from assent.tools.toolset import Toolset
from builders import BASH, write_rules

USUAL = Settings()


@dataclass
class House:
    """A pipeline with its stages, and all that was said of its calls."""

    journal: Journal
    calls: Calls
    pipeline: Pipeline
    desk: PolicyDesk
    waiting: Waiting
    heard: list[Event] = field(default_factory=list)

    def way(self) -> list[str]:
        """Return the kinds of the steps that observers heard of."""
        moves = [event.state for event in self.heard if isinstance(event, Moved)]
        return [state.outcome.kind if isinstance(state, Settled) else state.kind for state in moves]

    def text(self) -> bytes:
        """Return the output that observers heard of."""
        return b"".join(event.data for event in self.heard if isinstance(event, Output))

    def recorded(self) -> list[str]:
        """Return the kinds of the steps on disk."""
        with closing(sqlite3.connect(f"file:{self.journal.path}?mode=ro", uri=True)) as database:
            return [kind for (kind,) in database.execute("SELECT kind FROM steps ORDER BY number")]

    def fill_disk(self) -> None:
        """Let the journal's file grow no more."""
        database = self.journal._database
        [(pages,)] = database.execute("PRAGMA page_count").fetchall()
        database.execute(f"PRAGMA max_page_count = {pages}")


@contextmanager
def house(folder: Path, approver: Approver, *, settings: Settings = USUAL, **rules: str) -> Iterator[House]:
    """Build a house with these rules: house(folder, approver, allow="ls")."""
    write_rules(folder, **rules)
    journal = Journal(folder / "state")
    calls = Calls(journal)
    tasks = Tasks(lambda: 4)
    rulebook = Rulebook(folder / "rules.toml")
    desk = PolicyDesk(rulebook, journal.decisions, lambda: settings)
    waiting = Waiting(approver)
    pipeline = Pipeline(
        toolset=Toolset([ShellTool(BASH, os.environ, PlainTrees(), tasks=tasks), TaskList(tasks)]),
        judge=Judge(rulebook, lambda: settings, grants=desk.granted, mode=lambda: desk.mode),
        waiting=waiting,
        desk=desk,
        calls=calls,
    )
    built = House(journal, calls, pipeline, desk, waiting)
    calls.observe(built.heard.append)
    try:
        yield built
    finally:
        journal.close()
