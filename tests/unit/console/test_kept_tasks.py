"""What the person keeps goes on over the console's end, and nothing else; the next one knows all of it."""

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("wardens stand on Linux only", allow_module_level=True)

from assent.console.console import Console, Folders, JournalError
from assent.host.trees.wardens import ForkedWardens
from assent.model.events import Event, Intervened, Moved, Output
from assent.model.intervention import Paused, SentToBackground
from assent.model.lifecycle import Settled, Stopped
from builders import PERSON, write_rules
from fakes import says_yes
from unit.console.serving import connected, serving
from waiting import processes_with, until

WARDEN = '[tools.shell]\nsupervision = "warden"\n'
SESSION = {"id": "s1", "cwd": "/"}


class Home:
    """Consoles of one user, one after the other; their forkers are waited for at the end."""

    def __init__(self, folder: Path) -> None:
        self.folders = Folders.below(folder)
        self.folders.configuration.mkdir()
        write_rules(self.folders.configuration)
        settings = self.folders.configuration / "settings.toml"
        settings.write_text(WARDEN)
        settings.chmod(0o600)
        self.forkers: list[ForkedWardens] = []

    @asynccontextmanager
    async def console(self, heard: list[Event] | None = None) -> AsyncIterator[Console]:
        """Serve; whoever asked for it closes it."""
        console = Console(self.folders, says_yes())
        if heard is not None:
            console.calls.observe(heard.append)
        await console.start()
        trees = console._supervision._trees
        assert isinstance(trees, ForkedWardens)
        self.forkers.append(trees)
        yield console


@pytest.fixture
async def home() -> AsyncIterator[Home]:
    with tempfile.TemporaryDirectory(prefix="ak-") as folder:
        made = Home(Path(folder))
        yield made
        for forker in made.forkers:
            await asyncio.to_thread(forker._forker.wait, 10)


async def ended(console: Console, call_id: str) -> None:
    """Stop a task by hand and wait for its end."""
    console.stop(call_id, PERSON)
    await until(lambda: call_id not in console._controls)


async def test_the_next_console_tells_all_that_is_known_of_it(home: Home):
    async with home.console() as console, connected(console, session=SESSION) as agent:
        _, call_id = await agent.start("echo one; while :; do sleep 0.01; done")
        await until(lambda: console.keepable() == (call_id,))
        control = console._controls[call_id]
        await until(lambda: control.capture is not None and control.capture.n_bytes)
        await console.close(keep=PERSON)
    heard: list[Event] = []
    async with home.console(heard) as console:
        moves = [event.state.kind for event in heard if isinstance(event, Moved)]
        deeds = [event.what.kind for event in heard if isinstance(event, Intervened)]
        assert (moves, deeds) == (["approved", "running"], ["kept"])
        await until(lambda: any(isinstance(event, Output) and event.data == b"one\n" for event in heard))
        assert console.is_answered(call_id)
        await ended(console, call_id)
        last = heard[-1]
        assert isinstance(last, Moved)
        assert isinstance(last.state, Settled)
        assert last.state.outcome == Stopped(by=PERSON)
        assert "The user kept the command running" in last.state.result.message
        assert "Background task stopped: Work" in last.state.result.message
        await console.close()


async def test_only_what_nobody_waits_for_and_runs_can_be_kept(home: Home):
    async with home.console() as console, connected(console, session=SESSION) as agent:
        agent.run(1, "sleep 61.875")
        running = (await agent.step("running"))["call_id"]
        assert console.keepable() == ()
        console.intervene(running, SentToBackground(by=PERSON))
        await agent.answer(1)
        assert console.keepable() == (running,)
        console.intervene(running, Paused(by=PERSON))
        assert console.keepable() == ()
        await console.close(keep=PERSON)
    assert not processes_with("61.875")


async def test_what_a_command_left_running_is_not_kept(home: Home):
    (home.folders.configuration / "settings.toml").write_text(WARDEN + 'leftovers = "keep"\n')
    async with home.console() as console, connected(console, session=SESSION) as agent:
        agent.run(1, "setsid sleep 61.875 >/dev/null 2>&1 &")
        await agent.answer(1)
        await until(lambda: processes_with("61.875"))  # it may not have become `sleep` yet
        assert console.keepable() == ()
        await console.close(keep=PERSON)
    assert not processes_with("61.875")


@pytest.mark.logs_warnings
async def test_what_cannot_be_left_ends_with_the_console(home: Home):
    heard: list[Event] = []
    async with home.console(heard) as console, connected(console, session=SESSION) as agent:
        await agent.start("sleep 61.875")
        (home.folders.state / "kept").write_text("in the way")
        await console.close(keep=PERSON)
    assert not processes_with("61.875")
    last = heard[-1]
    assert isinstance(last, Moved)
    assert isinstance(last.state, Settled)
    assert last.state.outcome.kind == "withdrawn"


@pytest.mark.logs_warnings
async def test_what_cannot_be_recorded_is_not_kept(home: Home, monkeypatch: pytest.MonkeyPatch):
    async with home.console() as console, connected(console, session=SESSION) as agent:
        await agent.start("sleep 61.875")

        def full(*_: object) -> None:
            raise JournalError("the disk is full")

        monkeypatch.setattr(console._journal, "note", full)
        await console.close(keep=PERSON)
    assert not processes_with("61.875")


async def test_without_a_warden_it_says_why_nothing_can_be_kept():
    settings = '[tools.shell]\nsupervision = "session"\n'
    async with (
        serving(says_yes(), settings=settings) as console,
        connected(console, session=SESSION) as agent,
    ):
        await agent.start("sleep 61.875")
        assert console.keepable() == ()
        assert console.why_not_kept == "nothing but this console stands over them"
