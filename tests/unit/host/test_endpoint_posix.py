"""The socket is private from its first moment, and is never taken from a living console."""

import asyncio
import os
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from assent.host.errors import AlreadyRunning, UnsafePlace
from waiting import until

if sys.platform == "win32":
    pytest.skip("there are named pipes here, not Unix sockets", allow_module_level=True)

from assent.host.endpoint_posix import Endpoint

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")


@pytest.fixture
def place() -> Iterator[Path]:
    """Return a short path in a folder of ours: pytest's own is too long for a socket."""
    with tempfile.TemporaryDirectory(prefix="ae-") as folder:
        yield Path(folder) / "run" / "assent.sock"


def private(place: Path) -> Path:
    place.parent.mkdir(mode=0o700)
    return place


def modes(place: Path) -> tuple[int, int]:
    return stat.S_IMODE(place.lstat().st_mode), stat.S_IMODE(place.parent.lstat().st_mode)


def a_socket_at(place: Path) -> None:
    """Leave a socket behind that nobody listens on."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(place))


async def echo_once(endpoint: Endpoint) -> bytes:
    """Serve one connection and return what the client got."""

    class Echo(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.WriteTransport)
            transport.write(b"hello")
            transport.close()

    await endpoint.serve(Echo)
    reader, writer = await asyncio.open_unix_connection(endpoint.address)
    found = await reader.read()
    writer.close()
    await writer.wait_closed()
    return found


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
async def test_where_nothing_is_a_private_socket_in_a_private_folder_is_made(place: Path, umask: int):
    before = os.umask(umask)
    try:
        endpoint = Endpoint(str(place))
    finally:
        after = os.umask(before)
    assert after == umask
    assert modes(place) == (0o600, 0o700)
    assert await echo_once(endpoint) == b"hello"
    endpoint.close()
    assert not place.exists()


async def test_a_stale_socket_is_replaced(place: Path):
    a_socket_at(private(place))
    place.chmod(0o666)
    endpoint = Endpoint(str(place))
    assert modes(place)[0] == 0o600
    assert await echo_once(endpoint) == b"hello"
    endpoint.close()


async def test_a_living_console_is_not_robbed(place: Path):
    first = Endpoint(str(place))
    with pytest.raises(AlreadyRunning) as refusal:
        Endpoint(str(place))
    assert refusal.value.address == str(place)
    assert await echo_once(first) == b"hello"
    first.close()
    Endpoint(str(place)).close()


def test_a_console_of_another_process_is_not_robbed_and_its_death_frees_the_place(place: Path):
    code = (
        "import sys; from assent.host.endpoint import Endpoint; e = Endpoint(sys.argv[1]);"
        "print('up', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(place)]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3] / "gui")}
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "up\n"
        with pytest.raises(AlreadyRunning):
            Endpoint(str(place))
        other.kill()
        other.wait()
        assert place.exists()  # it was killed: the socket is stale, the claim is not
        Endpoint(str(place)).close()


@pytest.mark.parametrize("content", ["", "precious"])
def test_a_file_in_the_place_is_left_alone(place: Path, content: str):
    private(place).write_text(content)
    with pytest.raises(UnsafePlace, match="not a socket of yours"):
        Endpoint(str(place))
    assert place.read_text() == content


def test_a_folder_in_the_place_is_left_alone(place: Path):
    private(place).mkdir()
    with pytest.raises(UnsafePlace, match="not a socket of yours"):
        Endpoint(str(place))
    assert place.is_dir()


def test_a_link_in_the_place_is_not_followed(place: Path):
    target = private(place).parent / "target"
    a_socket_at(target)
    place.symlink_to(target)
    with pytest.raises(UnsafePlace, match="not a socket of yours"):
        Endpoint(str(place))
    assert target.exists()


@as_root
def test_a_socket_of_another_user_is_left_alone(place: Path):
    a_socket_at(private(place))
    os.chown(place, 65534, 65534)
    with pytest.raises(UnsafePlace, match="not a socket of yours"):
        Endpoint(str(place))
    assert place.exists()


@pytest.mark.parametrize("mode", [0o755, 0o750, 0o707, 0o711])
def test_a_folder_that_others_may_enter_is_refused(place: Path, mode: int):
    private(place).parent.chmod(mode)
    with pytest.raises(UnsafePlace, match="nobody else may enter"):
        Endpoint(str(place))
    assert list(place.parent.iterdir()) == []


@as_root
def test_a_folder_of_another_user_is_refused(place: Path):
    os.chown(private(place).parent, 65534, 65534)
    with pytest.raises(UnsafePlace, match="of your own"):
        Endpoint(str(place))


def test_a_link_in_place_of_the_folder_is_refused(place: Path):
    (place.parent.parent / "real").mkdir(mode=0o700)
    place.parent.symlink_to(place.parent.parent / "real")
    with pytest.raises(UnsafePlace):
        Endpoint(str(place))


def test_a_file_in_place_of_the_folder_is_refused(place: Path):
    place.parent.touch()
    with pytest.raises(UnsafePlace):
        Endpoint(str(place))


def test_a_link_in_place_of_the_lock_is_not_followed(place: Path):
    target = private(place).parent / "precious"
    place.with_suffix(".lock").symlink_to(target)
    with pytest.raises(UnsafePlace):
        Endpoint(str(place))
    assert not target.exists()


@pytest.mark.parametrize("name", ["s" * 90, "s" * 300])
def test_a_path_too_long_for_a_socket_is_refused(place: Path, name: str):
    with pytest.raises(UnsafePlace):
        Endpoint(str(private(place).with_name(name)))


def test_a_refusal_keeps_no_claim(place: Path):
    private(place).write_text("in the way")
    with pytest.raises(UnsafePlace):
        Endpoint(str(place))
    place.unlink()
    Endpoint(str(place)).close()


async def test_closing_leaves_connections_alone(place: Path):
    endpoint, made = Endpoint(str(place)), list[asyncio.BaseTransport]()

    class Keep(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            made.append(transport)

    await endpoint.serve(Keep)
    reader, writer = await asyncio.open_unix_connection(str(place))
    await until(lambda: made)
    endpoint.close()
    made[0].write(b"still here")  # type: ignore[attr-defined]
    assert await reader.readexactly(10) == b"still here"
    made[0].close()
    assert await reader.read() == b""
    writer.close()
    await writer.wait_closed()
