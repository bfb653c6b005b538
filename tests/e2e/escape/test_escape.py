"""Nothing survives the end of its call, nor of its console: each kind of tree, each stop, each guarantee."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from assent.model.guarantee import Kind
from namespaces import SPACE, need_namespaces

pytestmark = pytest.mark.timeout(150)

_HERE = Path(__file__).parent
_SOURCES = os.pathsep.join(map(str, (_HERE.parents[2] / "gui", _HERE.parents[1])))
TREES = 12
# Those that a hangup, or what a shell does about it, could treat otherwise.
IN_A_TERMINAL = ("plain", "setsid", "double fork", "nohup", "disowned", "stopped", "child subreaper")
STOPS = 5

# What the weakest guarantee, on systems with nothing better, lets live, as its sentence says.
ESCAPE_A_SESSION = {
    ("double fork", "normal end"),
    ("double fork", "console killed"),
    ("setsid", "normal end"),
    ("setsid", "console killed"),
    ("plain", "console killed"),
}


def survivors(kind: Kind, trees: Sequence[str] = (), *, where: str = "pipes") -> dict[tuple[str, str], int]:
    """Make the table in a namespace of its own, whose end ends whatever escaped."""
    need_namespaces()
    words = [*SPACE, sys.executable, str(_HERE / "table.py"), kind, where, *trees]
    environment = {**os.environ, "PYTHONPATH": _SOURCES}
    made = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert made.returncode == 0, made.stderr
    rows = [json.loads(line) for line in made.stdout.splitlines()]
    return {(row["tree"], row["stop"]): row["survivors"] for row in rows}


@pytest.mark.parametrize("kind", ["namespace", "bubblewrap", "warden"])
def test_nothing_survives(kind: Kind):
    found = survivors(kind)
    assert len(found) == TREES * STOPS
    assert {cell: left for cell, left in found.items() if left} == {}


@pytest.mark.parametrize("kind", ["namespace", "bubblewrap", "warden"])
def test_nothing_survives_its_terminal(kind: Kind):
    found = survivors(kind, IN_A_TERMINAL, where="terminal")
    assert len(found) == len(IN_A_TERMINAL) * STOPS
    assert {cell: left for cell, left in found.items() if left} == {}


def test_what_a_session_alone_lets_live_is_named():
    found = survivors("session", ["plain", "setsid", "double fork"])
    assert {cell for cell, left in found.items() if left} == ESCAPE_A_SESSION
