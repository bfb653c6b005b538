"""A command block taken apart: simple commands in their order, or why nobody can be certain."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

# What stands on a command's stdin: nothing but what the block itself was given; the output of the command
# before it in a pipe; a file; a text in the block (a heredoc, a here-string).
Stdin = Literal["inherited", "pipe", "file", "text"]


class Word(NamedTuple):
    """One word as bash decodes it; `start` and `end` are its place in the block, in code points.

    `globs`: it has a pattern in it that bash expands to file names. `text` is the pattern then: a quoted sign
    that would be special in a pattern has a backslash before it. `expands`: `$HOME`, `$PWD` or `$?`, or a `~`
    at its start, stands in `text` as it was written, and bash puts a value there, without taking it apart.
    """

    text: str
    start: int
    end: int
    globs: bool = False
    expands: bool = False


@dataclass(frozen=True)
class Redirection:
    """A neutral redirection: to nowhere, of one descriptor onto another, or from a file."""

    kind: Literal["nowhere", "duplicate", "file"]
    target: str


@dataclass(frozen=True)
class Simple:
    """One simple command: `start` and `end` are its place in the block, in code points.

    `assignments` stand before it, literal; `stdin` says what it reads, `stdin_text` the text itself.
    `folder` is where it runs, as seen from the block's own or absolute: what the `cd`s before it came to if
    their folders are there, None where that is not certain. `may_repeat`: it stands in a loop, and is listed
    once for each time. A test in `[[ ]]` is listed too, `[[` being its first word.
    """

    words: tuple[Word, ...]
    start: int
    end: int
    assignments: tuple[tuple[str, str], ...] = ()
    redirections: tuple[Redirection, ...] = ()
    stdin: Stdin = "inherited"
    stdin_text: str = ""
    folder: str | None = "."
    may_repeat: bool = False

    @property
    def argv(self) -> tuple[str, ...]:
        """The words as bash hands them to the program, patterns and what expands as they stand."""
        return tuple(word.text for word in self.words)


@dataclass(frozen=True)
class Certain:
    """Bash runs no other simple commands than these, of these words, in this order.

    Not each of them must run: that depends on how those before it end.
    """

    commands: tuple[Simple, ...]


@dataclass(frozen=True)
class Uncertain:
    """Bash may run something else than can be told: why, and where it stands, in code points."""

    why: str
    offset: int
    # What was read with certainty before it; only for the eye.
    before: tuple[Simple, ...] = field(default=())
