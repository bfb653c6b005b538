"""What is kept of a command's output while it runs, and the result that is made of it at the end."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from assent.execution import pouring
from assent.execution.binary import SAMPLE_BYTES, kind_of_data
from assent.execution.pieces import Pieces, Stretch
from assent.execution.result_builder import ToolResultBuilder
from assent.execution.spool import Spool
from assent.model.events import Channel

# Bytes kept of the beginning and of the end: more than half a result's characters, whatever their size, with
# room for escape codes that will not be shown.
HEAD_BYTES = TAIL_BYTES = 128 << 10
_CHANNELS: tuple[Channel, Channel] = ("stdout", "stderr")


@dataclass(frozen=True)
class Excerpt:
    """The last bytes of an output as text, and where to find the others.

    `shown_bytes` of `all_bytes` are in `text`, before escape codes were removed; the first `kept_bytes` of
    all are in the file at `path`, if there is one.
    """

    text: str = ""
    shown_bytes: int = 0
    all_bytes: int = 0
    path: Path | None = None
    kept_bytes: int = 0

    def __repr__(self) -> str:
        """Say how much, never what: outputs hold secrets."""
        return f"Excerpt({self.shown_bytes:,} of {self.all_bytes:,} bytes)"


class Capture:
    """Takes bytes as they come; the rest of the work is done once, at the end, and only on what is kept.

    The whole goes into a spool as soon as it is more than what is kept here, or from `keep_whole` on.
    """

    def __init__(self, open_spool: Callable[[], Spool] | None = None) -> None:
        """Start empty; without `open_spool` the whole is kept nowhere."""
        self._open_spool = open_spool
        self._spool: Spool | None = None
        self._head, self._tail = Pieces(), Pieces()
        self._came = [0, 0]  # bytes by channel
        self._gap_breaks_line = False
        self._is_closed = False

    @property
    def n_bytes(self) -> int:
        """How many bytes came."""
        return sum(self._came)

    def take(self, channel: Channel, data: bytes) -> None:
        """Take the next bytes of a channel."""
        number = _CHANNELS.index(channel)
        self._came[number] += len(data)
        if self._spool is not None:
            self._spool.write(data)
        if (room := HEAD_BYTES - self._head.size) > 0:
            self._head.add(number, data[:room])
            data = data[room:]
        if not data:
            return
        self._tail.add(number, data)
        if self._spool is None and self._tail.size > TAIL_BYTES:
            self._start_spool()
        for lost in self._tail.take_surplus(TAIL_BYTES):
            self._gap_breaks_line = self._gap_breaks_line or b"\n" in lost

    @classmethod
    def going_on(cls, spool: Spool, came_bytes: int) -> "Capture":
        """Return one that goes on where another writer of `spool` left off; `came_bytes` had come in all.

        Which channel they came on is not known any more: all of it counts as one.
        """
        capture = cls()
        capture._spool = spool
        head, tail = _ends_of(spool.path)
        capture._head.add(0, head)
        capture._tail.add(0, tail)
        capture._came[0] = max(came_bytes, len(head) + len(tail))
        return capture

    def lent(self) -> tuple[int, int]:
        """Return the spool's file for another writer, and the room that is left in it; raises OSError."""
        if self._spool is None:
            raise OSError("its output is kept nowhere")
        return self._spool.lent()

    def last(self, limit_bytes: int) -> bytes:
        """Return the last bytes that are kept here of the end."""
        tail = self._tail.joined().data
        return (tail or self._head.joined().data)[-limit_bytes:]

    def keep_whole(self) -> None:
        """Keep all of it on disk, however little it will be: it is looked at while it grows."""
        if self._spool is None:
            self._start_spool()

    def close(self) -> None:
        """Take no more: the spool is finished."""
        self._is_closed = True
        if self._spool is not None:
            self._spool.close()

    def recent(self, limit_bytes: int) -> Excerpt:
        """Return the last `limit_bytes` of what came, at most as many as are kept of the end."""
        if self._spool is not None:
            self._spool.flush()
        head, tail = self._head.joined(), self._tail.joined()
        kept = tail if self.n_bytes > self._head.size + self._tail.size else head + tail
        end = kept.behind(max(len(kept.data) - limit_bytes, 0))
        left_out = [came - end.count(number) for number, came in enumerate(self._came)]
        notes = {number: self._note(number, kind) for number, kind in _kinds_of_data(head).items()}
        text, shown = pouring.end_of(end, left_out, notes), len(end.data)
        if self._spool is None or self._spool.problem:
            return Excerpt(text, shown, self.n_bytes)
        return Excerpt(text, shown, self.n_bytes, self._spool.path, self._spool.kept_bytes)

    def builder(self) -> ToolResultBuilder:
        """Return a builder that holds the kept text, and says where the whole is when it does not hold it."""
        if self._spool is not None:
            self._spool.flush()
        builder = ToolResultBuilder()
        head, tail = self._head.joined(), self._tail.joined()
        surplus = max(len(tail.data) - TAIL_BYTES, 0)  # cut to the byte and not by pieces
        gap_breaks_line = self._gap_breaks_line or b"\n" in tail.data[:surplus]
        tail = tail.behind(surplus)
        gaps = [came - head.count(number) - tail.count(number) for number, came in enumerate(self._came)]
        kinds = _kinds_of_data(head)
        notes = {number: self._note(number, kind) for number, kind in kinds.items()}
        pouring.pour(builder, head, pouring.Gap(gaps, gap_breaks_line), tail, notes)
        builder.extras(output_bytes=self.n_bytes)
        for number, kind in kinds.items():
            builder.remark(f"The {notes[number][1:-2]}.")
            builder.extras(**{f"{_CHANNELS[number]}_type": kind})
        if kinds or builder.is_truncated:
            self._tell_where(builder)
        return builder

    def _start_spool(self) -> None:
        if self._open_spool is not None:
            self._spool = self._open_spool()
            for pieces in (self._head, self._tail):
                self._spool.write(pieces.joined().data)
            if self._is_closed:
                self._spool.close()

    def _note(self, number: int, kind: str) -> str:
        return f"[{_CHANNELS[number]} is binary: {self._came[number]:,} bytes, {kind}]\n"

    def _tell_where(self, builder: ToolResultBuilder) -> None:
        if self._spool is None:
            self._start_spool()
        if self._spool is not None:
            self._spool.flush()
        match self._spool:
            case None:
                return
            case Spool(problem=problem) if problem:
                builder.remark(f"The whole output could not be kept: {problem}.")
            case Spool(path=path, kept_bytes=kept):
                builder.extras(output_path=str(path))
                what = "whole output is" if kept == self.n_bytes else f"first {kept:,} bytes of it are"
                builder.remark(f"The {what} in {path}.")


def _kinds_of_data(head: Stretch) -> dict[int, str]:
    kinds = ((number, kind_of_data(head.of(number)[:SAMPLE_BYTES])) for number in range(len(_CHANNELS)))
    return {number: kind for number, kind in kinds if kind is not None}


def _ends_of(path: Path) -> tuple[bytes, bytes]:
    """Return the beginning of a file, and the end of what is behind that."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
            file.seek(max(file.seek(0, os.SEEK_END) - TAIL_BYTES, len(head)))
            return head, file.read(TAIL_BYTES)
    except OSError:
        return b"", b""


def excerpt_of(path: Path, limit_bytes: int) -> Excerpt:
    """Return the last of what an earlier console kept in a file; nothing where there is none."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            left_out = max(size - limit_bytes, 0)
            file.seek(left_out)
            data = file.read(limit_bytes)
    except OSError:
        return Excerpt()
    end = Stretch(data, bytes(len(data)))
    return Excerpt(pouring.end_of(end, [left_out, 0], {}), len(data), size, path, size)
