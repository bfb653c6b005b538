"""What no warden answers for any more is read from its note, or ended."""

import os
import resource
import socket
import sys
from pathlib import Path

import psutil
import pytest

if sys.platform != "linux":
    pytest.skip("wardens stand on Linux only", allow_module_level=True)

from assent.host.trees import taking
from assent.host.trees.keeping import Ended
from assent.host.trees.taking import noted, taken
from assent.host.trees.usage import Usage
from assent.model.guarantee import Kind
from unit.host.kept_one import CALL, kept, mark
from waiting import lives, processes_with, until

NOTE = "status 768\nover idle\nafter_s 9.5\nran_s 61.000\ncpu_s 0.5\npeak_bytes 4096\ncame_bytes 12\n"


def test_a_note_is_read_whole(tmp_path: Path):
    (tmp_path / "a.end").write_text(NOTE)
    found = noted(tmp_path / "a.end")
    assert found == Ended(3, "idle", 9.5, 61.0, Usage(0.5, 4096, 0), 12)


@pytest.mark.parametrize("text", ["", NOTE[:40], NOTE.replace("768", "many"), "status\n"])
def test_what_is_no_note_is_none(tmp_path: Path, text: str):
    (tmp_path / "a.end").write_text(text)
    assert noted(tmp_path / "a.end") is None


@pytest.mark.parametrize("kind", ["namespace", "warden"])
async def test_a_warden_that_does_not_answer_is_killed_and_nothing_of_its_command_runs(
    kind: Kind, tmp_path: Path
):
    async with kept(kind, "(setsid sleep 61.625 &); echo up; sleep 61.625; true", tmp_path) as one:
        await until(lambda: one.text == "up\n" and len(processes_with("61.625")) == 2)
        warden = psutil.Process(one.pid).parent()
        assert warden is not None
        warden.suspend()
        assert await one.find() is None
        assert not processes_with("61.625")
        assert not lives(warden.pid)


async def test_a_socket_that_nobody_listens_on_is_nobodys(tmp_path: Path):
    async with kept("warden", "sleep 61.625", tmp_path) as one:
        warden = psutil.Process(one.pid).parent()
        assert warden is not None
        warden.kill()
        await until(lambda: not lives(warden.pid))
        assert one.notes == {".sock"}
        assert await taken(one.folder, CALL, one.pid, mark()) is None
        assert await one.find() is None
        assert not processes_with("61.625")


@pytest.mark.parametrize("kind", ["namespace", "warden"])
async def test_without_room_for_its_descriptors_it_is_ended_and_none_is_left(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with kept(kind, "echo up; sleep 61.625; true", tmp_path) as one:
        await until(lambda: one.text == "up\n")
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        received = taking._received

        def crowded(connection: socket.socket) -> tuple[bytes, list[int]]:
            """Receive while one more descriptor may be opened."""
            free = os.dup(connection.fileno())
            os.close(free)
            resource.setrlimit(resource.RLIMIT_NOFILE, (free + 1, hard))
            try:
                return received(connection)
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

        monkeypatch.setattr(taking, "_received", crowded)
        assert await one.find() is None
        monkeypatch.undo()
        await until(lambda: not processes_with("61.625"))
