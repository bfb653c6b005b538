"""The Unix socket: claimed by a lock, private from its first moment, never stolen from a living console."""

import asyncio
import os
import socket
import stat
import sys
from collections.abc import Callable
from pathlib import Path

from assent.host.address import LONGEST_PATH, is_private
from assent.host.claim import claim
from assent.host.errors import AlreadyRunning, UnsafePlace

assert sys.platform != "win32"


class Endpoint:
    """The one socket of this user's console: claim it, serve on it, close it."""

    def __init__(self, address: str) -> None:
        """Claim `address`; raise AlreadyRunning or UnsafePlace."""
        self.address = address
        path = Path(address)
        try:
            _check_folder(path.parent)
            # The claim, not the socket, says who is alive: asyncio binds over a living socket without a word.
            self._claim = claim(path.with_suffix(".lock"))
        except BlockingIOError:
            raise AlreadyRunning(address) from None
        except OSError as problem:
            # A file where the folder should be, a link where the lock should be, a name that is too long.
            raise UnsafePlace(f"The socket {path} cannot be made: {problem}.") from problem
        try:
            self._socket = _bind(path)
        except BaseException:
            os.close(self._claim)
            raise
        self._server: asyncio.Server | None = None

    async def serve(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Accept connections, each with a fresh `protocol()`."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_unix_server(protocol, sock=self._socket, backlog=1024)

    def close(self) -> None:
        """Accept no more, take the socket away and give the claim back; connections are not touched."""
        if self._server is not None:
            self._server.close()
        self._socket.close()
        # Unlinked under the lock: nobody else can have bound the path meanwhile.
        Path(self.address).unlink(missing_ok=True)
        os.close(self._claim)


def _check_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_private(str(folder)):
        raise UnsafePlace(
            f"The folder of the socket, {folder}, must be a folder of your own that nobody else may enter "
            f"(owner {os.getuid()}, mode 0700). Mend or remove it, or set ASSENT_SOCKET to another place."
        )


def _bind(path: Path) -> socket.socket:
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise UnsafePlace(
            f"The socket's path {path} is longer than the {LONGEST_PATH} bytes a socket may have."
        )
    try:
        found = path.lstat()
    except FileNotFoundError:
        pass
    else:
        if not stat.S_ISSOCK(found.st_mode) or found.st_uid != os.getuid():
            raise UnsafePlace(
                f"{path} is not a socket of yours; it is left alone. Move it away and try again."
            )
        path.unlink()  # stale: we hold the lock
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.setblocking(False)
    before = os.umask(0o177)  # the socket is 0600 from its first moment, not after a chmod
    try:
        listener.bind(str(path))
    except OSError as problem:
        listener.close()
        raise UnsafePlace(f"The socket {path} cannot be made: {problem.strerror}.") from problem
    finally:
        os.umask(before)
    return listener
