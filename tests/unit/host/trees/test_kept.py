"""A kept command is found as long as it runs, and its end afterwards; of a lost one nothing is left."""

import os
import sys
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("wardens stand on Linux only", allow_module_level=True)

from assent.host.trees.kept import KeptCommands, Taken
from assent.model.guarantee import Kind
from unit.host.grown import grown
from unit.host.kept_one import CALL, CLOCK, ORDER, give_back, kept
from waiting import until

both_kinds = pytest.mark.parametrize("kind", ["namespace", "warden"])


@both_kinds
@pytest.mark.parametrize("in_terminal", [False, True], ids=["pipes", "terminal"])
async def test_one_that_runs_is_ours_again_with_its_output_and_its_clock(
    kind: Kind, tmp_path: Path, *, in_terminal: bool
):
    block = "echo up; read -r word < go; echo $word; exit 4"
    os.mkfifo(tmp_path / "go")
    async with kept(kind, f"cd {tmp_path}; {block}", tmp_path, in_terminal=in_terminal) as one:
        await until(lambda: one.text == "up\n")
        found = await one.find()
        assert isinstance(found, Taken)
        assert (found.tree.terminal is not None) == in_terminal
        assert (found.clock.total_s, found.clock.idle_s) == (CLOCK.total_s, None)
        assert 1 <= found.clock.ran_s < 600
        assert found.came_bytes == ORDER.came_bytes + len("up\r\n" if in_terminal else "up\n")
        assert one.notes == set()
        assert found.tree.pid in found.tree.members()
        (tmp_path / "go").write_text("on\n")
        assert await found.tree.exited() == 4
        assert os.read(found.tree.stdout, 100).split() == [b"on"]
        await until(found.tree.is_empty)
        give_back(found)


async def test_a_place_is_for_this_user_only(tmp_path: Path):
    commands = KeptCommands(tmp_path / "kept")
    with commands.place(CALL):
        assert (tmp_path / "kept").stat().st_mode & 0o777 == 0o700
        assert (tmp_path / "kept" / f"{CALL}.sock").stat().st_mode & 0o777 == 0o600
    commands.forget(CALL)
    assert list((tmp_path / "kept").iterdir()) == []


async def test_a_place_may_have_a_long_path(tmp_path: Path):
    folder = tmp_path / ("x" * 120) / "kept"
    with KeptCommands(folder).place(CALL):
        assert (folder / f"{CALL}.sock").exists()


async def test_where_nothing_is_kept_nothing_is_found(tmp_path: Path):
    assert await KeptCommands(tmp_path / "kept").find(CALL, 4242) is None


async def test_without_a_warden_nothing_is_kept(tmp_path: Path):
    async with grown("session", "sleep 61.625") as running:
        with KeptCommands(tmp_path).place(CALL) as place, pytest.raises(OSError, match="stands over it"):
            await running.tree.keep(place, ORDER, 1, [])


async def test_one_that_has_ended_is_not_kept(tmp_path: Path):
    async with grown("warden", "exit 3") as running:
        assert await running.tree.exited() == 3
        with KeptCommands(tmp_path).place(CALL) as place, pytest.raises(OSError, match="has ended"):
            await running.tree.keep(place, ORDER, 1, [])
