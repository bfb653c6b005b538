"""The names of files that a pattern of the shell stands for now, for the eye of a person."""

import os
import re
from collections.abc import Iterator
from fnmatch import translate

# Entries that are looked at, at most: a pattern over a whole disk would hold everybody up.
MOST_LOOKED_AT = 20_000
_ESCAPED = re.compile(r"\\(.)|\[\^", re.DOTALL)


def expanded(pattern: str, folder: str, most: int) -> tuple[tuple[str, ...], int]:
    """Return up to `most` names in order, and how many more there are, as far as was looked.

    `pattern` has a backslash before each sign that means itself. As bash does by default: a name with a dot
    in front is found only by a dot.
    """
    budget = [MOST_LOOKED_AT]
    found = sorted(_below("/" if pattern.startswith("/") else "", folder, _pieces(pattern), budget))
    return tuple(found[:most]), max(len(found) - most, 0)


def _pieces(pattern: str) -> list[str]:
    return [piece for piece in pattern.split("/") if piece]


def _below(done: str, folder: str, pieces: list[str], budget: list[int]) -> Iterator[str]:
    """Go through what `pieces` find below `done`."""
    piece, *rest = pieces
    for name in _matching(os.path.join(folder, done), piece, budget):
        path = done + name
        if not rest:
            yield path
        elif os.path.isdir(os.path.join(folder, path)):
            yield from _below(path + "/", folder, rest, budget)


def _matching(folder: str, piece: str, budget: list[int]) -> list[str]:
    literal = re.sub(r"\\(.)", r"\1", piece, flags=re.DOTALL)
    if not re.search(r"[*?\[]", re.sub(r"\\.", "", piece, flags=re.DOTALL)):
        return [literal] if os.path.lexists(os.path.join(folder, literal)) else []
    wanted = re.compile(translate(_ESCAPED.sub(_for_fnmatch, piece)))
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                budget[0] -= 1
                if budget[0] < 0:
                    break
                hidden = entry.name.startswith(".") and not literal.startswith(".")
                if not hidden and wanted.match(entry.name):
                    found.append(entry.name)
    except (OSError, ValueError):
        return []
    return found


def _for_fnmatch(found: re.Match[str]) -> str:
    if found[0] == "[^":
        return "[!"
    return f"[{found[1]}]" if found[1] in "*?[" else found[1]
