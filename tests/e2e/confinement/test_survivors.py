"""Nothing of a confined command survives its end, nor its console's, though a session alone would let it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from confining import need_bubblewrap
from e2e.escape.table import STOPS, TREES
from namespaces import SPACE

pytestmark = pytest.mark.timeout(150)

_HERE = Path(__file__).parent
_SOURCES = os.pathsep.join(map(str, (_HERE.parents[2] / "gui", _HERE.parents[1])))


def test_nothing_survives():
    need_bubblewrap()
    made = subprocess.run(
        [*SPACE, sys.executable, str(_HERE / "survivors.py")],
        env={**os.environ, "PYTHONPATH": _SOURCES},
        capture_output=True,
        text=True,
        timeout=140,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    rows = [json.loads(line) for line in made.stdout.splitlines()]
    assert len(rows) == len(TREES) * len(STOPS)
    assert [row for row in rows if row["survivors"]] == []
