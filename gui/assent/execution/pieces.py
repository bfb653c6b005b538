"""A stretch of a command's output: bytes of both channels in the order of their arrival."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

# Bytes from which a piece is kept as it came, not copied: the way of floods. Smaller ones are gathered, so
# that a thousand tiny pieces cost no thousand objects.
_LARGE = 4_096
_RUN = re.compile(rb"\x00+|\x01+")

Run = tuple[int, bytes]  # a channel's number, and bytes of it


@dataclass(slots=True)
class _Gathered:
    """Small pieces joined; `channels` has the number of the channel for each byte."""

    data: bytearray
    channels: bytearray


@dataclass(slots=True)
class _Large:
    """One piece as it came."""

    data: bytes
    channel: int


class Pieces:
    """Bytes by channel (0 or 1); takes at the end, gives up at the beginning."""

    def __init__(self) -> None:
        """Start empty."""
        self._pieces: deque[_Gathered | _Large] = deque()
        self.size = 0

    def add(self, channel: int, data: bytes) -> None:
        """Take bytes."""
        self.size += len(data)
        if len(data) >= _LARGE:
            self._pieces.append(_Large(data, channel))
            return
        last = self._pieces[-1] if self._pieces else None
        if not isinstance(last, _Gathered) or len(last.data) >= _LARGE:
            last = _Gathered(bytearray(), bytearray())
            self._pieces.append(last)
        last.data += data
        last.channels += bytes((channel,)) * len(data)

    def take_surplus(self, keep: int) -> Iterator[bytes | bytearray]:
        """Give up pieces from the beginning while at least `keep` bytes are left."""
        while self._pieces and self.size - len(self._pieces[0].data) >= keep:
            data = self._pieces.popleft().data
            self.size -= len(data)
            yield data

    def runs(self) -> Iterator[Run]:
        """Go through the bytes in order; neighbours may be of the same channel."""
        for piece in self._pieces:
            if isinstance(piece, _Large):
                yield piece.channel, piece.data
                continue
            for run in _RUN.finditer(piece.channels):
                yield piece.channels[run.start()], bytes(piece.data[run.start() : run.end()])
