"""Writes words so that a rule has just these."""

import re
import shlex
from collections.abc import Iterable

from assent.policy.block import Word

# What stands bare in a rule and in a shell alike.
_BARE = re.compile(r"[A-Za-z0-9_./+,:@%=-]+")
# A pattern of file names is that only where it is not quoted.
_BARE_PATTERN = re.compile(r"[A-Za-z0-9_./+,:@%=*?\[\]^-]+")


def written(word: str) -> str:
    """Return a word that is no pattern as it is written in a shell and in a rule."""
    return word if _BARE.fullmatch(word) else shlex.quote(word)


def rule_of(words: Iterable[Word], *, exact: bool = False) -> str | None:
    """Return the `command` of a rule of these words; None when no rule can have them."""
    found = []
    for word in words:
        if word.globs:
            if not _BARE_PATTERN.fullmatch(word.text) or word.text == "*":
                return None
            found.append(word.text)
        else:
            found.append(written(word.text))
    if not found or found[0].startswith("="):
        return None  # it would be read as the mark of exact words
    return ("=" if exact else "") + " ".join(found)
