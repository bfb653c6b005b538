"""Stretches of whole lines: where lines end, and how to drop some without looking at each."""

import re
from collections import deque
from typing import NamedTuple

# All that ends a line for str.splitlines; a newline after a return belongs to it.
BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_BREAK = re.compile(rf"\r\n|[{BREAKS}]")


class Lines(NamedTuple):
    """Whole lines as they came, however many: a flood of short ones costs no object each. Or a cut one."""

    text: str  # as it is shown
    is_cut: bool
    size: int  # bytes that it had when it came


def up_to(length: int) -> re.Pattern[str]:
    """Return what matches all lines that follow one another and are surely no longer than `length`.

    It matches none, too.
    """
    # The outer repetition is not possessive: Python up to 3.11.4 matches too much then (gh-106052).
    return re.compile(rf"(?:[^{BREAKS}]{{0,{length - 2}}}+[{BREAKS}]++)*" if length > 1 else "")


def start_of_open_line(text: str) -> int:
    """Return where the line begins that more may come of: it has no break, or one a newline may belong to."""
    if text.endswith(tuple(BREAKS.replace("\r", ""))):
        return len(text)
    return _last_break(text, len(text) - text.endswith("\r")) + 1


def _last_break(text: str, end: int) -> int:
    return max(text.rfind(sign, 0, end) for sign in BREAKS)


def boundary_before(text: str, position: int) -> int:
    """Return where the last of the whole lines ends that fit before `position`."""
    if position >= len(text):
        return len(text)
    found = _last_break(text, max(position, 0)) + 1
    if text[found - 1 : found + 1] == "\r\n":  # its newline is behind the position
        found = _last_break(text, found - 1) + 1
    return found


def boundary_behind(text: str, position: int) -> int:
    """Return where the first line begins that has nothing before `position`."""
    if position <= 0:
        return 0
    found = _BREAK.search(text, position - 1)
    return found.end() if found else len(text)


def whole(text: str) -> Lines:
    """Return lines of which nothing is left out."""
    return Lines(text, False, size_bytes(text))


def size_bytes(text: str) -> int:
    """Return how many bytes the text is as UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def trim(blocks: deque[Lines], surplus: int) -> int:
    """Drop lines from the beginning until `surplus` characters are gone; the very last line stays.

    Returns how many characters are gone.
    """
    gone = 0
    while blocks and gone < surplus:
        first = blocks.popleft()
        start = boundary_behind(first.text, surplus - gone)
        if start == len(first.text) and not blocks:
            start = boundary_before(first.text, start - 1)
        if start < len(first.text):
            blocks.appendleft(whole(first.text[start:]) if start else first)
        if not start:
            break
        gone += start
    return gone
