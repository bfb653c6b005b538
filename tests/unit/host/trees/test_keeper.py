"""Without a console a warden pours, watches the clocks and notes the end; who only connects gets nothing."""

import socket
import sys
from dataclasses import replace
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("wardens stand on Linux only", allow_module_level=True)

from assent.host.trees.keeping import Clock
from assent.host.trees.kept import Taken
from assent.model.guarantee import Kind
from unit.host.kept_one import CALL, CLOCK, ORDER, give_back, kept
from waiting import lives, processes_with, until

pytestmark = pytest.mark.parametrize("kind", ["namespace", "warden"])


async def test_the_end_is_noted_as_it_was(kind: Kind, tmp_path: Path):
    async with kept(kind, "echo out; echo err >&2; kill -9 $$", tmp_path) as one:
        ended = await one.ended()
        assert (ended.code, ended.over, ended.came_bytes) == (-9, "", 5 + len("out\nerr\n"))
        assert ended.ran_s >= 1
        assert sorted(one.text.split()) == ["err", "out"]
        assert (one.folder / f"{CALL}.end").stat().st_mode & 0o777 == 0o600


async def test_no_more_is_written_than_there_is_room_and_the_rest_is_counted(kind: Kind, tmp_path: Path):
    order = replace(ORDER, room_bytes=1000, came_bytes=0)
    async with kept(kind, "head -c 3000000 /dev/zero", tmp_path, order=order) as one:
        ended = await one.ended()
        assert (ended.code, ended.came_bytes, one.spool.stat().st_size) == (0, 3_000_000, 1000)


async def test_its_time_is_up_when_it_would_have_been(kind: Kind, tmp_path: Path):
    order = replace(ORDER, clock=replace(CLOCK, ran_s=59.5, total_s=60))
    block = "trap '' TERM; setsid sleep 61.625 & echo up; sleep 61.625; sleep 61.625"
    async with kept(kind, block, tmp_path, order=order) as one:
        ended = await one.ended()
        assert (ended.over, ended.after_s) == ("total", 60)
        assert not processes_with("61.625")


async def test_silence_ends_it_and_output_begins_the_silence_anew(kind: Kind, tmp_path: Path):
    order = replace(ORDER, clock=Clock(ran_s=0, total_s=600, silent_s=0, idle_s=1))
    block = "for i in 1 2 3 4 5 6; do echo $i; sleep 0.3; done; sleep 61.625"
    async with kept(kind, block, tmp_path, order=order) as one:
        ended = await one.ended()
        assert (ended.over, ended.after_s, one.text.split()) == ("idle", 1, list("123456"))


@pytest.mark.parametrize("keeps", [False, True])
async def test_what_it_leaves_ends_with_it_or_goes_on(kind: Kind, tmp_path: Path, *, keeps: bool):
    order = replace(ORDER, keeps_leftovers=keeps)
    async with kept(kind, "(setsid sleep 61.625 &) ; exit 3", tmp_path, order=order) as one:
        if keeps:
            await until(lambda: not lives(one.pid))
            found = await one.find()
            assert isinstance(found, Taken)
            assert await found.tree.exited() == 3
            await until(lambda: list(found.tree.members().values()) == ["sleep"])  # no longer a `bash`
            give_back(found)
        else:
            assert (await one.ended()).code == 3
        assert not processes_with("61.625")


async def test_who_only_connects_takes_nothing(kind: Kind, tmp_path: Path):
    async with kept(kind, "while :; do echo x; sleep 0.01; done", tmp_path) as one:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as visitor:
            visitor.connect(str(one.folder / f"{CALL}.sock"))
            visitor.send(b"K")
            visitor.settimeout(5)
            assert visitor.recv(10) == b""
        before = len(one.text)
        await until(lambda: len(one.text) > before)
        assert lives(one.pid)
