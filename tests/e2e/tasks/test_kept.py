"""A background task that the person keeps goes on over the console's end, and the next one finds it again."""

import contextlib
import os
import re
import signal
import sqlite3
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
        with self._served(signal.SIGUSR1 if keeps else signal.SIGTERM) as (process, agent):
            yield agent
        assert process.returncode == 0
        assert process.stdout is not None
        assert process.stdout.read() == f"keeps {int(keeps)}\n".encode()
        process.stdout.close()

    @contextlib.contextmanager
    def killed_console(self) -> Iterator[Agent]:
        """Serve, and be killed."""
        with self._served(signal.SIGKILL) as (process, agent):
            yield agent
        assert process.stdout is not None
        process.stdout.close()

    @contextlib.contextmanager
    def _served(self, ends_by: signal.Signals) -> Iterator[tuple[subprocess.Popen[bytes], Agent]]:
        environment = os.environ | {"PYTHONPATH": f"{ROOT / 'gui'}:{ROOT / 'tests'}"}
        command = [sys.executable, str(PROGRAM), str(self.folder)]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)
        assert process.stdout is not None
        try:
            assert process.stdout.readline().startswith(b"serves")
            with Agent(str(self.folder / "run" / "assent.sock")) as agent:
                yield process, agent
        finally:
            process.send_signal(ends_by)
            process.wait(20)

    def journal(self, query: str) -> list[tuple[Any, ...]]:
        """Read from the journal."""
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
        numbers = until_now(
            lambda: (found := ticks(shown(agent, task))) and found[-1] > came[-1] + 2 and found
        )
        assert numbers == list(range(1, numbers[-1] + 1))  # from before, between and after
        stopped = use(agent, "TaskStop", task_id=task, reason="enough")
        assert stopped["result"]["extras"]["status"] == "killed"
        assert not processes_with("61.375")
        assert ticks(shown(agent, task))[0] == 1
    assert home.kept == set()
    assert home.journal("SELECT kind FROM interventions") == [("kept",), ("terminated",)]
    steps = "SELECT kind FROM steps WHERE call = 1 ORDER BY number"
    assert home.journal(steps) == [("received",), ("asking",), ("approved",), ("running",), ("settled",)]


def test_one_that_ended_meanwhile_is_told_of_as_it_was(home: Home):
    with home.console(keeps=True) as agent:
        task = start(agent, "echo before; sleep 1; echo after; exit 7")
        until_now(lambda: "before" in shown(agent, task))
    until_now(lambda: home.kept == {".end"})
    with home.console() as agent:
        answer = use(agent, "TaskOutput", task_id=task)["result"]
        assert answer["extras"]["status"] == "failed"
        assert answer["output"].endswith("[output]\nbefore\nafter")
        assert "Command failed with exit code 7" in answer["output"]
    assert home.kept == set()
    outcome = "SELECT json_extract(body, '$.outcome') FROM steps WHERE call = 1 AND kind = 'settled'"
    assert home.journal(outcome) == [('{"kind":"exited","code":7}',)]


def test_one_that_lost_its_warden_is_lost_and_nothing_runs(home: Home):
    with home.console(keeps=True) as agent:
        task = start(agent, "(setsid sleep 61.375 &) ; echo up; exec sleep 61.375")
        until_now(lambda: "up" in shown(agent, task) and len(processes_with("61.375")) == 2)
    home.warden().kill()
    until_now(lambda: not processes_with("61.375"))  # with no console there
    with home.console() as agent:
        answer = use(agent, "TaskOutput", task_id=task)["result"]
        assert answer["extras"]["status"] == "lost"
        assert answer["output"].endswith("[output]\nup")
    assert home.kept == set()


@pytest.mark.parametrize("stopped", [False, True], ids=["gone", "stopped"])
def test_one_whose_warden_and_forker_are_gone_or_do_not_answer_is_ended_at_the_next_start(
    home: Home, *, stopped: bool
):
    with home.console(keeps=True) as agent:
        task = start(agent, "(setsid sleep 61.375 &) ; echo up; exec sleep 61.375")
        until_now(lambda: "up" in shown(agent, task) and len(processes_with("61.375")) == 2)
    warden = home.warden()
    for process in (*warden.parents()[:1], warden):
        process.suspend()
        if not stopped:
            process.kill()
    with home.console() as agent:
        assert use(agent, "TaskOutput", task_id=task)["result"]["extras"]["status"] == "lost"
        until_now(lambda: not processes_with("61.375"))
    if stopped:
        for process in warden.parents()[:1]:
            process.resume()


def test_a_deadline_that_passes_without_a_console_ends_it(home: Home):
    with home.console(keeps=True) as agent:
        task = start(
            agent, "trap '' TERM; setsid sleep 61.375 & echo up; sleep 61.375; sleep 61.375", timeout=2
        )
        until_now(lambda: "up" in shown(agent, task))
    until_now(lambda: home.kept == {".end"})
    assert not processes_with("61.375")
    with home.console() as agent:
        answer = use(agent, "TaskOutput", task_id=task)["result"]
        assert answer["extras"]["status"] == "failed"
        assert "Command timed out after 2s" in answer["output"]
    kind = "SELECT json_extract(body, '$.outcome.kind') FROM steps WHERE call = 1 AND kind = 'settled'"
    assert home.journal(kind) == [("timed_out",)]


def test_its_deadline_goes_on_where_it_stood(home: Home):
    with home.console(keeps=True) as agent:
        task = start(agent, "echo up; exec sleep 61.375", timeout=4)
        until_now(lambda: "up" in shown(agent, task))
    with home.console() as agent:
        began = time.monotonic()
        answer = use(agent, "TaskOutput", task_id=task, block=True, timeout=30)["result"]
        assert "Command timed out after 4s" in answer["output"]
        assert time.monotonic() - began < 4


def test_it_can_be_kept_again_and_in_a_terminal_too(home: Home):
    with home.console(keeps=True) as agent:
        task = start(agent, f"test -t 1 && {TICKS}", interactive=True)
        until_now(lambda: ticks(shown(agent, task)))
    with home.console(keeps=True) as agent:
        came = ticks(home.output)
        until_now(lambda: ticks(shown(agent, task))[-1] > came[-1] + 2)
    with home.console() as agent:
        numbers = ticks(shown(agent, task))
        assert numbers == list(range(1, numbers[-1] + 1))
    kinds = [kind for (kind,) in home.journal("SELECT kind FROM interventions")]
    assert kinds == ["kept", "kept"]


def test_it_dies_with_a_console_that_took_it_up_and_was_killed(home: Home):
    with home.console(keeps=True) as agent:
        task = start(agent, "(setsid sleep 61.375 &) ; echo up; exec sleep 61.375")
        until_now(lambda: "up" in shown(agent, task) and len(processes_with("61.375")) == 2)
    with home.killed_console() as agent:
        assert use(agent, "TaskOutput", task_id=task)["result"]["extras"]["status"] == "running"
    until_now(lambda: not processes_with("61.375"))
    with home.console() as agent:
        assert use(agent, "TaskOutput", task_id=task)["result"]["extras"]["status"] == "lost"


def test_nothing_goes_on_that_nobody_kept(home: Home):
    with home.console() as agent:
        task = start(agent, "(setsid sleep 61.375 &) ; echo up; exec sleep 61.375")
        until_now(lambda: "up" in shown(agent, task))
    assert not processes_with("61.375")
