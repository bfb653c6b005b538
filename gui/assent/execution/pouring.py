"""Makes text of the kept bytes of a command's output."""

import codecs
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from assent.execution.pieces import Run
from assent.execution.plain import plain, unfinished
from assent.execution.result_builder import ToolResultBuilder

_Decoder = codecs.getincrementaldecoder("utf-8")
_LINE_END = re.compile(r"\r\n|\n|\r")
_MOST_OF_A_SIGN = 3  # bytes of a UTF-8 sign behind its first


class Gap(NamedTuple):
    """What is missing: how many bytes of each channel, and whether a line ended among them."""

    sizes: Sequence[int]
    breaks_line: bool


def pour(
    builder: ToolResultBuilder,
    head: Iterable[Run],
    gap: Gap,
    tail: Sequence[Run],
    notes: Mapping[int, str],
) -> None:
    """Write the output's beginning and end into `builder`, with a gap between them where there is one.

    A channel in `notes` is not text: its note stands for it.
    """
    beginning = _Text(notes)
    text = beginning.of(head)
    if not any(gap.sizes):
        builder.write(plain(text + beginning.of(tail) + beginning.rest()))
        return
    missing = sum(size for number, size in enumerate(gap.sizes) if number not in notes)
    end = _Text(notes, noted=beginning.noted)
    after = end.of(_without_half_signs(tail, gap.sizes)) + end.rest()
    if not missing:
        builder.write(plain(text + after))
        return
    begun = text[text.rfind("\n") + 1 :]
    if begun and not gap.breaks_line:
        _pour_around_one_line(builder, text, begun, missing, after)
        return
    # The first line of the end is the rest of one whose beginning is gone.
    found = _LINE_END.search(after)
    start = found.end() if found else 0
    builder.write(plain(text))
    builder.skip(missing + _size(after[:start]))
    builder.write(plain(after[start:]))


def end_of(runs: Sequence[Run], sizes: Sequence[int], notes: Mapping[int, str]) -> str:
    """Return the text of an output's end, before which so many bytes of each channel are left out."""
    text = _Text(notes)
    return plain(text.of(_without_half_signs(runs, sizes)) + text.rest())


def _pour_around_one_line(
    builder: ToolResultBuilder, text: str, begun: str, missing: int, after: str
) -> None:
    """Pour where all that is missing belongs to the line that the beginning ends with."""
    found = _LINE_END.search(after)
    if found is None:
        builder.write(plain(text))
        builder.skip(missing + _size(after), in_line=True)
    elif found.group() == "\r":  # progress: the line was written over
        builder.write(plain(text[: len(text) - len(begun)]))
        builder.skip(_size(begun) + missing + _size(after[: found.end()]))
        builder.write(plain(after[found.end() :]))
    else:
        builder.write(plain(text))
        builder.skip(missing + _size(after[: found.start()]), in_line=True)
        builder.write(plain(after[found.start() :]))


class _Text:
    """Decodes each channel by itself: one may come in the middle of the other's sign or escape code."""

    def __init__(self, notes: Mapping[int, str], noted: Iterable[int] = ()) -> None:
        self._notes = notes
        self.noted = set(noted)
        self._decoders = (_Decoder("replace"), _Decoder("replace"))
        self._begun = ["", ""]

    def of(self, runs: Iterable[Run]) -> str:
        parts = []
        for number, data in runs:
            if number in self._notes:
                if number not in self.noted:
                    self.noted.add(number)
                    parts.append(self._notes[number])
                continue
            text = self._begun[number] + self._decoders[number].decode(data)
            self._begun[number] = begun = unfinished(text)
            parts.append(text.removesuffix(begun) if begun else text)
        return "".join(parts)

    def rest(self) -> str:
        """Return what half a sign at the very end is shown as; half an escape code has no shape."""
        return "".join(decoder.decode(b"", final=True) for decoder in self._decoders)


def _without_half_signs(runs: Sequence[Run], sizes: Sequence[int]) -> Iterable[Run]:
    """Leave out the ends of signs that begin in the gap."""
    begun = {number for number, size in enumerate(sizes) if not size}
    for number, data in runs:
        start = 0
        if number not in begun:
            begun.add(number)
            while start < min(_MOST_OF_A_SIGN, len(data)) and data[start] & 0xC0 == 0x80:
                start += 1
        yield number, data[start:]


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
