"""Connects a client to the console's socket or pipe (standard library only)."""

import os
import socket
import sys
from collections.abc import Callable

from assent.host.address import is_ours


class SocketConnection:
    """A connected Unix socket."""

    send_all: Callable[[bytes], None]
    close: Callable[[], None]
    _socket: socket.socket

    def __init__(self, address: str) -> None:
        """Connect; raises OSError, and PermissionError for a socket that is another user's."""
        if sys.platform == "win32":
            raise OSError("there are named pipes here, not Unix sockets")
        if os.path.lexists(address) and not is_ours(address):
            raise PermissionError("it is not a socket of this user")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(address)
        except OSError:
            self._socket.close()
            raise
        self.send_all = self._socket.sendall
        self.close = self._socket.close

    def receive(self) -> bytes:
        """Return what has come, at least one byte; nothing at the end."""
        return self._socket.recv(1 << 18)


class PipeConnection:
    """An open named pipe of Windows."""

    def __init__(self, address: str) -> None:
        """Open the pipe; raises OSError."""
        self._file = open(address, "r+b", buffering=0)  # noqa: SIM115, PTH123  # a pipe's name is no path
        self.close = self._file.close

    def send_all(self, data: bytes) -> None:
        """Send all of `data`."""
        while data:
            data = data[self._file.write(data) or 0 :]

    def receive(self) -> bytes:
        """Return what has come, at least one byte; nothing at the end."""
        return self._file.read(1 << 18) or b""


def dial(address: str) -> SocketConnection | PipeConnection:
    """Connect to the console at `address`; raises OSError when there is none."""
    if sys.platform == "win32":
        return PipeConnection(address)
    return SocketConnection(address)
