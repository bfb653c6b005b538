"""The named pipe on Windows; typed and read with care, not yet run on a real one."""

import asyncio
import sys
from collections.abc import Callable
from typing import cast

from assent.host.errors import AlreadyRunning

assert sys.platform == "win32"


class Endpoint:
    """The one pipe of this user's console: claim it, serve on it, close it."""

    def __init__(self, address: str) -> None:
        """Keep the name; the claim is made by the first instance of the pipe in `serve`."""
        self.address = address
        self._servers: list[asyncio.windows_events.PipeServer] = []

    async def serve(self, protocol: Callable[[], asyncio.Protocol]) -> None:
        """Accept connections, each with a fresh `protocol()`; raise AlreadyRunning."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, asyncio.ProactorEventLoop)
        # The stubs know one protocol only; the loop takes any.
        factory = cast("Callable[[], asyncio.StreamReaderProtocol]", protocol)
        try:
            # The first instance is made with FILE_FLAG_FIRST_PIPE_INSTANCE: a second console is refused.
            self._servers = await loop.start_serving_pipe(factory, self.address)
        except PermissionError:
            raise AlreadyRunning(self.address) from None

    def close(self) -> None:
        """Accept no more."""
        for server in self._servers:
            server.close()
