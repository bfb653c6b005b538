"""Expands braces as bash does, where they hold plain alternatives or a range of numbers."""

import re
from itertools import product

# More words than this are for a person to judge.
_MOST_WORDS = 200
_PLAIN = r"[A-Za-z0-9_./+:@%=^*?-]"
_NUMBER = r"(?:0|-?[1-9][0-9]{0,3})"
_PARTS = re.compile(rf"\{{(?P<choice>{_PLAIN}*(?:,{_PLAIN}*)+)\}}|(?P<plain>{_PLAIN}+)")
_RANGE = re.compile(rf"\{{({_NUMBER})\.\.({_NUMBER})\}}")
_TILDE = "~/"


def expanded(word: str) -> list[str] | None:
    """Return what an unquoted `word` becomes, in bash's order, or None where that is not certain."""
    at = len(_TILDE) if word.startswith(_TILDE) else 0
    parts: list[list[str]] = [[word[:at]]]
    count = 1
    while at < len(word):
        found = _RANGE.match(word, at) or _PARTS.match(word, at)
        if found is None:
            return None
        choices = _range(found) if found.re is _RANGE else _choices(found)
        count *= len(choices or ())
        if not choices or count > _MOST_WORDS:
            return None
        parts.append(choices)
        at = found.end()
    words = ["".join(each) for each in product(*parts)]
    # Bash drops a word of which nothing is left.
    return words if all(words) else None


def _choices(found: re.Match[str]) -> list[str] | None:
    if found.lastgroup == "plain":
        return [found[0]]
    # Dots may be a range inside of a choice in one version of bash and not in another.
    return None if ".." in found[0] else found["choice"].split(",")


def _range(found: re.Match[str]) -> list[str] | None:
    first, last = int(found[1]), int(found[2])
    if abs(last - first) >= _MOST_WORDS:
        return None
    step = 1 if first <= last else -1
    return [str(number) for number in range(first, last + step, step)]
