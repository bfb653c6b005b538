"""Makes one text of two channels' bytes: one may come in the middle of the other's sign or escape code."""

import codecs
from collections.abc import Collection, Mapping, Sequence
from itertools import islice

from assent.execution.pieces import Stretch
from assent.execution.plain import HELD, unfinished

_Decoder = codecs.getincrementaldecoder("utf-8")
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
    if not notes and stretch.data.isascii() and b"\x1b" not in stretch.data:
        return stretch.data.decode()
    channels = []
    for number in (0, 1):
        data = stretch.of(number)
        if number in notes:
            shown: Sequence[str] = ["" if number in noted else notes[number], *[""] * len(data)]
        else:
            shown, half = _shown(data)
            rest += half
        channels.append(iter(shown))
    # A flood may change the channel with each byte: this is done by C.
    return "".join(map(next, map(channels.__getitem__, stretch.channels))) + ("" if goes_on else rest)


def _decoded(data: bytes) -> tuple[str, str]:
    decoder = _Decoder("replace")
    return decoder.decode(data), decoder.decode(b"", final=True)


def _shown(data: bytes) -> tuple[Sequence[str], str]:
    """Return for each byte the text that is complete with it, and what half a sign at the end is shown as."""
    if data.isascii():
        text = data.decode()
        return (_with_escapes_held(text) if "\x1b" in text else text), ""
    text, counts, rest = _counted(data)
    signs = iter(_with_escapes_held(text) if "\x1b" in text or "\x9b" in text else text)
    return [
        next(signs) if count == 1 else "".join(islice(signs, count)) if count else "" for count in counts
    ], rest


def _counted(data: bytes) -> tuple[str, Sequence[int], str]:
    """Return the text, for each byte how many signs are complete with it, and half a sign at the end."""
    decoder = _Decoder("strict")
    try:
        text = decoder.decode(data)
    except UnicodeDecodeError:
        decoder = _Decoder("replace")
        parts = [decoder.decode(_BYTES[byte]) for byte in data]
        return "".join(parts), [len(part) for part in parts], decoder.decode(b"", final=True)
    half = decoder.getstate()[0]
    # A sign ends before the next one begins.
    counts = data.translate(_BEGINS)[1:] + (b"\0" if half else b"\1")
    return text, counts, "\ufffd" if half else ""


def _with_escapes_held(text: str) -> list[str]:
    """Return the signs, each escape code where its last one is, or the one that shows that it is none."""
    signs = list(text)
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
    return signs
