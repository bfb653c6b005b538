"""A command runs to its end, whatever it does, and leaves nothing behind."""

import asyncio
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from assent.execution import runner
from assent.execution.capture import Capture
from assent.execution.control import Control
from assent.execution.result_builder import NOTICE
from assent.execution.runner import Command, Ending, Finished
from assent.host.terminal import Terminal
from assent.host.trees.process import Trees
from assent.model.events import Channel
from assent.model.guarantee import Kind
from assent.model.lifecycle import Exceeded, Exited, Failed, Stopped, TimedOut
from assent.model.limits import Limits
from builders import PERSON, RULE, a_command, chosen, python
from waiting import WITHIN_S, lives, until, until_now

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the blocks are written for bash")


# Where the blocks' own pid numbers are the ones seen here; tests/e2e/escape tries every kind.
KIND: Kind = "warden" if sys.platform == "linux" else "session"


class Ran:
    """One run: what it wrote, and how it ended."""

    def __init__(self, trees: Trees | None = None) -> None:
        self.trees = trees
        self.control = Control()
        self.capture = Capture()
        self.bytes: dict[Channel, bytearray] = {"stdout": bytearray(), "stderr": bytearray()}
        self.pids: list[int] = []
        self.longest_piece = 0

    async def run(self, command: Command, on_start: Callable[[int], None] | None = None) -> Ending:
        return (await self.finish(command, on_start)).ending

    async def finish(
        self, command: Command, on_start: Callable[[int], None] | None = None, **hooks: Any
    ) -> Finished:
        trees = self.trees or await chosen(KIND)
        try:
            return await runner.run(
                command,
                trees=trees,
                control=self.control,
                capture=self.capture,
                on_start=on_start or self.pids.append,
                on_output=self.hear,
                **hooks,
            )
        finally:
            if self.trees is None:
                trees.close()

    def hear(self, channel: Channel, data: bytes) -> None:
        self.longest_piece = max(self.longest_piece, len(data))
        self.bytes[channel] += data

    @property
    def text(self) -> str:
        return self.capture.builder().ok("").output

    def words(self) -> list[str]:
        """Return the words of the whole lines that came so far."""
        return self.bytes["stdout"].decode().rpartition("\n")[0].split()


async def ran(block: str, **options: object) -> tuple[Ending, Ran]:
    run = Ran()
    return await run.run(a_command(block, **options)), run  # type: ignore[arg-type]


@pytest.mark.parametrize("code", [0, 1, 2, 77, 126, 127, 255])
async def test_the_exit_code_is_the_shells(code: int):
    ending, _ = await ran(f"exit {code}")
    assert ending == Exited(code=code)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGSEGV])
async def test_a_signal_is_a_negative_exit_code(number: signal.Signals):
    ending, _ = await ran(f"kill -{number.value} $$; sleep 20")
    assert ending == Exited(code=-number)


async def test_both_channels_come_as_they_were_written():
    ending, run = await ran("printf 'out'; printf 'err' >&2; exit 3")
    assert ending == Exited(code=3)
    assert run.bytes == {"stdout": b"out", "stderr": b"err"}
    assert sorted(run.text) == sorted("outerr")


async def test_output_without_a_newline_is_heard_while_the_command_runs():
    run = Ran()
    task = asyncio.ensure_future(run.run(a_command("printf 'password: '; exec sleep 30")))
    await until(lambda: run.bytes["stdout"] == b"password: ")
    run.control.stop(PERSON)
    assert await task == Stopped(by=PERSON)
    assert run.text == "password: "


async def test_a_line_of_ten_million_bytes_is_cut_and_announced():
    ending, run = await ran("head -c 10000000 /dev/zero | tr '\\0' x; echo; echo end")
    assert ending == Exited(code=0)
    assert len(run.bytes["stdout"]) == 10_000_005
    assert run.text.endswith("[...truncated]\nend\n")
    assert run.capture.builder().ok("").message.startswith(NOTICE)


async def test_characters_cut_by_a_pause_are_whole_and_broken_ones_are_marked():
    _, run = await ran(r"printf '\xe2\x82'; sleep 0.1; printf '\xac|\xff|\xe2'; sleep 0.1; printf '\x82'")
    assert run.text == "€|\ufffd|\ufffd"
    assert bytes(run.bytes["stdout"]) == b"\xe2\x82\xac|\xff|\xe2\x82"


async def test_a_child_in_the_background_holds_nobody_up_and_is_dead_afterwards():
    started = time.monotonic()
    ending, run = await ran("sleep 30 & echo $!; echo hi")
    assert ending == Exited(code=0)
    assert run.words()[1] == "hi"
    assert time.monotonic() - started < 15  # not the sleep's thirty
    assert not lives(int(run.words()[0]))


async def test_a_child_in_the_background_that_ignores_the_hint_is_dead_afterwards():
    ending, run = await ran("(trap '' TERM; sleep 30 & echo $!; wait; sleep 30) & sleep 0.2; echo $!")
    assert ending == Exited(code=0)
    assert not any(lives(int(word)) for word in run.words())


@pytest.mark.skipif(KIND == "session", reason="found by stronger means only")
async def test_a_child_that_left_group_and_family_is_dead_afterwards():
    _, run = await ran("setsid sleep 30 & sleep 0.2; echo $!")
    [left] = run.words()
    assert not lives(int(left))


async def test_the_deadline_kills_a_tree_that_ignores_the_hint(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(runner, "GRACE_S", 0.1)
    block = (
        "trap '' TERM INT; (trap '' TERM; sleep 30 & echo $!; wait) & echo $! $$; while :; do sleep 1; done"
    )
    ending, run = await ran(block, timeout_s=0.5)
    assert ending == TimedOut(after_s=0.5)
    assert len(run.words()) == 3
    assert not any(lives(int(word)) for word in run.words())


async def test_the_deadline_ends_who_left_the_group_but_not_the_family():
    code = "import os,time; os.setsid(); print(os.getpid(), flush=True); time.sleep(30)"
    ending, run = await ran(f"{python(code)}; true", timeout_s=1)
    assert ending == TimedOut(after_s=1)
    assert not lives(int(run.words()[0]))


async def test_the_deadline_is_never_early():
    for timeout_s in (0.05, 0.1, 0.25):
        started = time.monotonic()
        ending, _ = await ran("exec sleep 30", timeout_s=timeout_s)
        assert time.monotonic() - started >= timeout_s
        assert ending == TimedOut(after_s=timeout_s)


async def test_what_came_before_the_deadline_is_kept():
    _, run = await ran("echo one; printf two; exec sleep 30", timeout_s=0.5)
    assert run.text == "one\ntwo"


async def test_what_is_written_in_the_time_of_grace_is_kept():
    _, run = await ran("trap 'echo bye; exit' TERM; echo up; while :; do sleep 0.05; done", timeout_s=1)
    assert run.text.startswith("up\n")
    assert run.text.endswith("bye\n")


async def test_the_first_who_stops_it_is_named():
    run = Ran()
    task = asyncio.ensure_future(run.run(a_command("exec sleep 30")))
    await until(lambda: run.pids)
    run.control.stop(PERSON)
    run.control.stop(RULE)
    assert await task == Stopped(by=PERSON)
    assert not lives(run.pids[0])


async def test_a_stop_that_came_before_the_start_is_obeyed():
    run = Ran()
    run.control.stop(PERSON)
    assert await run.run(a_command("exec sleep 30")) == Stopped(by=PERSON)


async def test_a_cancelled_run_is_dead_before_the_cancellation_goes_on(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(runner, "GRACE_S", 0.1)
    run = Ran()
    task = asyncio.ensure_future(run.run(a_command("trap '' TERM; sleep 30 & echo $! $$; wait; sleep 30")))
    await until(lambda: len(run.words()) == 2)
    task.cancel("gone")
    with pytest.raises(asyncio.CancelledError, match="gone"):
        await task
    assert not any(lives(int(word)) for word in run.words())


async def test_being_cancelled_again_does_not_leave_the_tree_alive(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(runner, "GRACE_S", 0.3)
    run = Ran()
    task = asyncio.ensure_future(run.run(a_command("trap '' TERM; echo $$; while :; do sleep 1; done")))
    await until(run.words)
    for why in ("first", "second", "third"):
        task.cancel(why)
        await asyncio.sleep(0.02)
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not lives(run.pids[0])


def test_a_loop_that_ends_in_the_time_of_grace_leaves_nothing():
    run: list[Ran] = []

    async def main() -> None:
        run.append(Ran())
        task = asyncio.ensure_future(
            run[0].run(a_command("trap '' TERM; echo $$; while :; do sleep 1; done"))
        )
        await until(run[0].words)
        task.cancel()
        await asyncio.sleep(0.05)  # asyncio.run now cancels whatever is left, the killing too

    asyncio.run(main())
    until_now(lambda: not lives(run[0].pids[0]))


async def test_a_flood_is_read_to_its_end_and_little_of_it_is_kept():
    before = psutil.Process().memory_info().rss
    run = Ran()
    run.hear = lambda channel, data: None  # type: ignore[method-assign]
    ending = await run.run(a_command("head -c 200000000 /dev/zero | tr '\\0' '\\n'"))
    assert ending == Exited(code=0)
    assert run.capture.n_bytes == 200_000_000
    assert 49_900 < len(run.text) <= 50_000
    assert psutil.Process().memory_info().rss - before < 50_000_000


async def test_a_flood_does_not_keep_others_waiting():
    run, other = Ran(), Ran()
    run.hear = lambda channel, data: None  # type: ignore[method-assign]
    flood = asyncio.ensure_future(run.run(a_command("exec yes")))
    await until(lambda: run.capture.n_bytes > 1_000_000)
    assert await other.run(a_command("echo hi")) == Exited(code=0)
    run.control.stop(PERSON)
    assert await flood == Stopped(by=PERSON)


async def test_output_held_back_stays_with_the_command_until_it_is_released():
    run = Ran()
    run.control.flow.hold()
    task = asyncio.ensure_future(run.run(a_command("head -c 5000000 /dev/zero; echo end")))
    await until(lambda: run.pids)
    done, _ = await asyncio.wait({task}, timeout=0.3)
    assert not done
    assert not run.bytes["stdout"]
    run.control.flow.release()
    assert await task == Exited(code=0)
    assert len(run.bytes["stdout"]) == 5_000_004


async def test_output_held_back_comes_when_the_command_has_ended():
    run = Ran()
    run.control.flow.hold()
    assert await run.run(a_command("echo small")) == Exited(code=0)
    assert run.text == "small\n"


async def test_standard_input_is_at_its_end():
    ending, run = await ran("cat; read -r line || echo none", timeout_s=10)
    assert (ending, run.text) == (Exited(code=0), "none\n")


async def test_there_is_no_terminal():
    _, run = await ran(
        "(: < /dev/tty) 2>/dev/null && echo terminal || echo none; ps -o tty= -p $$", timeout_s=10
    )
    assert run.text.split() == ["none", "?"]


async def test_no_descriptor_of_ours_is_handed_on():
    ours = os.dup(0)
    os.set_inheritable(ours, True)
    _, run = await ran("ls -1 /proc/self/fd")
    os.close(ours)
    assert run.words() == ["0", "1", "2", "3"]  # 3: the listing itself


async def test_the_command_is_in_a_session_of_its_own():
    _, run = await ran("ps -o pid=,pgid=,sid= -p $$")
    assert run.words() == [str(run.pids[0])] * 3


async def test_git_asks_no_question():
    assert (await ran("echo $GIT_TERMINAL_PROMPT"))[1].text == "0\n"
    assert (await ran("echo $GIT_TERMINAL_PROMPT", environment={"GIT_TERMINAL_PROMPT": "1"}))[1].text == "1\n"


async def test_nothing_in_the_environment_changes_what_was_shown(tmp_path: Path):
    (tmp_path / "trap").write_text("echo trapped")
    hostile = {
        "BASH_ENV": str(tmp_path / "trap"),
        "ENV": str(tmp_path / "trap"),
        "BASH_FUNC_ls%%": "() { echo function; }",
        "BASH_FUNC_echo%%": "() { builtin echo function; }",
        "SHELLOPTS": "xtrace:noexec",
        "BASHOPTS": "extdebug",
        "PS4": "$(echo expanded >&2)",
    }
    _, run = await ran("type -t ls; echo hi", environment=hostile)
    assert run.text == "file\nhi\n"


@pytest.mark.parametrize("words", [["/no/such/program"], ["/etc/passwd"], ["a\0b"], [""]])
async def test_what_cannot_be_started_has_failed(words: list[str]):
    ending = await Ran().run(Command(words=words, cwd="/", environment={}, timeout_s=5))
    assert isinstance(ending, Failed)
    assert ending.error


async def test_a_folder_that_is_gone_is_a_failure():
    ending, run = await ran("true", cwd="/no/such/folder")
    assert isinstance(ending, Failed)
    assert run.pids == []


async def test_a_start_that_cannot_be_told_leaves_nothing_running():
    def refuse(pid: int) -> None:
        pids.append(pid)
        raise OSError("disk full")

    run, pids = Ran(), list[int]()
    with pytest.raises(OSError, match="disk full"):
        await run.run(a_command("exec sleep 30"), refuse)
    assert not lives(pids[0])


@pytest.fixture
def few_descriptors() -> Iterator[Callable[[int], None]]:
    """Leave this process the given number of free descriptors."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    fillers = [os.dup(0)]
    highest = max(int(path.name) for path in Path("/proc/self/fd").iterdir())
    while fillers[-1] < highest + 1:
        fillers.append(os.dup(0))
    yield lambda free: resource.setrlimit(resource.RLIMIT_NOFILE, (fillers[-1] + 1 + free, hard))
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    for filler in fillers:
        os.close(filler)


async def test_without_free_descriptors_it_fails_and_nothing_runs(
    tmp_path: Path, few_descriptors: Callable[[int], None]
):
    failed = []
    trees = await chosen(KIND)
    for free in range(24):
        marker = tmp_path / str(free)
        few_descriptors(free)
        ending = await Ran(trees=trees).run(a_command(f"exec touch {marker}"))
        few_descriptors(100)
        failed.append(isinstance(ending, Failed))
        assert marker.exists() == (not failed[-1])
    trees.close()
    assert failed[0]
    assert not failed[-1]


def test_a_command_does_not_print_its_environment():
    assert "hunter2" not in repr(a_command("true", environment={"TOKEN": "hunter2"}))


async def test_silence_ends_a_command_and_output_does_not():
    ending, run = await ran("for i in 1 2 3 4; do echo $i; sleep 0.3; done; sleep 30", idle_timeout_s=1)
    assert ending == TimedOut(after_s=1, idle=True)
    assert run.text == "1\n2\n3\n4\n"


@pytest.mark.parametrize(
    ("block", "limits", "what"),
    [
        (
            python("x = bytearray(300 << 20); import time; time.sleep(30)"),
            Limits(memory_mib=200),
            "memory_mib",
        ),
        ("for i in 1 2 3 4 5 6 7 8; do sleep 30 & done; wait", Limits(processes=5), "processes"),
        ("while :; do :; done", Limits(cpu_s=1), "cpu_s"),
        ("while :; do :; done & while :; do :; done", Limits(cpu_s=1), "cpu_s"),
    ],
)
async def test_who_uses_more_than_is_allowed_is_ended(block: str, limits: Limits, what: str):
    ending, run = await ran(block, limits=limits)
    assert ending in (Exceeded(what=what, limit=getattr(limits, what)), Exited(code=-signal.SIGXCPU))  # type: ignore[arg-type]
    assert not lives(run.pids[0])


async def test_who_stays_within_the_limits_is_left_alone():
    limits = Limits(memory_mib=2_000, processes=100, cpu_s=100)
    ending, _ = await ran("sleep 0.6; echo done", limits=limits)
    assert ending == Exited(code=0)


async def test_what_a_command_left_is_named_and_ended():
    finished = await Ran().finish(a_command("sleep 31 >/dev/null 2>&1 & echo $!"))
    assert finished.ending == Exited(code=0)
    assert finished.is_drained
    assert set(finished.leftovers.values()) < {"sleep", "bash"}  # or not yet what it is to be
    assert not any(map(lives, finished.leftovers))


async def test_who_holds_the_output_open_is_not_waited_for():
    finished = await Ran().finish(a_command("sleep 31 & echo hi"))
    assert (finished.ending, finished.is_drained) == (Exited(code=0), False)


async def test_what_may_run_on_runs_on_until_it_is_gone():
    run, seen = Ran(), list[Finished]()

    def may_stay(finished: Finished) -> bool:
        seen.append(finished)
        return True

    finished = await run.finish(a_command("(sleep 1; echo late) & echo early; exit 3"), on_leftovers=may_stay)
    assert finished.ending == Exited(code=3)
    assert run.text == "early\nlate\n"
    assert seen == [Finished(Exited(code=3), is_drained=False, leftovers=finished.leftovers)]


async def test_what_may_run_on_may_use_no_more_than_the_command():
    run = Ran()
    block = "(sleep 0.5; for i in 1 2 3 4 5 6 7 8; do sleep 300 & done; wait) & echo $!; exit 3"
    command = a_command(block, limits=Limits(processes=5), timeout_s=None)
    async with asyncio.timeout(WITHIN_S):
        finished = await run.finish(command, on_leftovers=lambda _finished: True)
    assert finished.ending == Exited(code=3)
    assert not lives(int(run.words()[0]))


async def test_what_may_run_on_can_be_stopped():
    run = Ran()
    task = asyncio.ensure_future(
        run.finish(a_command("sleep 31 & echo $!; exit 3"), on_leftovers=lambda *_: True)
    )
    await until(run.words)
    done, _ = await asyncio.wait({task}, timeout=1)
    assert not done
    run.control.stop(PERSON)
    assert (await task).ending == Exited(code=3)
    assert not lives(int(run.words()[0]))


async def test_it_is_told_what_a_command_used():
    busy = python("x = bytearray(100 << 20)\nfor i in range(3_000_000): pass")
    finished = await Ran().finish(a_command(busy))
    assert finished.usage is not None
    assert finished.usage.cpu_s > 0.01
    assert 100 << 20 < finished.usage.memory_bytes < 400 << 20


@pytest.mark.parametrize("kind", ["pipe", "terminal"])
async def test_the_end_of_fast_output_is_there(kind: str):
    for _ in range(5):
        terminal = Terminal(30, 100) if kind == "terminal" else None
        finished = await (run := Ran()).finish(a_command("seq 1 200000", terminal=terminal))
        assert (finished.ending, finished.is_drained) == (Exited(code=0), True)
        assert run.text.endswith("199999\n200000\n")


async def test_a_terminal_is_one_channel_a_real_one_and_closed_at_the_end():
    terminal = Terminal(30, 100)
    block = "test -t 0 && test -t 1 && test -t 2 && tty; echo err >&2; echo there >/dev/tty; stty size"
    ending, run = await ran(block, terminal=terminal)
    assert ending == Exited(code=0)
    tty, *rest = run.text.splitlines()
    assert tty.startswith("/dev/")
    assert (rest, run.bytes["stderr"]) == (["err", "there", "30 100"], b"")
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(terminal.ours)


async def test_a_terminal_is_closed_when_nothing_could_be_started():
    terminal = Terminal(30, 100)
    ending = await Ran().run(
        Command(words=["/no/such"], cwd="/", environment={}, timeout_s=5, terminal=terminal)
    )
    assert isinstance(ending, Failed)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(terminal.ours)
