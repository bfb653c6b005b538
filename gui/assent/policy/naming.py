"""Names the commands in a text that a person is asked about anyway; a guess, which never allows anything."""

import re
import time
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tree_sitter import Language, Node, Parser, TreeCursor

# A longer text is named up to here.
_MOST_BYTES = 256 * 1024
# The parser's time grows with the square of many a text, and its memory with that of the pipes in one: twenty
# thousand took three gigabytes. So it gets a text in pieces.
_MOST_IN_PIECE = 8 * 1024
_MOST_PIPES = 300
_MOST_COMMANDS = 2_000
_LONGEST_S = 0.3
_KINDS = frozenset(("command", "declaration_command", "unset_command", "test_command"))


class Named(NamedTuple):
    """One command as it stands in the text, from code point `start` to `end`."""

    start: int
    end: int
    text: str


def named(text: str) -> tuple[Named, ...]:
    """Return the commands of `text` in the order in which they begin, those inside of others too.

    Takes less than a second, whatever the text is: of a long or twisted one some commands, or none.
    """
    # What UTF-8 has no form for becomes a sign that it has, so that places stay the same; at a NUL the parser
    # would wait for ever.
    data = text[:_MOST_BYTES].replace("\0", " ").encode("utf-8", errors="replace")[:_MOST_BYTES]
    found: list[Named] = []
    byte = point = 0
    for start, end in _ranges(data):
        point += _length(data[byte:start])
        byte = start
        stop = point + _length(data[start:end])
        found.append(Named(point, stop, text[point:stop]))
    return tuple(found)


def _length(data: bytes) -> int:
    return len(data.decode("utf-8", errors="ignore"))


def _ranges(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield where commands begin and end, in bytes, those that begin first before others."""
    until = time.monotonic() + _LONGEST_S
    count = 0
    for offset, piece in _pieces(data):
        for node in _nodes(piece, until):
            if node.type in _KINDS:
                yield offset + node.start_byte, offset + node.end_byte
                count += 1
                if count == _MOST_COMMANDS:
                    return


def _pieces(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield pieces of whole lines, where lines are not too long for one, and where they begin."""
    start = 0
    while start < len(data):
        end = min(len(data), start + _MOST_IN_PIECE)
        if end < len(data):
            end = data.rfind(b"\n", start, end) + 1 or end
        piece = data[start:end]
        if piece.count(b"|") > _MOST_PIPES:
            pipes = list(re.finditer(rb"\|", piece))
            piece = piece[: pipes[_MOST_PIPES].start()]
        yield start, piece
        start += len(piece)


def _nodes(piece: bytes, until: float) -> Iterator[Node]:
    cursor = _cursor(piece, until)
    while cursor is not None and time.monotonic() < until:
        if cursor.node is not None:
            yield cursor.node
        if not cursor.goto_first_child():
            while not cursor.goto_next_sibling():
                if not cursor.goto_parent():
                    return


def _cursor(piece: bytes, until: float) -> TreeCursor | None:
    try:
        tree = Parser(_language()).parse(
            lambda offset, _: piece[offset : offset + 4096],
            progress_callback=lambda _offset, _failed: time.monotonic() > until,
        )
    except ValueError:
        # It was stopped.
        return None
    return tree.walk()


@cache
def _language() -> Language:
    # Loading it takes some hundredths of a second, which a program that names nothing need not wait.
    import tree_sitter_bash  # noqa: PLC0415  # for the reason above

    return Language(tree_sitter_bash.language())
