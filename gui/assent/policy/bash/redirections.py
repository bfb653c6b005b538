"""Reads the redirections that change no file: to nowhere, onto another descriptor, from a file or a text."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from assent.policy.bash.doubt import Doubt
from assent.policy.bash.words import END, word_at
from assent.policy.block import Redirection, Stdin

_FORM = re.compile(
    rf"""
      (?P<nowhere>(?:[12]?>>?|&>>?)[ \t]*+/dev/null){END}
    | (?P<duplicate>[12]?>&[12]){END}
    | (?P<heredoc><<(?P<dash>-?)[ \t]*+
        (?:'(?P<single>[A-Za-z0-9_.-]+)'|"(?P<double>[A-Za-z0-9_.-]+)"|(?P<plain>[A-Za-z0-9_]+))){END}
    | (?P<string><<<[ \t]*+)
    | (?P<file><(?![<&>(])[ \t]*+)
    """,
    re.VERBOSE,
)
_OTHER = re.compile(r"[0-9]*+[<>]|&>")
# Bash opens connections under these names, and descriptors that nobody showed.
_DEVICES = "/dev/"


class Heredoc(NamedTuple):
    """A text that follows the line, up to a line that is `delimiter`; a literal one may hold anything."""

    delimiter: str
    strips_tabs: bool
    is_literal: bool
    at: int


class Reading(NamedTuple):
    """One redirection read, to `end`; what it puts on stdin, with the text if that is known already."""

    end: int
    redirection: Redirection | None = None
    stdin: Stdin = "inherited"
    stdin_text: str = ""
    heredoc: Heredoc | None = None


def redirection_at(text: str, at: int, variables: Mapping[str, str]) -> Reading | None:
    """Return the redirection that begins at `at`, None if there is none.

    Raises Doubt for any but a neutral one.
    """
    found = _FORM.match(text, at)
    if found is None:
        if _OTHER.match(text, at):
            raise Doubt("It is redirected in a way that may change something.", at)
        return None
    match found.lastgroup:
        case "nowhere":
            return Reading(found.end(), Redirection("nowhere", "/dev/null"))
        case "duplicate":
            return Reading(found.end(), Redirection("duplicate", found[0]))
        case "string" | "file":
            return _of_word(text, found, variables)
        case _:
            delimiter = found["single"] or found["double"] or found["plain"]
            heredoc = Heredoc(delimiter, bool(found["dash"]), found["plain"] is None, at)
            return Reading(found.end(), stdin="text", heredoc=heredoc)


def _of_word(text: str, found: re.Match[str], variables: Mapping[str, str]) -> Reading:
    if text.startswith("#", found.end()):
        raise Doubt("A comment stands where a word is awaited.", found.end())
    (word, *more), end, _ = word_at(text, found.end(), variables)
    if text[end : end + 1] in ("<", ">") or more or word.globs or word.expands:
        raise Doubt("What it is redirected from is not certain.", found.start())
    if found.lastgroup == "string":
        return Reading(end, stdin="text", stdin_text=word.text + "\n")
    if word.text.startswith(_DEVICES) and word.text != "/dev/null":
        raise Doubt("It reads from a device.", found.start())
    return Reading(end, Redirection("file", word.text), stdin="file")


def body_of(heredoc: Heredoc, text: str, at: int) -> tuple[str, int]:
    """Return the text of a heredoc whose first line begins at `at`, and where the line after it begins.

    Raises Doubt if it does not end, or if bash would put something into it.
    """
    lines: list[str] = []
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        line = text[at:end].lstrip("\t") if heredoc.strips_tabs else text[at:end]
        at = end + 1
        if line == heredoc.delimiter:
            return "".join(lines), min(at, len(text))
        lines.append(line + "\n")
        if not heredoc.is_literal and re.search(r"[$`\\]", line):
            raise Doubt("Bash puts values into a heredoc whose delimiter is not quoted.", heredoc.at)
    raise Doubt("A heredoc does not end.", heredoc.at)
