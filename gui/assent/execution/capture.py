"""What is kept of a command's output while it runs, and the result that is made of it at the end."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

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
        kept = [*([] if self._came_apart() else self._head.runs()), *self._tail.runs()]
        runs = _last(kept, limit_bytes)
        left_out = list(self._came)
        for number, data in runs:
            left_out[number] -= len(data)
        notes = {number: self._note(number, kind) for number, kind in self._kinds_of_data().items()}
        shown = self.n_bytes - sum(left_out)
        text = pouring.end_of(runs, left_out, notes)
        if self._spool is None or self._spool.problem:
            return Excerpt(text, shown, self.n_bytes)
        return Excerpt(text, shown, self.n_bytes, self._spool.path, self._spool.kept_bytes)

    def builder(self) -> ToolResultBuilder:
        """Return a builder that holds the kept text, and says where the whole is when it does not hold it."""
        if self._spool is not None:
            self._spool.flush()
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
            if self._is_closed:
                self._spool.close()

    def _came_apart(self) -> bool:
        """Tell whether something between the beginning and the end is not held any more."""
        return self.n_bytes > self._head.size + self._tail.size

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


def _last(runs: list[Run], limit_bytes: int) -> list[Run]:
    """Return the end of `runs`, cut to the byte."""
    found: list[Run] = []
    for number, data in reversed(runs):
        if limit_bytes <= 0:
            break
        found.append((number, data[-limit_bytes:]))
        limit_bytes -= len(data)
    return found[::-1]
