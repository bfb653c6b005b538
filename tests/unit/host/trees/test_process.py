"""Each way to start commands keeps the promises of `Tree`, and the one that was chosen is used, no other."""

import contextlib
import os
import shlex
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from assent.host.held_folder import HeldFolder
from assent.host.trees import process
from assent.host.trees.launch import Launch
from assent.host.trees.process import Supervision, Tree, Trees
from assent.host.trees.tree_plain import PlainTrees
from assent.model.guarantee import Kind
from builders import chosen
from namespaces import need_namespaces
from unit.host.grown import each_kind, grown, launch, piped_or_not
from waiting import lives, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the trees are written for a POSIX shell")
linux = pytest.mark.skipif(sys.platform != "linux", reason="there is the session only")


class Broken(PlainTrees):
    """A way that can be made and starts nothing."""

    async def start(self, *_words: object, **_more: object) -> object:  # type: ignore[override]
        raise OSError("not permitted")


@each_kind
async def test_each_kind_of_this_system_runs_what_is_asked(kind: Kind):
    supervision = await chosen(kind)
    assert supervision.guarantee.kind == kind
    assert supervision.guarantee.sentence.endswith(".")
    supervision.close()


@linux
async def test_a_weaker_one_is_chosen_only_with_the_reason(monkeypatch: pytest.MonkeyPatch):
    made = process._made

    def make(kind: Kind, on_spawn: process.OnSpawn) -> Trees:
        if kind == "bubblewrap":
            raise FileNotFoundError("bwrap is not installed")
        return made("session", on_spawn) if kind == "session" else Broken()  # type: ignore[return-value]

    monkeypatch.setattr(process, "_made", make)
    supervision = Supervision()
    await supervision.choose("strongest")
    assert supervision.guarantee.kind == "session"
    reasons = ("namespace: not permitted", "bubblewrap: bwrap is not installed", "warden: not permitted")
    assert supervision.guarantee.instead_of == reasons
    supervision.close()


@linux
async def test_auto_takes_the_strongest_that_changes_nothing_for_a_command(monkeypatch: pytest.MonkeyPatch):
    costs: dict[Kind, str] = {"namespace": "sudo gains nothing", "bubblewrap": "it does neither"}
    monkeypatch.setattr(process, "_CHANGE_SOMETHING", costs)
    supervision = Supervision()
    await supervision.choose("auto")
    assert supervision.guarantee.kind == "warden"
    first, second = supervision.guarantee.instead_of
    assert first == "namespace: not taken, since sudo gains nothing"
    assert second.startswith("bubblewrap: not taken")
    supervision.close()


@linux
async def test_for_root_a_namespace_changes_nothing():
    need_namespaces()
    supervision = Supervision()
    await supervision.choose("auto")
    assert (supervision.guarantee.kind == "namespace") == (os.geteuid() == 0)
    supervision.close()


@linux
async def test_one_that_is_named_says_that_it_was():
    supervision = await chosen("warden")
    assert supervision.guarantee.instead_of[0] == "namespace: not taken, since the settings name warden"
    supervision.close()


async def test_without_any_way_nothing_is_started(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(process, "_made", lambda *_: Broken())
    supervision = Supervision()
    with pytest.raises(OSError, match="session: not permitted"):
        await supervision.choose("session")
    with pytest.raises(OSError, match="no way"):
        await supervision.start(launch("true"))
    supervision.close()


async def test_one_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(process, "PROBE_LIMIT_S", 0.1)
    monkeypatch.setattr(process, "_PROBE", ["/bin/sleep", "30"])
    with pytest.raises(OSError, match=r"no answer within 0.1 s"):
        await Supervision().choose("session")


@each_kind
@piped_or_not
async def test_the_end_is_the_commands_own(kind: Kind, in_terminal: bool):
    numbers = (signal.SIGKILL, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ)
    ends = {"exit 137": 137, **{f"kill -{number.value} $$; sleep 20": -number for number in numbers}}
    for block, code in ends.items():  # 137 is not a signal, though a shell would say the same
        async with grown(kind, block, in_terminal=in_terminal) as running:
            assert await running.ended() == code


@each_kind
@piped_or_not
async def test_what_cannot_be_started_is_said(kind: Kind, in_terminal: bool):
    for words, cwd in ((["/no/such"], "/"), (["/etc/passwd"], "/"), ("true", "/no/such")):
        with pytest.raises(OSError, match=r"No such|denied") as raised:
            async with grown(kind, words, cwd=cwd, in_terminal=in_terminal):
                pass
        assert raised.value.errno in (2, 13)


@each_kind
async def test_it_has_three_descriptors_no_input_and_no_terminal(kind: Kind, tmp_path: Path):
    block = (
        "pwd; ls -1 /proc/self/fd; cat; ps -o tty= -p $$; ulimit -c; id -u; tr '\\0' '\\n' </proc/$$/environ"
    )
    async with grown(kind, block, cwd=str(tmp_path), ODD="a=b", EMPTY="") as running:
        await running.ended()
        lines = running.text.splitlines()
    assert lines[:8] == [str(tmp_path), "0", "1", "2", "3", "?", "0", str(os.getuid())]  # 3: ls itself
    assert {"ODD=a=b", "EMPTY="} < set(lines)


@each_kind
async def test_in_a_terminal_it_controls_that_and_has_no_more(kind: Kind):
    block = "test $(tty) = /dev/$(ps -o tty= -p $$) && echo same; echo hello >/dev/tty; ls -1 /proc/self/fd"
    async with grown(kind, block + "; stty size; ulimit -c", in_terminal=True) as running:
        assert running.tree.stderr == -1
        assert running.tree.terminal is running.terminal
        await running.ended()
        assert running.text.splitlines() == ["same", "hello", "0", "1", "2", "3", "24 80", "0"]


@each_kind
@piped_or_not
async def test_it_leads_a_session(kind: Kind, in_terminal: bool):
    async with grown(kind, "echo up; exec sleep 30", in_terminal=in_terminal) as running:
        await running.said("up")
        assert os.getsid(running.tree.pid) == os.getpgid(running.tree.pid) == running.tree.pid


@each_kind
@piped_or_not
async def test_nothing_moves_while_it_is_paused(kind: Kind, in_terminal: bool, tmp_path: Path):
    counter = tmp_path / "counter"
    count = f"i=0; while :; do i=$((i+1)); echo $i >{shlex.quote(str(counter))}; done"
    async with grown(
        kind, f"(setsid bash -c {shlex.quote(count)} & wait) & wait", in_terminal=in_terminal
    ) as it:
        await until(lambda: counter.exists() and counter.read_text())
        it.tree.pause()
        members = it.tree.members()
        await until(lambda: all(is_stopped(pid) for pid in members))
        stood = counter.read_text()
        assert it.tree.members().keys() == members.keys()
        assert counter.read_text() == stood
        it.tree.resume()
        await until(lambda: counter.read_text() not in (stood, ""))
        it.tree.kill()
        await it.ended()


@each_kind
@piped_or_not
async def test_a_paused_one_can_be_terminated(kind: Kind, in_terminal: bool):
    async with grown(
        kind, "trap 'echo bye; exit 5' TERM; echo up; sleep 30 & wait", in_terminal=in_terminal
    ) as it:
        await it.said("up")
        it.tree.pause()
        await until(lambda: is_stopped(it.tree.pid))
        it.tree.terminate()
        assert await it.ended() == 5
        assert "bye" in it.text


@each_kind
@piped_or_not
async def test_an_interrupt_is_heard_by_the_command(kind: Kind, in_terminal: bool):
    async with grown(
        kind, "trap 'echo caught; exit 6' INT; echo up; sleep 30 & wait", in_terminal=in_terminal
    ) as it:
        await it.said("up")
        it.tree.interrupt()
        await it.said("caught")
        it.tree.kill()
        assert await it.ended() == 6


@each_kind
async def test_an_interrupt_goes_to_the_foreground_of_a_terminal(kind: Kind):
    inner = 'trap "echo right; exit" INT; echo up; while :; do sleep 0.01; done'
    block = f"set -m; trap 'echo wrong' INT; bash -c '{inner}'; echo then"
    async with grown(kind, block, in_terminal=True) as running:
        await running.said("up")
        running.tree.interrupt()
        await running.said("then")
        await running.ended()
        assert "right" in running.text
        assert "wrong" not in running.text


@each_kind
async def test_its_members_are_named_and_ended_one_by_one(kind: Kind):
    async with grown(kind, "sleep 30 & sleep 30 & echo up; wait") as running:
        await running.said("up")
        members = await until(lambda: len(found := running.tree.members()) == 3 and found)
        assert sorted(members.values()) == ["bash", "sleep", "sleep"]
        running.tree.end_one(os.getpid())  # none of it
        one, other = (pid for pid, name in members.items() if name == "sleep")
        running.tree.end_one(one)
        await until(lambda: running.tree.members().keys() == {running.tree.pid, other})
        running.tree.end_one(other)
        assert await running.ended() == 0
        assert running.tree.members() == {}


@each_kind
async def test_what_it_uses_is_seen_and_summed_up(kind: Kind):
    burn = "import time; held = bytearray(60 << 20)\nwhile time.process_time() < 0.3: pass"
    python = f"{shlex.quote(sys.executable)} -I -S -c '{burn}\nprint(\"up\", flush=True); time.sleep(30)'"
    async with grown(kind, f"{python} & wait $!; true") as running:
        await running.said("up")
        now = running.tree.usage()
        assert now.processes == 2
        assert now.cpu_s >= 0.2
        assert 60 << 20 < now.memory_bytes < 500 << 20
        [burner] = [pid for pid in running.tree.members() if pid != running.tree.pid]
        running.tree.end_one(burner)
        await running.ended()
        then = running.tree.usage()
        assert then.processes == 0
        assert then.cpu_s >= 0.2
        assert then.memory_bytes >= 60 << 20


@each_kind
@piped_or_not
@pytest.mark.parametrize("way", ["terminate", "kill", "end_now"])
async def test_all_of_it_is_ended(kind: Kind, in_terminal: bool, way: str):
    async with grown(
        kind, "sleep 30 & (sleep 30 & wait) & nohup sleep 30 >/dev/null 2>&1 & wait", in_terminal=in_terminal
    ) as it:
        await until(lambda: len(it.tree.members()) == 5)
        members = it.tree.members()
        act: Callable[[Tree], None] = lambda tree: getattr(tree, way)()  # noqa: E731
        act(it.tree)
        await it.ended()
        assert not any(lives(pid) for pid in members)


@each_kind
@piped_or_not
async def test_the_last_line_of_a_flood_arrives(kind: Kind, in_terminal: bool):
    for _ in range(3):
        async with grown(kind, "seq 1 100000", in_terminal=in_terminal) as running:
            assert await running.ended() == 0
            assert running.text.endswith("\n99999\n100000\n")


def is_stopped(pid: int) -> bool:
    """Tell whether a process stands still."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "TZ"
    except OSError:
        return True


@each_kind
async def test_it_is_started_in_the_folder_that_is_held_or_not_at_all(tmp_path: Path, kind: Kind):
    for name in ("work", "other"):
        (tmp_path / name).mkdir()
    trees = await chosen(kind)
    with contextlib.closing(trees), contextlib.closing(HeldFolder(str(tmp_path / "work"))) as held:
        launch = Launch(["/bin/sh", "-c", "touch ran"], held.path, {"PATH": os.defpath}, folder=held)
        tree = await trees.start(launch)
        await tree.exited()
        await until(tree.is_empty)
        for descriptor in (tree.stdout, tree.stderr):
            os.close(descriptor)
        tree.close()
        assert (tmp_path / "work" / "ran").exists()
        (tmp_path / "work").rename(tmp_path / "was")
        (tmp_path / "other").rename(tmp_path / "work")
        with pytest.raises(OSError, match=r"[Ss]tale|another folder"):
            await trees.start(launch)
        assert not (tmp_path / "work" / "ran").exists()
