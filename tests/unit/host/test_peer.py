"""Who asks is told by the kernel: the process, its parents, and never another user."""

import asyncio
import os
import shlex
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from assent.host import peer
from assent.host.errors import PeerRefused
from assent.host.peer import asker_of, look_at
from assent.model.asker import Asker
from waiting import until

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="there are named pipes here, not Unix sockets"
)
as_root = pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can be another")

CLIENT = "import socket, sys; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); sys.stdin.read()"


class Door:
    """A socket that looks at everybody who comes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.askers: list[Asker] = []
        self.refused: list[PeerRefused] = []
        self.transports: list[asyncio.BaseTransport] = []

    def open(self) -> asyncio.Protocol:
        door = self

        class Look(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                door.transports.append(transport)
                try:
                    door.askers.append(asker_of(transport))
                except PeerRefused as refusal:
                    door.refused.append(refusal)

        return Look()


@pytest.fixture
async def door() -> AsyncIterator[Door]:
    """Serve on a socket that anybody may connect to."""
    with tempfile.TemporaryDirectory(prefix="ap-") as folder:
        Path(folder).chmod(0o755)
        door = Door(Path(folder) / "s")
        server = await asyncio.get_running_loop().create_unix_server(door.open, str(door.path))
        door.path.chmod(0o777)
        yield door
        for transport in door.transports:
            transport.close()
        server.close()
        await server.wait_closed()


@contextmanager
def client(*words: str, **options: object) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a client that connects and stays until its standard input ends."""
    with subprocess.Popen(words, stdin=subprocess.PIPE, **options) as process:  # type: ignore[call-overload]
        try:
            yield process
        finally:
            process.kill()


async def test_the_asker_is_the_process_that_connected(door: Door, tmp_path: Path):
    with client(sys.executable, "-c", CLIENT, str(door.path), "ä b", cwd=tmp_path) as process:
        asker = await until(lambda: door.askers and door.askers[0])
        seen = psutil.Process(process.pid)
        assert asker.process.pid == process.pid
        assert asker.process.started_at == seen.create_time()
        assert asker.process.uid == os.getuid()
        assert asker.process.executable == seen.exe()
        assert asker.process.command_line == (sys.executable, "-c", CLIENT, str(door.path), "ä b")
        assert asker.process.cwd == str(tmp_path)
        assert asker.process.name == seen.name()


async def test_its_parents_are_told_nearest_first(door: Door):
    block = f"{shlex.quote(sys.executable)} -c '{CLIENT}' {door.path}; true"
    with client("/bin/bash", "-c", block) as shell:
        asker = await until(lambda: door.askers and door.askers[0])
        parents = [parent.pid for parent in asker.parents]
        assert parents[0] == shell.pid
        assert parents[1:2] in ([os.getpid()], [])
        assert len(parents) <= 16
        psutil.Process(asker.process.pid).kill()


async def test_one_that_connected_and_went_is_refused(door: Door):
    gone = CLIENT.replace("sys.stdin.read()", "s.close()")
    # Blocking on purpose: the loop accepts only after the client is dead and buried.
    subprocess.run([sys.executable, "-c", gone, str(door.path)], check=True, capture_output=True)
    refusal = await until(lambda: door.refused and door.refused[0])
    assert "was gone" in str(refusal)
    assert door.askers == []


@as_root
async def test_another_user_is_refused_every_time(door: Door):
    code = (
        "import os, socket, sys; os.setuid(65534); all = [socket.socket(socket.AF_UNIX) for _ in range(20)];"
        "[one.connect(sys.argv[1]) for one in all]; sys.stdin.read()"
    )
    with client(sys.executable, "-c", code, str(door.path)):
        await until(lambda: len(door.refused) == 20)
    assert door.askers == []
    assert all("another user (uid 65534" in str(refusal) for refusal in door.refused)


async def test_names_that_are_no_text_are_made_writable(door: Door, tmp_path: Path):
    folder = tmp_path / os.fsdecode(b"\xff\x1b")
    folder.mkdir()
    rename = "open('/proc/self/comm', 'wb').write(b'a\\xffb'); " if sys.platform == "linux" else ""
    with client(sys.executable, "-c", rename + CLIENT, str(door.path), os.fsdecode(b"\xff"), cwd=folder):
        await until(lambda: door.askers or door.refused)
    assert door.askers
    assert door.askers[0].model_dump_json()
    assert Asker.model_validate_json(door.askers[0].model_dump_json()) == door.askers[0]
    assert door.askers[0].process.command_line[-1] == "\ufffd"


async def test_where_the_kernel_gives_no_handle_the_start_is_looked_at_twice(
    door: Door, monkeypatch: pytest.MonkeyPatch
):
    plain = peer._credentials
    looks = []

    def without_handle(transport: asyncio.BaseTransport) -> tuple[int, int, int | None]:
        pid, uid, alive = plain(transport)
        if alive is not None:
            os.close(alive)
        return pid, uid, None

    monkeypatch.setattr(peer, "_credentials", without_handle)
    monkeypatch.setattr(peer, "look_at", lambda pid: looks.append(pid) or look_at(pid))
    with client(sys.executable, "-c", CLIENT, str(door.path)) as process:
        asker = await until(lambda: door.askers and door.askers[0])
    assert asker.process.pid == process.pid
    assert looks.count(process.pid) == 2


def test_a_process_that_is_not_there_has_no_start():
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    assert look_at(process.pid).started_at is None


def test_a_long_command_line_is_cut():
    words = [sys.executable, "-c", "input()", *["x"] * 500, "y" * 10_000]
    with subprocess.Popen(words, stdin=subprocess.PIPE) as process:
        seen = look_at(process.pid)
        assert len(seen.command_line) <= 200
        assert all(len(word) <= 4096 for word in seen.command_line)


async def test_a_socket_pair_is_our_own_process(door: Door):
    ours, theirs = socket.socketpair()
    transport, _ = await asyncio.get_running_loop().create_unix_connection(asyncio.Protocol, sock=ours)
    assert asker_of(transport).process.pid == os.getpid()
    transport.close()
    theirs.close()


def test_a_process_runs_until_it_has_ended_collected_or_not():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        process = peer.look_at(child.pid)
        assert peer.is_running(process)
        assert peer.is_running(process)
        assert not peer.is_running(process.model_copy(update={"started_at": 1.0}))
        assert not peer.is_running(process.model_copy(update={"started_at": None}))
        assert child.stdin is not None
        child.stdin.close()
        if sys.platform == "linux":
            os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
            assert not peer.is_running(process)
        child.wait()
        assert not peer.is_running(process)
