"""A client connects to the console of its own user, and to nobody else's."""

import os
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from assent.host.dial import PipeConnection, SocketConnection, dial

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="there are named pipes here, not Unix sockets"
)


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """Listen on a short path."""
    with tempfile.TemporaryDirectory(prefix="ad-") as folder, socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"{folder}/s")
        listener.listen()
        yield listener


def test_bytes_go_both_ways_until_the_end(listener: socket.socket):
    connection = dial(listener.getsockname())
    other, _ = listener.accept()
    with other:
        connection.send_all(b"hello")
        assert other.recv(100) == b"hello"
        other.sendall(b"hi")
        assert connection.receive() == b"hi"
    assert connection.receive() == b""
    connection.close()


def test_nobody_there_is_an_os_error(listener: socket.socket):
    path = listener.getsockname()
    listener.close()
    with pytest.raises(ConnectionRefusedError):
        dial(path)
    Path(path).unlink()
    with pytest.raises(OSError, match=r"."):
        dial(path)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can give a socket away")
def test_another_users_socket_is_not_spoken_to(listener: socket.socket):
    os.chown(listener.getsockname(), 65534, -1)
    with pytest.raises(OSError, match="not a socket of this user"):
        SocketConnection(listener.getsockname())


def test_a_pipe_is_read_and_written(tmp_path: Path):
    (tmp_path / "pipe").write_bytes(b"there")
    connection = PipeConnection(str(tmp_path / "pipe"))
    assert connection.receive() == b"there"
    assert connection.receive() == b""
    connection.send_all(b", and back")
    connection.close()
    assert (tmp_path / "pipe").read_bytes() == b"there, and back"
