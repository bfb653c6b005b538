"""Tells the pieces of a shell command apart for the eye: names, options, strings, operators, comments.

It only colours: a piece that is told wrongly is shown and judged as it is all the same. No parser of a whole
grammar does it, on purpose: the time that it takes for a hostile text cannot be bounded, and one that is
written in C is not to be given such a text in the process that asks.
"""

import re
import time
from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal

from assent.model.bare_text import KEYWORDS, Place, places

Kind = Literal["name", "option", "string", "expansion", "operator", "comment"]
Piece = tuple[int, int, Kind]

LONGEST = 200_000  # characters; what is behind them has no colours
_BETWEEN = re.compile(r'"|[^\s"]+')
_EXPANSION = re.compile(r"\$(?:\{[^}\n]*\}?|\w+|[?#@*!$-])")


class ShellColours:
    """The pieces of one text, told as far as somebody wants to see them."""

    def __init__(self, text: str) -> None:
        """Begin with `text`."""
        self._text = text[:LONGEST]
        self._coming: Iterator[tuple[int, int, Place]] | None = places(self._text)
        self._told_to = 0
        # Neither of both overlaps with itself: expansions may stand within strings.
        self._outer: list[Piece] = []
        self._expansions: list[Piece] = []

    def read_to(self, offset: int, within_s: float) -> bool:
        """Read on to `offset`, for about so long at most; return whether it was reached."""
        end = time.perf_counter() + within_s
        while self._told_to < offset and self._coming is not None:
            piece = next(self._coming, None)
            if piece is None:
                self._coming = None
                self._tell_between(len(self._text))
            else:
                self._tell(*piece)
            if time.perf_counter() > end:
                return False
        return True

    def between(self, start: int, end: int) -> Iterator[Piece]:
        """Yield pieces that touch the stretch, in code points, as far as they were read."""
        for pieces in (self._outer, self._expansions):
            for piece in pieces[bisect_right(pieces, start, key=lambda each: each[1]) :]:
                if piece[0] >= end:
                    break
                yield piece

    def _tell(self, start: int, end: int, place: Place) -> None:
        text, before = self._text[start:end], self._text[max(0, start - 1) : start]
        self._tell_between(start)
        if start < self._told_to:
            return  # it belongs to an expansion
        self._told_to = end
        if place == "quoted" and text[0] in "#'" and before != '"':
            self._outer.append((start, end, "comment" if text[0] == "#" else "string"))
            return
        if found := _EXPANSION.match(self._text, start):
            self._expansions.append((start, found.end(), "expansion"))
            self._told_to = max(end, found.end())
        if place == "quoted" and text[0] != "\\":
            self._outer.append((start, end, "string"))
            for inner in _EXPANSION.finditer(text, 1):
                self._expansions.append((start + inner.start(), start + inner.end(), "expansion"))
        elif place == "command" and not found:
            self._outer.append((start, end, "operator" if text in KEYWORDS else "name"))
        elif place == "bare" and text[0] == "-" and before.isspace():
            self._outer.append((start, end, "option"))

    def _tell_between(self, until: int) -> None:
        """Tell of what is no piece: operators, and the marks that strings stand in."""
        for found in _BETWEEN.finditer(self._text, self._told_to, max(self._told_to, until)):
            self._outer.append((found.start(), found.end(), "string" if found[0] == '"' else "operator"))
        self._told_to = max(self._told_to, until)
