"""Tells the pieces of a shell command apart for the eye: names, options, strings, operators, comments.

It only colours: what the grammar misreads is coloured wrongly, and shown and judged as it is all the same.
"""

import time
from collections.abc import Iterator
from typing import Literal

import tree_sitter_bash
from tree_sitter import Language, Node, Parser, Query, QueryCursor, Tree

Kind = Literal["name", "option", "string", "expansion", "operator", "comment"]

# The grammar takes quadratic time for some texts: what was not read by then stays without colours.
BUDGET_S = 0.015
LONGEST = 200_000  # characters
_CHUNK = 512  # bytes
_DASH = ord("-")

_LANGUAGE = Language(tree_sitter_bash.language())
_QUERY = Query(
    _LANGUAGE,
    """
    (command_name) @name
    (function_definition name: (word) @name)
    [(string) (raw_string) (ansi_c_string) (heredoc_body)] @string
    [(simple_expansion) (expansion) (variable_name)] @expansion
    (command_substitution ["$(" ")" "`"] @operator)
    (command argument: (word) @option)
    ["|" "|&" "&&" "||" ";" ";;" "&" ">" ">>" "<" "<<" "<<-" "<<<" "&>" "&>>" ">&" "<&" ">|"] @operator
    ["if" "then" "else" "elif" "fi" "for" "in" "do" "done" "while" "until" "case" "esac" "function"] @operator
    [(heredoc_start) (heredoc_end) (file_descriptor)] @operator
    (comment) @comment
    """,
)


class ShellColours:
    """The syntax of one text; `between` tells what of it is in a stretch."""

    def __init__(self, text: str) -> None:
        """Read `text`, as far as the time allows."""
        data = text[:LONGEST].encode("utf-8", "surrogatepass")
        self._ascii = len(data) == min(len(text), LONGEST)
        self._text, self._data = text, data
        self._tree = _parse(data)

    def between(self, start: int, end: int) -> Iterator[tuple[int, int, Kind]]:
        """Yield pieces that touch the stretch, in code points, outer ones before those within them."""
        if self._tree is None:
            return
        cursor = QueryCursor(_QUERY)
        cursor.set_byte_range(self._byte(start), self._byte(end))
        found = [
            (node.start_byte, -node.end_byte, kind)
            for kind, nodes in cursor.captures(self._tree.root_node).items()
            for node in nodes
            if not _is_torn(node) and (kind != "option" or self._data[node.start_byte] == _DASH)
        ]
        for first, negative_last, kind in sorted(found):
            yield self._point(first), self._point(-negative_last), kind  # type: ignore[misc]

    def _byte(self, offset: int) -> int:
        if self._ascii:
            return min(offset, len(self._data))
        return len(self._text[: min(offset, LONGEST)].encode("utf-8", "surrogatepass"))

    def _point(self, byte: int) -> int:
        return byte if self._ascii else len(self._data[:byte].decode("utf-8", "surrogatepass"))


def _parse(data: bytes) -> Tree | None:
    end = time.perf_counter() + BUDGET_S

    def read(at: int, _point: object) -> bytes:
        return b"" if time.perf_counter() > end else data[at : at + _CHUNK]

    return Parser(_LANGUAGE).parse(read)


def _is_torn(node: Node) -> bool:
    return node.is_missing or node.start_byte == node.end_byte
