"""A background task that the person keeps goes on over the console's end, and the next one finds it again."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from e2e.agent import Agent
from namespaces import need_namespaces
from waiting import processes_with, until_now

if sys.platform != "linux":
    pytest.skip("only wardens keep a command, and they stand on Linux only", allow_module_level=True)

PROGRAM = Path(__file__).with_name("keeping_console.py")
ROOT = Path(__file__).parents[3]
TICKS = "i=0; while :; do i=$((i+1)); echo tick $i; sleep 0.2; done"
KINDS = ("namespace", "warden")


class Home:
    """The places of one user, for consoles that come one after the other."""

    def __init__(self, folder: Path, kind: str) -> None:
        """Have commands stood over in this way."""
        self.folder = folder
        (folder / "configuration").mkdir()
        settings = folder / "configuration" / "settings.toml"
        settings.write_text(f'[tools.shell]\nsupervision = "{kind}"\n')
        settings.chmod(0o600)

    @contextlib.contextmanager
    def console(self, *, keeps: bool = False) -> Iterator[Agent]:
        """Serve, and end well; yields an agent of the same session as all others."""
        environment = os.environ | {"PYTHONPATH": f"{ROOT / 'gui'}:{ROOT / 'tests'}"}
        command = [sys.executable, "-X", "dev", str(PROGRAM), str(self.folder)]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            try:
                assert process.stdout.readline().startswith(b"serves")
                with Agent(str(self.folder / "run" / "assent.sock")) as agent:
                    yield agent
            finally:
                process.send_signal(signal.SIGUSR1 if keeps else signal.SIGTERM)
                told = process.stdout.readline()
                assert process.wait(20) == 0
        if keeps:
            assert told == b"keeps 1\n"

    def journal(self, query: str) -> list[tuple[Any, ...]]:
        """Read from the journal."""
        import sqlite3

        with contextlib.closing(sqlite3.connect(self.folder / "state" / "journal.sqlite3")) as database:
            return database.execute(query).fetchall()

    @property
    def output(self) -> str:
        """The file of the only task's output."""
        (path,) = (self.folder / "state" / "output").glob("*.out")
        return path.read_text()

    @property
    def kept(self) -> set[str]:
        """The endings of what is noted of kept commands."""
        return {path.suffix for path in (self.folder / "state" / "kept").iterdir()}

    def warden(self) -> psutil.Process:
        """Return the warden of the only kept task: the first process above the command."""
        (above,) = {process.parent() for process in processes_with(self.mark) if process.parent()}
        assert above is not None
        return above

    mark = "61.375"


def use(agent: Agent, tool: str, **arguments: Any) -> dict[str, Any]:
    found: dict[str, Any] = agent.ask("tools/call", name=tool, arguments=arguments)["result"]
    return found


def start(agent: Agent, command: str, **arguments: Any) -> str:
    given = {"run_in_background": True, "description": "Work", "command": command, **arguments}
    answer = use(agent, "Shell", **given)
    assert answer["outcome"] is None, answer
    task_id: str = answer["result"]["extras"]["task_id"]
    return task_id


def shown(agent: Agent, task_id: str) -> str:
    text: str = use(agent, "TaskOutput", task_id=task_id)["result"]["output"]
    return text


def ticks(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"^tick (\d+)$", text, re.MULTILINE)]


@pytest.fixture(params=KINDS)
def home(request: pytest.FixtureRequest) -> Iterator[Home]:
    if request.param == "namespace":
        need_namespaces()
    with tempfile.TemporaryDirectory(prefix="ak-") as folder:
        yield Home(Path(folder), request.param)


def test_it_goes_on_and_is_found_again(home: Home):
    with home.console(keeps=True) as agent:
        task = start(agent, f"setsid sleep 61.375 & {TICKS}")
        until_now(lambda: len(ticks(shown(agent, task))) >= 3)
    left_with = ticks(home.output)
    until_now(lambda: len(ticks(home.output)) >= len(left_with) + 5)
    assert processes_with("61.375")
    with home.console() as agent:
        assert f"task_id: {task}\nkind: bash\nstatus: running" in use(agent, "TaskList")["result"]["output"]
        came = ticks(home.output)
        numbers = until_now(lambda: (found := ticks(shown(agent, task))) and found[-1] > came[-1] + 2 and found)
        assert numbers == list(range(1, numbers[-1] + 1))  # from before, between and after
        stopped = use(agent, "TaskStop", task_id=task, reason="enough")
        assert stopped["result"]["extras"]["status"] == "killed"
        assert not processes_with("61.375")
        assert ticks(shown(agent, task))[0] == 1
    assert home.kept == set()
    assert home.journal("SELECT kind FROM interventions") == [("kept",), ("terminated",)]
    steps = "SELECT kind FROM steps WHERE call = 1 ORDER BY number"
    assert home.journal(steps) == [("received",), ("asking",), ("approved",), ("running",), ("settled",)]
