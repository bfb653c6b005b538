"""Names the commands in a text that a person is asked about anyway; it is a guess, and never allows anything."""

import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

# A longer text is named up to here.
_MOST_BYTES = 256 * 1024
_MOST_COMMANDS = 2_000
_MOST_NODES = 200_000
_LONGEST_S = 0.3
_KINDS = frozenset(("command", "declaration_command", "unset_command", "test_command", "negated_command"))


class Named(NamedTuple):
    """One command as it stands in the text, from code point `start` to `end`."""

    start: int
    end: int
    text: str


def named(text: str) -> tuple[Named, ...]:
    """Return the commands of `text` in the order in which they begin, those inside of others too.

    Takes less than a second, whatever the text is: of a long or twisted one the first commands, or none.
    """
    # Each character that UTF-8 has no form for becomes one that it has, so that places stay the same.
    data = text[:_MOST_BYTES].encode("utf-8", errors="replace")[:_MOST_BYTES]
    found: list[Named] = []
    byte = point = 0
    for start, end in _ranges(data):
        point += len(data[byte:start].decode("utf-8", errors="ignore"))
        byte = start
        stop = point + len(data[start:end].decode("utf-8", errors="ignore"))
        found.append(Named(point, stop, text[point:stop]))
    return tuple(found)


def _ranges(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield where commands begin and end, in bytes, those that begin first before others."""
    until = time.monotonic() + _LONGEST_S
    cursor = _cursor(data, until)
    if cursor is None:
        return
    commands = 0
    for _ in range(_MOST_NODES):
        node = cursor.node
        if node is not None and node.type in _KINDS:
            yield node.start_byte, node.end_byte
            commands += 1
        if commands == _MOST_COMMANDS or time.monotonic() > until or not _goes_on(cursor):
            return
