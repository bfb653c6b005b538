"""Tells in a command which characters a shell acts on and which are text: in quotes, comments, heredocs.

It is for the eye only, to tell an honest text from a disguise: what runs is never decided by it.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

# The word that names what runs; any other word; in quotes, a comment or a heredoc.
Place = Literal["command", "bare", "quoted"]

_BARE = re.compile(
    r"""(?P<heredoc><<-?[ \t]*(?P<quote>['"\\]?)(?P<end>[\w.-]+)['"]?)
    |(?P<quoted>\$?'(?:[^'\\]|\\(?s:.))*'?)
    |(?P<escaped>\\(?s:.))
    |(?P<double>")
    |(?P<opens>[$<>]?\(|`)
    |(?P<closes>\))
    |(?P<line>\n)
    |(?P<ends>[;&|]+)
    |(?P<comment>(?:(?<=[\s;&|()])|\A)\#[^\n]*)
    |(?P<blank>[ \t]+)
    |(?P<redirection>[<>]+[&|]?)
    |(?P<word>[^\s'"\\$`;&|()<>]+|(?s:.))""",
    re.VERBOSE,
)
_DOUBLE = re.compile(
    r"""(?P<text>(?:[^"\\$`]|\\(?s:.)|\$(?!\())+)|(?P<closes>")|(?P<opens>\$\(|`)|(?P<rest>\\)"""
)
_SINGLE = re.compile(r"'[^']*'?")
# Words of the shell itself; after the first ones the next word names what runs.
_LEADS = frozenset({"if", "then", "else", "elif", "while", "until", "do", "time", "!", "{"})
KEYWORDS = _LEADS | {"fi", "for", "in", "done", "case", "esac", "select", "function", "}", "[[", "]]"}
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=")


@dataclass
class _Level:
    closer: str
    wants_command: bool = True
    in_command: bool = False
    is_target: bool = False  # the next word is a file, wherever it stands


def places(text: str) -> Iterator[tuple[int, int, Place]]:
    """Yield the pieces of `text` that are words or quoted, by start, end and place; blanks are left out."""
    scan = _Scan(text)
    while scan.at < len(text):
        yield from scan.step()


class _Scan:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self._levels = [_Level(closer="")]
        self._heredocs: list[str] = []
        self._lines = _line_starts(text) if "<<" in text else {}

    def step(self) -> Iterator[tuple[int, int, Place]]:
        start, level = self.at, self._levels[-1]
        if level.closer == '"':
            yield from self._in_double_quotes(start)
            return
        found = _BARE.match(self.text, start)
        assert found is not None  # its last branch takes any character
        if found["quoted"] and not found[0].startswith("$"):
            found = _SINGLE.match(self.text, start)
            assert found is not None
            self.at = found.end()
            yield start, self.at, self._quoted(level)
            return
        self.at = found.end()
        match found.lastgroup:
            case "heredoc" | "end":
                self._heredocs.append(found["end"])
            case "double":
                self._levels.append(_Level(closer='"', in_command=self._quoted(level) == "command"))
            case "quoted" | "escaped":
                yield start, self.at, self._quoted(level)
            case "comment":
                yield start, self.at, "quoted"
            case "word":
                yield start, self.at, self._word(level, found[0])
            case "blank":
                level.in_command = False
            case "redirection":
                level.in_command, level.is_target = False, True
            case _:
                self._structure(found, level)
                if found["line"]:
                    yield from self._heredoc_bodies()

    def _in_double_quotes(self, start: int) -> Iterator[tuple[int, int, Place]]:
        found = _DOUBLE.match(self.text, start)
        assert found is not None
        self.at = found.end()
        if found["closes"]:
            self._levels.pop()
        elif found["opens"]:
            self._levels.append(_Level(closer="`" if found["opens"] == "`" else ")"))
        else:
            yield start, self.at, "command" if self._levels[-1].in_command else "quoted"

    def _structure(self, found: re.Match[str], level: _Level) -> None:
        sign = found[0]
        if sign == level.closer:
            self._levels.pop()
        elif found["opens"]:
            self._levels.append(_Level(closer="`" if sign == "`" else ")"))
        level.in_command, level.wants_command = False, not (found["closes"] or found["opens"])

    def _quoted(self, level: _Level) -> Place:
        """Return the place of a quoted piece: a name in quotes is a name all the same."""
        if level.is_target:
            level.is_target = False
        elif level.wants_command or level.in_command:
            level.wants_command, level.in_command = False, True
            return "command"
        return "quoted"

    def _word(self, level: _Level, word: str) -> Place:
        if level.is_target:
            level.is_target = False
            return "bare"
        if level.in_command:
            return "command"
        if not level.wants_command or _ASSIGNMENT.match(word):
            return "bare"
        if word not in _LEADS:
            level.wants_command, level.in_command = False, True
        return "command"

    def _heredoc_bodies(self) -> Iterator[tuple[int, int, Place]]:
        for end in self._heredocs:
            starts = self._lines.get(end, [])
            found = bisect_right(starts, self.at - 1)
            # Without its end it may be none at all: an arithmetic shift, say.
            if found < len(starts):
                yield self.at, starts[found], "quoted"
                self.at = min(len(self.text), self.text.find(end, starts[found]) + len(end))
        self._heredocs.clear()


def _line_starts(text: str) -> dict[str, list[int]]:
    starts, at = defaultdict[str, list[int]](list), 0
    for line in text.split("\n"):
        starts[line.lstrip("\t")].append(at)
        at += len(line) + 1
    return starts
