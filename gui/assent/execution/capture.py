"""What is kept of a command's output while it runs, and the result that is made of it at the end."""

from collections.abc import Callable

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


class Capture:
    """Takes bytes as they come; the rest of the work is done once, at the end, and only on what is kept.

    The whole goes into a spool as soon as it is more than what is kept here.
    """

    def __init__(self, open_spool: Callable[[], Spool] | None = None) -> None:
        """Start empty; without `open_spool` the whole is kept nowhere."""
        self._open_spool = open_spool
        self._spool: Spool | None = None
        self._head, self._tail = Pieces(), Pieces()
        self._came = [0, 0]  # bytes by channel
        self._gap_breaks_line = False

    @property
    def n_bytes(self) -> int:
        """How many bytes came."""
        return sum(self._came)

    def take(self, channel: Channel, data: bytes) -> None:
        """Take the next bytes of a channel."""
        number = _CHANNELS.index(channel)
        self._came[number] += len(data)
        if (room := HEAD_BYTES - self._head.size) > 0:
            self._head.add(number, data[:room])
            data = data[room:]
        if not data:
            return
        self._tail.add(number, data)
        if self._spool is not None:
            self._spool.write(data)
        elif self._tail.size > TAIL_BYTES:
            self._start_spool()
        for lost in self._tail.take_surplus(TAIL_BYTES):
            self._gap_breaks_line = self._gap_breaks_line or b"\n" in lost

    def close(self) -> None:
        """Take no more: the spool is finished."""
        if self._spool is not None:
            self._spool.close()

    def builder(self) -> ToolResultBuilder:
        """Return a builder that holds the kept text, and says where the whole is when it does not hold it."""
        self.close()
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

    def _note(self, number: int, kind: str) -> str:
        return f"[{_CHANNELS[number]} is binary: {self._came[number]:,} bytes, {kind}]\n"

    def _tell_where(self, builder: ToolResultBuilder) -> None:
        if self._spool is None:
            self._start_spool()
            self.close()
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
