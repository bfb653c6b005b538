"""A console in a process of its own, with any face, that shares nothing with this user's."""

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from e2e.agent import Agent
from waiting import commands_of, until_now

# What only prints or reads is allowed, and what a test names; whatever is not waits, as behind a modal.
RULES = '[[rule]]\ncommand = "*"\ndecision = "allow"\n'
NAMED = ("yes", "bash -c 'sleep 60 & sleep 60'")
FACES: dict[str, list[str]] = {"headless": ["--headless", "--unanswered", "wait"], "desktop": []}
SOURCES = str(Path(__file__).parents[2] / "gui")


@dataclass(frozen=True)
class Console:
    """Where it is, its process, and what it keeps."""

    address: str
    process: psutil.Process
    journal: Path
    rules: Path

    def allow(self, command: str) -> None:
        """Let exactly this command run from now on."""
        with self.rules.open("a", encoding="utf-8") as rules:
            rules.write(exactly(command))

    def connect(self, *, greet: bool = True) -> Agent:
        """Connect an agent."""
        return Agent(self.address, greet=greet)

    def commands(self) -> list[psutil.Process]:
        """Return the processes of commands that run now."""
        return commands_of(self.process)

    def steps_of(self, call_id: str) -> list[str]:
        """Return the kinds of a call's steps from the journal on disk."""
        return [
            kind
            for (kind,) in self.read(
                "SELECT kind FROM calls JOIN steps ON call = calls.number WHERE id = ?", call_id
            )
        ]

    def outcome_of(self, call_id: str) -> str | None:
        """Return how a call ended, or None while it has not."""
        found = self.read(
            "SELECT json_extract(steps.body, '$.outcome.kind') FROM calls JOIN steps ON call = calls.number"
            " WHERE id = ? AND kind = 'settled'",
            call_id,
        )
        return str(found[0][0]) if found else None

    def read(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """Read from the journal without being able to write to it."""
        database = sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True)
        try:
            return database.execute(query, values).fetchall()
        finally:
            database.close()


@contextlib.contextmanager
def running(face: str) -> Iterator[Console]:
    """Start a console with this face; it must end well when it is told to, and not before."""
    # Not pytest's own folder: a socket's path must be short.
    with tempfile.TemporaryDirectory(prefix="ab-") as folder:
        root = Path(folder)
        (root / "c" / "assent").mkdir(parents=True)
        rules = root / "c" / "assent" / "rules.toml"
        rules.write_text(RULES + "".join(map(exactly, NAMED)))
        address = str(root / "r" / "a.sock")
        environment = os.environ | {
            "ASSENT_SOCKET": address,
            "XDG_STATE_HOME": f"{root}/s",
            "XDG_CONFIG_HOME": f"{root}/c",
            "PYTHONPATH": SOURCES,
            "QT_QPA_PLATFORM": "offscreen",
        }
        command = [sys.executable, "-m", "assent", *FACES[face]]
        with (
            (root / "log").open("wb") as log,
            subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            ) as process,
        ):
            try:
                until_now(lambda: _listens(address) or process.poll() is not None)
                assert process.poll() is None, (root / "log").read_text()
                journal = root / "s" / "assent" / "journal.sqlite3"
                yield Console(address, psutil.Process(process.pid), journal, rules)
            finally:
                early = process.poll()
                process.terminate()
                code = process.wait(20)
        told = (root / "log").read_text()
    assert (early, code) == (None, 0), f"it ended by itself ({early}), or badly ({code}): {told}"
    assert "Traceback" not in told, told


def exactly(command: str) -> str:
    """Return the lines of a rule that allows this command as it stands."""
    return f'[[rule]]\ncommand = {json.dumps("=" + command)}\ndecision = "allow"\n'


def _listens(address: str) -> bool:
    with contextlib.suppress(FileNotFoundError, ConnectionRefusedError), Agent(address):
        return True
    return False
