"""What the shell may make of a word before the program sees it, where that matters."""

import re

from assent.policy.profiles.kind import Kind

# What a pattern may begin with so that a file that it stands for may begin with a dash.
_ANYTHING = ("*", "?", "[")
_UPWARDS = re.compile(r"(^|/)\\?\.[^/]*[*?\[]")
_PAGE = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]+)?/")
# Kinds that are what they are, whatever the shell puts there.
_ANY = frozenset[Kind](["text", "number", "read", "write"])


def pattern_objection(word: str, *, could: bool, may_grow: bool) -> str:
    """Return what is wrong with a pattern for an operand, or an empty text.

    `could`: a word there could also be an option. `may_grow`: more words could stand there.
    """
    if could and word.startswith(_ANYTHING):
        return f"a file that `{word}` stands for could be taken for an option"
    return "" if may_grow else f"the pattern `{word}` may stand for any number of words"


def value_objection(kind: Kind, text: str, *, globs: bool, expands: bool) -> str:
    """Return what is wrong with a pattern, or with what the shell puts in, for an argument of this kind."""
    if kind in _ANY or not (globs or expands):
        return ""
    if globs and not expands:
        if kind == "inside":
            return f"`{text}` may stand for the folder above" if _UPWARDS.search(text) else ""
        if kind == "web" and _PAGE.match(text):
            return ""  # a `?` that nobody quoted: whatever it stands for, it is on that machine
    return f"it is not known what `{text}` stands for"
