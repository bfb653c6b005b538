"""The command lines that a block starts: its own, and those that wrappers in it start, as far as is told."""

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assent.policy.block import Certain, Redirection, Simple
from assent.policy.lexer import read
from assent.policy.profiles.profiles import Profiles
from assent.policy.profiles.use import Use

MOST_LINES = 256
_DEEPEST = 6
# Where a command may begin in a text that nobody can take apart for certain.
_ENDS = re.compile(r"[;&|\n(){}`]|\$\(")
_MOST_ROUGH = 20_000  # characters


@dataclass(frozen=True)
class Line:
    """One command line: `folder` as in `Simple`. `globs` are its words that are patterns.

    `is_certain`: it is what runs, not only a guess from the text. `files` are what it reads as its stdin.
    """

    argv: tuple[str, ...]
    folder: str | None
    use: Use | None
    is_certain: bool
    globs: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


def lines_of(block: str, profiles: Profiles) -> tuple[Line, ...]:
    """Return the lines of a block, in order, wrapped ones after their wrappers; no more than MOST_LINES."""
    found: list[Line] = []
    for line in _lines(block, profiles, 0):
        found.append(line)
        if len(found) >= MOST_LINES:
            break
    return tuple(found)


def _lines(block: str, profiles: Profiles, depth: int, folder: str | None = ".") -> Iterator[Line]:
    taken = read(block)
    if isinstance(taken, Certain):
        for simple in taken.commands:
            yield from _of_simple(simple, profiles, depth, folder)
        return
    for simple in taken.before:
        yield from _of_simple(simple, profiles, depth, folder)
    for words in _rough(block[:_MOST_ROUGH]):
        yield from _with_wrapped(words, profiles, depth, folder, is_certain=False)


def _of_simple(simple: Simple, profiles: Profiles, depth: int, folder: str | None) -> Iterator[Line]:
    if not simple.words:
        return
    inside = None
    if folder is not None and simple.folder is not None:
        inside = os.path.normpath(f"{folder}/{simple.folder}")
    if simple.folder is not None and simple.folder.startswith("/"):
        inside = simple.folder
    yield from _with_wrapped(
        simple.argv,
        profiles,
        depth,
        inside,
        is_certain=True,
        globs=frozenset(index for index, word in enumerate(simple.words) if word.globs),
        redirections=simple.redirections,
    )


def _with_wrapped(
    argv: Sequence[str],
    profiles: Profiles,
    depth: int,
    folder: str | None,
    *,
    is_certain: bool,
    globs: frozenset[int] = frozenset(),
    redirections: tuple[Redirection, ...] = (),
) -> Iterator[Line]:
    use = profiles.use(argv, globs=globs)
    yield Line(
        argv=tuple(argv),
        folder=folder,
        use=use,
        is_certain=is_certain,
        globs=tuple(argv[index] for index in sorted(globs)),
        files=tuple(each.target for each in redirections if each.kind == "file"),
    )
    if use is None or depth >= _DEEPEST:
        return
    for words in use.runs:
        if words:
            yield from _with_wrapped(words, profiles, depth + 1, folder, is_certain=is_certain)
    for text in use.texts:
        yield from _lines(text, profiles, depth + 1, folder)


def _rough(text: str) -> Iterator[list[str]]:
    """Guess at the command lines of a text: for what is only to be looked at, and never to be allowed."""
    for piece in _ENDS.split(text):
        try:
            words = shlex.split(piece, comments=True)
        except ValueError:
            words = piece.split()
        while words and "=" in words[0]:
            words = words[1:]
        if words and words[0]:
            yield words
