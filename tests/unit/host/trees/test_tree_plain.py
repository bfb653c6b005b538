"""A tree of processes is started, heard of, and ended as a whole."""

import asyncio
import contextlib
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

from assent.host.trees import tree_plain
from assent.host.trees.launch import Launch
from assent.host.trees.tree_plain import PlainTree
from assent.model.limits import Limits
from unit.host.grown import grown
from waiting import lives, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the trees are written for a POSIX shell")


class Grown:
    """A tree whose output is read to its end, so that a test can learn its processes."""

    def __init__(self, block: str, **environment: str) -> None:
        self.tree = PlainTree(Launch(["/bin/sh", "-c", block], "/", {"PATH": os.defpath, **environment}))
        self.text = b""

    def words(self) -> list[str]:
        with contextlib.suppress(BlockingIOError):
            self.text += os.read(self.tree.stdout, 1 << 16)
        return self.text.decode().split()

    async def ended(self) -> None:
        await until(self.tree.is_empty)
        self.tree.close()
        os.close(self.tree.stdout)
        os.close(self.tree.stderr)


async def test_the_exit_code_is_heard_by_all_who_wait():
    grown = Grown("exit 3")
    assert await asyncio.gather(grown.tree.exited(), grown.tree.exited()) == [3, 3]
    assert await grown.tree.exited() == 3
    await grown.ended()


async def test_one_who_gives_up_waiting_spoils_it_for_nobody():
    grown = Grown("sleep 0.2; exit 4")
    waiting = asyncio.ensure_future(grown.tree.exited())
    await asyncio.sleep(0)
    waiting.cancel()
    assert await grown.tree.exited() == 4
    await grown.ended()


async def test_it_leads_a_session_and_has_no_input():
    grown = Grown("cat; echo $$; exec sleep 30")
    await until(grown.words)
    assert os.getsid(grown.tree.pid) == os.getpgid(grown.tree.pid) == grown.tree.pid
    grown.tree.kill()
    await grown.ended()


@pytest.mark.parametrize("way", [PlainTree.terminate, PlainTree.kill])
async def test_all_of_it_is_ended(way: Callable[[PlainTree], None]):
    grown = Grown("sleep 30 & echo $!; (sleep 30 & echo $!; wait) & echo $!; echo $$; wait")
    words = await until(lambda: len(grown.words()) == 4 and grown.words())
    assert not grown.tree.is_empty()
    way(grown.tree)
    await grown.ended()
    assert not any(lives(int(word)) for word in words)


async def test_what_is_left_of_it_counts_when_the_first_has_gone():
    grown = Grown("sleep 30 & echo $!")
    assert await grown.tree.exited() == 0
    [left] = grown.words()
    assert not grown.tree.is_empty()
    grown.tree.terminate()
    await grown.ended()
    assert not lives(int(left))


async def test_what_was_known_is_ended_wherever_it_went():
    code = "import os,time; os.setsid(); print(os.getpid(), flush=True); time.sleep(30)"
    grown = Grown(f"{shlex.quote(sys.executable)} -c '{code}' & wait")
    [left] = await until(grown.words)
    grown.tree.terminate()
    await grown.ended()
    assert not lives(int(left))


async def test_one_that_nobody_collects_does_not_count_as_alive():
    # A subreaper above us, like pid 1 of many a container, lets this one lie.
    grown = Grown("(sleep 0.1 & echo $!)")
    assert await grown.tree.exited() == 0
    [left] = grown.words()
    await until(lambda: not lives(int(left)))
    await grown.ended()


@pytest.mark.parametrize("words", [["/no/such"], ["/etc/passwd"]])
async def test_what_cannot_be_started_leaves_nothing(words: list[str]):
    with pytest.raises(OSError, match=r"No such|denied"):
        PlainTree(Launch(words, "/", {}))


async def test_what_cannot_be_watched_does_not_run(monkeypatch: pytest.MonkeyPatch):
    started: list[subprocess.Popen[bytes]] = []

    def refuse(child: "subprocess.Popen[bytes]", on_end: object) -> None:
        started.append(child)
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(tree_plain, "ExitWatch", refuse)
    with pytest.raises(OSError, match="Too many"):
        PlainTree(Launch(["/bin/sleep", "30"], "/", {}))
    assert started[0].returncode == -signal.SIGKILL


async def test_it_can_be_ended_without_a_loop():
    grown = Grown("trap '' TERM; sleep 30 & echo $!; wait; sleep 30")
    [left] = await until(grown.words)
    grown.tree.end_now()
    assert not lives(grown.tree.pid)
    await until(lambda: not lives(int(left)))
    await grown.ended()


async def test_closing_twice_is_closing():
    grown = Grown("true")
    await grown.tree.exited()
    grown.tree.close()
    await grown.ended()


async def test_each_process_may_use_so_much_of_the_processor():
    # On Linux it is limited when it has begun.
    block = "while [ $(ulimit -t) = unlimited ]; do :; done; ulimit -t"
    async with grown("session", block, limits=Limits(cpu_s=7)) as running:
        await running.ended()
        assert running.text == "8\n"


@pytest.mark.parametrize("steps", [[], ["true"]])
async def test_what_takes_a_small_shell_is_refused_as_without(
    monkeypatch: pytest.MonkeyPatch, steps: list[str]
):
    monkeypatch.setattr(tree_plain, "_steps", lambda _limits: steps)
    with pytest.raises(FileNotFoundError, match="such"):
        PlainTree(Launch(["/no/such"], "/", {}))


async def test_what_takes_a_small_shell_runs_as_without(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tree_plain, "_steps", lambda _limits: ["ulimit -t 7"])
    async with grown("session", ["/bin/sh", "-c", 'ulimit -t; echo $0 "$1"', "a b", "c;d"]) as running:
        await running.ended()
        assert running.text == "7\na b c;d\n"
