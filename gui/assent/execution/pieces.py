"""A stretch of a command's output: bytes of both channels in the order of their arrival."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress

# Bytes from which a piece is kept as it came, not copied: the way of floods. Smaller ones are gathered, so
# that a thousand tiny pieces cost no thousand objects.
_LARGE = 4_096
_OTHER = bytes.maketrans(b"\0\1", b"\1\0")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Bytes of both channels in order; `channels` has the number of the channel (0 or 1) for each byte."""

    data: bytes
    channels: bytes

    def __add__(self, other: "Stretch") -> "Stretch":
        """Return this and then the other."""
        return Stretch(self.data + other.data, self.channels + other.channels)

    def behind(self, size: int) -> "Stretch":
        """Return this without its first `size` bytes."""
        return Stretch(self.data[size:], self.channels[size:])

    def count(self, channel: int) -> int:
        """Return how many of the bytes are of a channel."""
        return self.channels.count(channel)

    def only_channel(self) -> int | None:
        """Return the channel that all bytes are of, or None when there are both or no bytes."""
        return next(
            (channel for channel in (0, 1) if self.data and self.count(channel) == len(self.data)), None
        )

    def of(self, channel: int) -> bytes:
        """Return the bytes of a channel."""
        return (
            self.data if self.only_channel() == channel else bytes(compress(self.data, self._mask(channel)))
        )

    def _mask(self, channel: int) -> bytes:
        return self.channels if channel else self.channels.translate(_OTHER)


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

    def joined(self) -> Stretch:
        """Return all that is held."""
        marks = (
            bytes((piece.channel,)) * len(piece.data) if isinstance(piece, _Large) else piece.channels
            for piece in self._pieces
        )
        return Stretch(b"".join(piece.data for piece in self._pieces), b"".join(marks))
