"""Reads one simple command: its assignments, its words and its redirections."""

import re

from assent.policy.bash.cursor import Cursor
from assent.policy.bash.doubt import Doubt
from assent.policy.bash.redirections import Reading, redirection_at
from assent.policy.bash.state import why_uncertain
from assent.policy.bash.words import END
from assent.policy.block import Simple, Stdin, Word

RESERVED = re.compile(
    r"(?:if|then|elif|else|fi|case|esac|for|select|while|until|do|done|in|function|time|coproc|[{}!]|\[\[)"
    + END
)
# Most words, with the blanks before them: bare, or quoted from end to end.
_FAST = re.compile(
    r"""[ \t]*+(?:(?P<plain>[A-Za-z0-9_./+,:@%=^-]++)|'(?P<single>[^'\n]*+)'|"(?P<double>[^"\\$`\n]*+)")"""
    r"(?![^ \t\n;&|)])"
)
_ASSIGNMENT = re.compile(
    r"(?P<name>[A-Za-z_][A-Za-z0-9_]*+)="
    r"""(?:(?P<plain>[A-Za-z0-9_./+,:@%=^-]*+)|'(?P<single>[^'\n]*+)'|"(?P<double>[^"\\$`\n]*+)")""" + END
)
_HARMLESS_VARIABLES = frozenset(("LC_ALL", "LANG", "TZ", "NO_COLOR", "CI", "FORCE_COLOR"))
_NAME = re.compile(r"[A-Za-z0-9_./+:@,][A-Za-z0-9_./+:@,-]*|\[")


def simple_at(
    cursor: Cursor, stdin: Stdin, folder: str | None, *, may_repeat: bool
) -> tuple[Simple, int | None]:
    """Read the command that begins here; return it, and where its heredoc is written if it has one.

    Raises Doubt.
    """
    start = cursor.at
    words: list[Word] = []
    assignments: list[tuple[str, str]] = []
    readings: list[Reading] = []
    end = start
    while True:
        if words:
            _add_fast(cursor, words)
            end = max(end, words[-1].end)
        cursor.skip_blanks()
        if cursor.is_at_end() or cursor.next() in ";|)\n" or cursor.next(2) == "&&":
            break
        if (reading := redirection_at(cursor.text, cursor.at, cursor.variables)) is not None:
            readings.append(reading)
            cursor.at = reading.end
            if reading.heredoc is not None:
                cursor.await_body(reading.heredoc)
        elif words:
            words += cursor.word().words
        elif (assigned := _ASSIGNMENT.match(cursor.text, cursor.at)) is not None:
            assignments.append(_assignment(cursor, assigned))
        else:
            words.append(_name(cursor, is_late=bool(assignments or readings)))
        end = cursor.at
    if not words:
        raise cursor.doubt("A command is awaited.")
    why = why_uncertain(words)
    if why:
        raise Doubt(why, words[0].start)
    source = _source(readings, start)
    redirections = tuple(each.redirection for each in readings if each.redirection is not None)
    command = Simple(
        tuple(words),
        start,
        end,
        tuple(assignments),
        redirections,
        stdin if source is None else source.stdin,
        "" if source is None else source.stdin_text,
        folder,
        may_repeat,
    )
    return command, None if source is None or source.heredoc is None else source.heredoc.at


def _add_fast(cursor: Cursor, words: list[Word]) -> None:
    text, at = cursor.text, cursor.at
    while (found := _FAST.match(text, at)) is not None:
        kind = found.lastgroup
        at = found.end()
        if kind == "plain":
            words.append(Word(found["plain"], found.start("plain"), at))
        else:
            words.append(Word(found[kind or 0], found.start(kind or 0) - 1, at))
    cursor.at = at


def _assignment(cursor: Cursor, found: re.Match[str]) -> tuple[str, str]:
    if found["name"] not in _HARMLESS_VARIABLES:
        raise cursor.doubt(f"The variable {found['name']} may change what is run.")
    cursor.at = found.end()
    return found["name"], found[found.lastgroup or "plain"]


def _name(cursor: Cursor, *, is_late: bool) -> Word:
    """Read what runs; `is_late`: something stands before it, and bash may not know its own words there."""
    start = cursor.at
    if is_late and RESERVED.match(cursor.text, start):
        raise cursor.doubt("A word of bash's own stands in a place where it may be none.")
    fast = _FAST.match(cursor.text, start)
    if fast is not None and fast.lastgroup == "plain" and _NAME.fullmatch(fast[0]):
        cursor.at = fast.end()
        return Word(fast[0], start, fast.end())
    (word, *more) = cursor.word().words
    if more or word.globs or word.expands or "$" in cursor.text[start : cursor.at]:
        raise Doubt("What runs is only known when it runs.", start)
    if not _NAME.fullmatch(word.text):
        raise Doubt("What runs has no plain name.", start)
    return word


def _source(readings: list[Reading], start: int) -> Reading | None:
    sources = [each for each in readings if each.stdin != "inherited"]
    if len(sources) > 1:
        raise Doubt("Its stdin comes from two places.", start)
    return sources[0] if sources else None
