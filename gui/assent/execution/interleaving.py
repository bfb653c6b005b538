"""Makes one text of two channels' bytes: one may come in the middle of the other's sign or escape code."""

import codecs
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import compress
from typing import NamedTuple

from assent.execution.pieces import Stretch
from assent.execution.plain import HELD, unfinished

_Decoder = codecs.getincrementaldecoder("utf-8")
_CHANNELS = (0, 1)
_BYTES = tuple(bytes((number,)) for number in range(256))
# For each byte of UTF-8 a one where a sign begins.
_BEGINS = bytes(number & 0xC0 != 0x80 for number in range(256))


def text_of(
    stretch: Stretch, notes: Mapping[int, str], *, noted: Collection[int] = (), goes_on: bool = False
) -> str:
    """Return the text: each sign and each escape code stands whole where its last byte came.

    A channel in `notes` is not text: its note stands once for it, unless it is `noted` before. Half an escape
    code at the end has no shape; half a sign is marked as one, unless the stretch `goes_on` elsewhere.
    """
    rest = ""
    if (one := stretch.only_channel()) is not None and one not in notes:
        text, rest = _decoded(stretch.data)
        half = unfinished(text)
        return (text.removesuffix(half) if half else text) + ("" if goes_on else rest)
    # A flood may change the channel with each byte: what is done for each byte is done by C where it can be.
    slots = list(stretch.data.decode("latin-1"))  # for each byte the text that is complete with it
    for number in filter(stretch.count, _CHANNELS):
        if number not in notes:
            rest += _fill(slots, stretch, number)
            continue
        places = stretch.places(number)
        _clear(slots, places)
        slots[places[0]] = "" if number in noted else notes[number]
    return "".join(slots) + ("" if goes_on else rest)


def _fill(slots: list[str], stretch: Stretch, number: int) -> str:
    """Put a channel's text into its bytes' slots; returns what half a sign at the end is shown as."""
    data = stretch.of(number)
    if data.isascii() and b"\x1b" not in data:
        return ""  # it stands there
    places = stretch.places(number)
    text = _placed(data, places)
    signs = list(text.signs)
    if "\x1b" in text.signs or "\x9b" in text.signs:
        _hold_escapes(signs, text.signs)
    _clear(slots, places)
    for place, sign in zip(text.places, signs, strict=True):
        slots[place] += sign  # more than one can be complete with one byte
    return text.rest


def _clear(slots: list[str], places: Iterable[int]) -> None:
    for place in places:
        slots[place] = ""


class _Placed(NamedTuple):
    signs: str
    places: Sequence[int]  # for each sign the place of the byte that it is complete with
    rest: str


def _placed(data: bytes, places: Sequence[int]) -> _Placed:
    if data.isascii():
        return _Placed(data.decode(), places, "")
    decoder = _Decoder("strict")
    try:
        signs = decoder.decode(data)
    except UnicodeDecodeError:
        return _placed_byte_by_byte(data, places)
    half = len(decoder.getstate()[0])
    ends = data.translate(_BEGINS)[1:] + (b"" if half else b"\1")
    return _Placed(signs, list(compress(places, ends)), "\ufffd" if half else "")


def _placed_byte_by_byte(data: bytes, places: Sequence[int]) -> _Placed:
    decoder = _Decoder("replace")
    signs = [decoder.decode(_BYTES[byte]) for byte in data]
    of_signs = [place for place, sign in zip(places, signs, strict=True) for _ in sign]
    return _Placed("".join(signs), of_signs, decoder.decode(b"", final=True))


def _decoded(data: bytes) -> tuple[str, str]:
    decoder = _Decoder("replace")
    return decoder.decode(data), decoder.decode(b"", final=True)


def _hold_escapes(signs: list[str], text: str) -> None:
    """Put each escape code where its last sign is, or the sign that shows that it will never be one."""
    shown: dict[int, str] = {}  # behind their last sign, by the place where they are
    for found in HELD.finditer(text):
        start, end = found.span()
        signs[start:end] = [""] * (end - start)
        match found.lastgroup:
            case None:
                signs[end - 1] = found.group()
            case "next":
                shown[end] = shown.get(end, "") + found.group()
            case "next_but_one":
                shown[end + 1] = shown.get(end + 1, "") + found.group()
            case _:
                pass  # half of one at the end has no shape
    for place, codes in shown.items():
        signs[place] = codes + signs[place]
