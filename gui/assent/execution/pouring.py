"""Makes text of the kept bytes of a command's output."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assent.execution.interleaving import text_of
from assent.execution.pieces import Stretch
from assent.execution.plain import plain
from assent.execution.result_builder import ToolResultBuilder

_LINE_END = re.compile(r"\r\n|\n|\r")
_MOST_OF_A_SIGN = 3  # bytes of a UTF-8 sign behind its first


class Gap(NamedTuple):
    """What is missing: how many bytes of each channel, and whether a line ended among them."""

    sizes: Sequence[int]
    breaks_line: bool


def pour(
    builder: ToolResultBuilder, head: Stretch, gap: Gap, tail: Stretch, notes: Mapping[int, str]
) -> None:
    """Write the output's beginning and end into `builder`, with a gap between them where there is one.

    A channel in `notes` is not text: its note stands for it.
    """
    missing = sum(size for number, size in enumerate(gap.sizes) if number not in notes)
    if not missing:
        builder.write(plain(text_of(head + tail, notes)))
        return
    # What the beginning ends with, half a sign or half an escape code, has its rest in the gap.
    text = text_of(head, notes, goes_on=True)
    noted = {number for number in notes if head.count(number)}
    after = text_of(_without_half_signs(tail, gap.sizes), notes, noted=noted)
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


def end_of(tail: Stretch, sizes: Sequence[int], notes: Mapping[int, str]) -> str:
    """Return the text of an output's end, before which so many bytes of each channel are left out."""
    return plain(text_of(_without_half_signs(tail, sizes), notes))


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


def _without_half_signs(tail: Stretch, sizes: Sequence[int]) -> Stretch:
    """Leave out the ends of signs that begin in the gap."""
    data, channels = bytearray(tail.data), bytearray(tail.channels)
    for number, size in enumerate(sizes):
        for _ in range(_MOST_OF_A_SIGN if size else 0):
            first = channels.find(number)
            if first < 0 or data[first] & 0xC0 != 0x80:
                break
            del data[first], channels[first]
    return Stretch(bytes(data), bytes(channels))


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
