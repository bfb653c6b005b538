"""A person's hand on a running command: what can be done is done, and what can't is not offered."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from assent.execution.runner import GRACE_S
from assent.host.terminal import Terminal
from assent.model.intervention import (
    Extended,
    Interrupted,
    Killed,
    Lifted,
    Paused,
    ProcessEnded,
    Resumed,
    SentToBackground,
    Terminated,
    Typed,
)
from assent.model.lifecycle import Exited, Stopped, TimedOut
from assent.model.result import ToolReturnValue
from builders import INTERVENTIONS, PERSON, RULE, a_command
from unit.execution.test_runner import Ran
from waiting import lives, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash")

COUNTS = "i=0; while :; do i=$((i+1)); echo $i; sleep 0.02; done"


@asynccontextmanager
async def running(block: str, **options: object) -> AsyncIterator[tuple[Ran, asyncio.Task[object]]]:
    """Run a block that has written something."""
    run = Ran()
    task = asyncio.ensure_future(run.run(a_command(block, **options)))  # type: ignore[arg-type]
    try:
        await until(lambda: run.bytes["stdout"])
        yield run, task
    finally:
        run.control.kill_asked.set()
        run.control.stop(PERSON)
        await task


async def test_nothing_can_be_done_before_the_start_and_after_the_end():
    run = Ran()
    assert not any(run.control.allows(what) for what in INTERVENTIONS)
    await run.run(a_command("true"))
    assert not any(run.control.allows(what) for what in INTERVENTIONS)
    assert run.control.members() == {}


async def test_more_time_keeps_a_command_alive_beyond_its_deadline():
    async with running("echo up; sleep 1; echo done", timeout_s=0.5) as (run, task):
        run.control.obey(Extended(by=PERSON, by_s=60))
        assert await task == Exited(code=0)
        assert run.text == "up\ndone\n"


async def test_a_lifted_deadline_ends_nothing():
    async with running("echo up; sleep 1; echo done", timeout_s=0.5) as (run, task):
        run.control.obey(Lifted(by=PERSON))
        assert not run.control.allows(Lifted(by=PERSON))
        assert not run.control.allows(Extended(by=PERSON, by_s=1))
        assert await task == Exited(code=0)


async def test_a_paused_command_stands_still_with_its_deadline_and_goes_on():
    async with running(COUNTS, timeout_s=1.5) as (run, task):
        run.control.obey(Paused(by=PERSON))
        assert not run.control.allows(Paused(by=PERSON))
        await asyncio.sleep(0.3)  # what it wrote before
        before = run.bytes["stdout"][:]
        done, _ = await asyncio.wait({task}, timeout=2)
        assert (done, run.bytes["stdout"]) == (set(), before)
        run.control.obey(Resumed(by=PERSON))
        assert not run.control.allows(Resumed(by=PERSON))
        await until(lambda: len(run.bytes["stdout"]) > len(before))
        assert await task == TimedOut(after_s=1.5)


async def test_a_paused_command_can_be_stopped_and_dies():
    async with running("echo up; sleep 30 & sleep 30") as (run, task):
        run.control.obey(Paused(by=PERSON))
        run.control.obey(Terminated(by=PERSON))
        assert await task == Stopped(by=PERSON)
        assert not lives(run.pids[0])


async def test_an_interrupted_command_may_go_on():
    async with running("trap 'echo caught' INT; echo up; for i in 1 2 3 4; do sleep 0.2; done; echo end") as (
        run,
        task,
    ):
        run.control.obey(Interrupted(by=PERSON))
        assert await task == Exited(code=0)
        assert run.text == "up\ncaught\nend\n"


async def test_an_interrupted_command_that_does_not_care_ends_by_the_signal():
    async with running("echo up; sleep 30") as (run, task):
        run.control.obey(Interrupted(by=PERSON))
        assert await task == Exited(code=-2)


async def test_a_kill_waits_for_no_grace():
    async with running("trap '' TERM; echo up; while :; do sleep 1; done") as (run, task):
        loop = asyncio.get_running_loop()
        run.control.obey(Terminated(by=PERSON))
        asked = loop.time()
        assert run.control.allows(Killed(by=RULE))
        run.control.obey(Killed(by=RULE))
        assert await task == Stopped(by=PERSON)  # the first who asked
        assert loop.time() - asked < GRACE_S


async def test_one_process_is_ended_and_the_others_go_on():
    async with running("sleep 31 & echo up; wait; echo over; sleep 30") as (run, task):
        [pid] = await until(lambda: [pid for pid, name in run.control.members().items() if name == "sleep"])
        assert run.control.allows(ProcessEnded(by=PERSON, pid=pid))
        run.control.obey(ProcessEnded(by=PERSON, pid=pid))
        await until(lambda: b"over" in run.bytes["stdout"])
        assert not run.control.allows(ProcessEnded(by=PERSON, pid=pid))
        assert not run.control.allows(ProcessEnded(by=PERSON, pid=1))
        assert not task.done()


async def test_only_what_knows_how_goes_to_the_background_and_only_once():
    async with running("echo up; sleep 30") as (run, _):
        asked = SentToBackground(by=PERSON)
        assert not run.control.allows(asked)
        answer = ToolReturnValue(is_error=False, message="started")
        run.control.to_background = lambda: run.control.detach(answer)
        assert run.control.allows(asked)
        run.control.obey(asked)
        assert await run.control.detached == answer
        assert not run.control.allows(asked)


async def test_what_was_done_is_kept_in_its_order():
    async with running("echo up; sleep 30") as (run, _):
        deeds = [Extended(by=PERSON, by_s=5), Paused(by=PERSON), Resumed(by=PERSON)]
        for what in deeds:
            run.control.obey(what)
        assert run.control.interventions == deeds


async def test_there_is_nothing_to_type_into_without_a_terminal():
    async with running("echo up; sleep 30") as (run, _):
        run.control.type_into(b"x\r")
        run.control.resize(10, 20)
        assert not run.control.allows(Typed(by=PERSON, hidden=False))
        assert not run.control.echoes


async def test_what_is_typed_reaches_the_command_and_a_secret_shows_nowhere():
    block = (
        "printf 'Password: '; read -rs secret; echo; test \"$secret\" = hunter2 && echo welcome; read -r word"
    )
    async with running(block, terminal=Terminal(24, 80)) as (run, task):
        assert run.control.allows(Typed(by=PERSON, hidden=True))
        await until(lambda: not run.control.echoes)
        run.control.type_into(b"hunter2\r")
        await until(lambda: b"welcome" in run.bytes["stdout"])
        await until(lambda: run.control.echoes)
        run.control.type_into(b"seen\r")
        assert await task == Exited(code=0)
        assert run.text == "Password: \nwelcome\nseen\n"


async def test_the_terminal_has_the_size_that_it_is_given():
    async with running(
        "trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done", terminal=Terminal(24, 80)
    ) as (run, _):
        run.control.resize(50, 132)
        assert run.control.size == (50, 132)
        await until(lambda: b"50 132" in run.bytes["stdout"])
