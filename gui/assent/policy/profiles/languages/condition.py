"""Tells whether the words of `test`, `[` or `[[` only ask: some are computed by bash, which runs code."""

import re
from typing import Literal

_FILE = frozenset("-" + letter for letter in "efdrwxsLhbcgkpuSOGN")
_STRING = frozenset(["-z", "-n"])
_COMPARES = frozenset(["=", "==", "!=", "-nt", "-ot", "-ef"])
_COUNTS = frozenset(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"])
_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_UNKNOWN = "the condition is not one that is known to run nothing"


def condition_objection(
    words: tuple[str, ...], grammar: Literal["test", "brackets"], has_patterns: bool
) -> str:
    """Return why the condition may run something, or an empty text; `words` come after the program's name."""
    if has_patterns:
        return "a pattern in a condition may stand for any number of words"
    if grammar == "brackets":
        if not words or words[-1] not in {"]", "]]"}:
            return "the condition has no end"
        words = words[:-1]
    at = 0
    while True:
        while words[at : at + 1] == ("!",):
            at += 1
        length = _primary(words[at:])
        if not length:
            return _UNKNOWN
        at += length
        if at == len(words):
            return ""
        if words[at] not in {"-a", "-o"}:
            return _UNKNOWN
        at += 1


def _primary(words: tuple[str, ...]) -> int:
    """Return of how many words the first question is, 0 where it isn't one that is known."""
    if len(words) >= 3 and words[1] in _COMPARES and words[0] not in {"-v", "-R", "("}:
        return 3
    if len(words) >= 3 and words[1] in _COUNTS:
        return 3 if _INTEGER.fullmatch(words[0]) and _INTEGER.fullmatch(words[2]) else 0
    if len(words) >= 2 and words[0] in _FILE | _STRING:
        return 2
    if len(words) >= 2 and words[0] == "-t" and _INTEGER.fullmatch(words[1]):
        return 2
    return 1 if len(words) == 1 and words[0][:1] not in {"-", "(", ")", "!"} else 0
