"""What of a long command can be folded for the eye: heredocs, and arguments that nobody reads whole."""

import re
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from heapq import merge
from itertools import islice

# Shorter ones stand as they are.
LEAST_LINES = 16
MOST_HEREDOCS = 1_000
# No path is as long, and in what is folded within a line there is no sign that a shell acts on.
_LONG_ARGUMENT = re.compile(r"[A-Za-z0-9+/=_]{4097,}")
_SHOWN_AROUND = 40
_HEREDOC = re.compile(r"""<<-?[ \t]*(?P<quote>['"\\]?)(?P<end>[\w.-]{1,40})(?![\w.-])['"]?""", re.ASCII)
_LOOKED_AT = 200  # characters before a heredoc, for the command whose stdin it is
# What copies its stdin and does nothing else with it.
_COPIES = re.compile(r"(?:^|[;&|(]\s*)(?:cat|tee)\b[^;&|]*$")


@dataclass(frozen=True)
class Fold:
    """A stretch of a text, in code points: `lines` whole ones, or 0 where it is a piece of one.

    `starts_shut`: it is data, and need not be open from the first. Whether its content must have been on
    screen before an answer is the view's to say.
    """

    start: int
    end: int
    name: str
    lines: int = 0
    starts_shut: bool = True


def folds(text: str) -> tuple[Fold, ...]:
    """Return what can be folded in `text`, a command, in order. What is no heredoc may be taken for one."""
    return tuple(merge(_heredocs(text), _arguments(text), key=lambda fold: fold.start))


def _heredocs(text: str) -> list[Fold]:
    if "<<" not in text:
        return []
    starts, at = defaultdict[str, list[int]](list), 0
    for line in text.split("\n"):
        starts[line.lstrip("\t")].append(at)
        at += len(line) + 1
    found, line_end, body_from = list[Fold](), 0, 0
    for opening in islice(_HEREDOC.finditer(text), MOST_HEREDOCS):
        if line_end <= opening.start() < body_from:
            continue
        if opening.end() > line_end:
            line_end = body_from = text.find("\n", opening.end()) + 1
            if line_end == 0:
                break
        ends = starts.get(opening["end"], [])
        place = bisect_right(ends, body_from - 1)
        if place == len(ends):
            continue
        start, end = body_from, ends[place]
        body_from = text.find("\n", end) + 1 or len(text)
        lines = text.count("\n", start, end)
        if lines >= LEAST_LINES:
            line = text[text.rfind("\n", 0, opening.start()) + 1 : opening.start()][-_LOOKED_AT:]
            name = f"heredoc {opening['end']} · {lines:,} lines · {_size(text[start:end])}"
            found.append(Fold(start, end, name, lines, _COPIES.search(line) is not None))
    return found


def _arguments(text: str) -> list[Fold]:
    if len(text) < 4_097:
        return []
    found = list[Fold]()
    for run in _LONG_ARGUMENT.finditer(text):
        start, end = run.start() + _SHOWN_AROUND, run.end() - _SHOWN_AROUND
        found.append(Fold(start, end, f"{end - start:,} characters"))
    return found


def _size(text: str) -> str:
    length = len(text.encode("utf-8", "surrogatepass"))
    return f"{length:,} bytes" if length < 10_000 else f"{length / 1_000:,.0f} kB"
