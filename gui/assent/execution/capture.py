"""What is kept of a command's output while it runs, and the result that is made of it at the end."""

from collections.abc import Callable

from assent.execution import pouring
from assent.execution.binary import SAMPLE_BYTES, kind_of_data
from assent.execution.pieces import Pieces, Run
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
        kinds = self._kinds_of_data()
        notes = {number: self._note(number, kind) for number, kind in kinds.items()}
        tail, gap_breaks_line = self._tail_runs()
        gap = pouring.Gap(self._gaps(tail), gap_breaks_line)
        pouring.pour(builder, self._head.runs(), gap, tail, notes)
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
                for _, data in pieces.runs():
                    self._spool.write(data)

    def _tail_runs(self) -> tuple[list[Run], bool]:
        """Return the end, cut to the byte and not by pieces, and whether a line ended before it."""
        surplus, runs = max(self._tail.size - TAIL_BYTES, 0), list[Run]()
        breaks_line = self._gap_breaks_line
        for number, data in self._tail.runs():
            breaks_line = breaks_line or b"\n" in data[:surplus]
            if len(data) > surplus:
                runs.append((number, data[surplus:]))
            surplus = max(surplus - len(data), 0)
        return runs, breaks_line

    def _gaps(self, tail: list[Run]) -> list[int]:
        """Return how many bytes of each channel are held no more."""
        gaps = list(self._came)
        for number, data in (*self._head.runs(), *tail):
            gaps[number] -= len(data)
        return gaps

    def _kinds_of_data(self) -> dict[int, str]:
        samples = [bytearray(), bytearray()]
        for number, data in self._head.runs():
            if len(samples[number]) < SAMPLE_BYTES:
                samples[number] += data[:SAMPLE_BYTES]
            elif len(samples[1 - number]) >= SAMPLE_BYTES:
                break
        kinds = ((number, kind_of_data(bytes(sample))) for number, sample in enumerate(samples))
        return {number: kind for number, kind in kinds if kind is not None}

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
