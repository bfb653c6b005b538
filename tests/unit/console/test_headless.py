"""Without a screen rules decide, nobody ever says yes, and a terminal is never steered."""

import asyncio
import os
import signal
import sys
import tempfile
from pathlib import Path

import pytest

from assent.console import headless
from assent.console.approval import No, NoAnswer
from assent.console.console import Folders
from assent.console.headless import Nobody
from assent.model.events import Moved
from assent.model.lifecycle import Exited, Received, TimedOut, Withdrawn
from builders import AT, a_call, a_process, a_question, an_asker, settled, write_rules

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are of POSIX")


async def test_nobody_refuses():
    answer = await Nobody("refuse").ask(a_question())
    assert isinstance(answer, No)
    assert answer.by.kind == "console"


async def test_nobody_waits_until_the_agent_gives_up():
    task = asyncio.ensure_future(Nobody("wait").ask(a_question()))
    done, _ = await asyncio.wait({task}, timeout=0.05)
    assert not done
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_nobody_waits_as_long_as_the_person_set():
    question = a_question(expires_after_s=0.01)
    assert await Nobody("wait").ask(question) == NoAnswer(after_s=0.01)
    assert isinstance(await Nobody("refuse").ask(question), No)


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        (Exited(code=3), "exit 3"),
        (TimedOut(after_s=1.5), "killed after 1.5 s"),
        (Withdrawn(why="x"), "withdrawn"),
    ],
)
def test_each_end_is_one_line(outcome: Exited, told: str, capsys: pytest.CaptureFixture[str]):
    headless._print(Moved(a_call("ls\n-l"), settled(outcome), AT))
    line = capsys.readouterr().out
    assert line.count("\n") == 1
    assert told in line
    assert "agent[4242]  Shell: ls\\n-l" in line


def test_other_steps_are_not_printed(capsys: pytest.CaptureFixture[str]):
    headless._print(Moved(a_call(), Received(), AT))
    assert capsys.readouterr().out == ""


def test_no_text_of_an_agent_steers_the_terminal(capsys: pytest.CaptureFixture[str]):
    hostile = "\x1b[2Jx\r\x07\u202e\u2028"
    asker = an_asker().model_copy(update={"process": a_process(name=hostile)})
    headless._print(Moved(a_call(hostile, tool=hostile, asker=asker), settled(Exited(code=0)), AT))
    line = capsys.readouterr().out
    assert all(sign.isprintable() for sign in line.removesuffix("\n"))
    assert line.count("\\x1b[2Jx") == 3


def test_a_long_command_is_cut(capsys: pytest.CaptureFixture[str]):
    headless._print(Moved(a_call("x" * 10_000), settled(Exited(code=0)), AT))
    assert len(capsys.readouterr().out) < 400


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_it_serves_until_a_signal(number: signal.Signals, capsys: pytest.CaptureFixture[str]):
    with tempfile.TemporaryDirectory(prefix="ah-") as folder:
        folders = Folders.below(Path(folder))
        folders.configuration.mkdir()
        write_rules(folders.configuration, allow="ls").write_text("[[rule")
        (folders.configuration / "settings.toml").write_text("[tool]\n")
        task = asyncio.ensure_future(headless.run(folders, "refuse"))
        while not Path(folders.address).exists():  # noqa: ASYNC110  # it tells on its standard output only
            await asyncio.sleep(0.005)
        await asyncio.sleep(0)
        os.kill(os.getpid(), number)
        await asyncio.wait_for(task, 20)
        assert not Path(folders.address).exists()
    told = capsys.readouterr()
    assert folders.address in told.out
    assert "The rules are not in force" in told.err
    assert "The settings are not in force, the strict ones are" in told.err
    loop = asyncio.get_running_loop()
    loop.remove_signal_handler(number)
