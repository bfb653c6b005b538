"""A console that is killed without a word leaves nothing running, and the next one knows what was cut off."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from assent.clients.line import ConsoleAbsent, Line
from e2e.agent import Agent
from e2e.running import exactly
from waiting import lives, until_now

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a session alone promises nothing here")

# Writes its number, its child's, and that of one that left session and parents; then all sleep.
BREEDS = (
    "import os, subprocess, sys, time\n"
    "child = subprocess.Popen(['sleep', '1000'])\n"
    "daemon = subprocess.Popen(['setsid', 'sh', '-c', 'sleep 1000 & echo $! >daemon; exit'])\n"
    "daemon.wait()\n"
    "while not os.path.exists('daemon') or not open('daemon').read().endswith('\\n'): time.sleep(0.01)\n"
    "print(os.getpid(), child.pid, open('daemon').read(), flush=True)\n"
    "time.sleep(1000)\n"
)


@contextmanager
def console(root: Path, settings: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Start a console whose whole world is below `root`."""
    folder = root / "c" / "assent"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rules.toml").write_text(exactly(f"{sys.executable} {root}/breeds.py"))
    (folder / "settings.toml").write_text(settings)
    places = {"ASSENT_SOCKET": f"{root}/a", "XDG_STATE_HOME": f"{root}/s", "XDG_CONFIG_HOME": f"{root}/c"}
    command = [sys.executable, "-m", "assent", "--headless"]
    with subprocess.Popen(command, env=os.environ | places, stdout=subprocess.DEVNULL) as process:
        try:
            until_now(lambda: listens(f"{root}/a"))
            yield process
        finally:
            process.terminate()


def listens(address: str) -> bool:
    try:
        Line(address).close()
    except ConsoleAbsent:
        return False
    return True


def last_steps(root: Path) -> list[dict[str, Any]]:
    """Read the last step of each call as another program would."""
    with closing(sqlite3.connect(f"file:{root}/s/assent/journal.sqlite3?mode=ro", uri=True)) as database:
        rows = database.execute(
            "SELECT body FROM steps WHERE number IN (SELECT max(number) FROM steps GROUP BY call)"
        )
        return [json.loads(body) for (body,) in rows]


# As this process counts they are found by their words, since a namespace has numbers of its own.
def those_of(root: Path) -> list[int]:
    """Return the living processes that stand in the folder where the command ran."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if (
                entry.name.isdigit()
                and (entry / "cwd").readlink() == root / "work"
                and lives(int(entry.name))
            ):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("settings", ["", '[tools.shell]\nsupervision = "warden"\n'], ids=["usual", "warden"])
@pytest.mark.parametrize("interactive", [False, True], ids=["pipes", "terminal"])
def test_nothing_runs_afterwards_and_the_journal_says_interrupted(settings: str, *, interactive: bool):
    with tempfile.TemporaryDirectory(prefix="ak-") as folder:
        root = Path(folder)
        (root / "work").mkdir()
        (root / "breeds.py").write_text(BREEDS)
        with console(root, settings) as first, Agent(f"{root}/a", cwd=f"{root}/work") as agent:
            arguments = {"command": f"{sys.executable} {root}/breeds.py", "interactive": interactive}
            agent.send(
                id=1, method="tools/call", params={"name": "Shell", "arguments": arguments, "stream": True}
            )
            while agent.receive().get("method") != "call/output":
                pass
            assert len(those_of(root)) >= 3
            first.send_signal(signal.SIGKILL)
            first.wait()
            killed_at = time.monotonic()
            until_now(lambda: not those_of(root))
            assert time.monotonic() - killed_at < 10
        assert [step["kind"] for step in last_steps(root)] == ["running"]
        with console(root, settings):
            [step] = last_steps(root)
            assert step["kind"] == "settled"
            assert step["outcome"]["kind"] == "failed"
            assert step["outcome"]["error"].startswith("interrupted")
            assert those_of(root) == []
