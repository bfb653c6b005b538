"""A rule that forbids, held against the words of a command: rather too often than too seldom."""

from collections.abc import Sequence
from functools import lru_cache

from assent.policy.forbidding.words import literal
from assent.policy.patterns import Pattern

# Of these a subcommand may be cut short.
_ABBREVIATING = frozenset({"npm", "hg", "ip", "nmcli"})
_SHORTEST = 3
_FARTHEST = 64  # words between: of more it is enough that the word comes at all
_BUNDLE = 4  # a dash and so many letters less one, as in `-rf`: each stands for itself


@lru_cache(maxsize=4096)
def base_name(word: str) -> str:
    """Return what a word names as a program: without its folder, in small letters, without `.exe`."""
    return literal(word).rsplit("/", 1)[-1].casefold().removesuffix(".exe")


def follows(pattern: Pattern, words: Sequence[str], at: int, missing: set[str]) -> bool:
    """Tell whether the rule speaks of the command whose program is the word at `at`.

    Options may stand before a subcommand, their values too, and the rule's own options anywhere. `missing`
    collects what does not come behind `at`, and so behind no later word: nothing is looked for twice.
    """
    needed = pattern.words[1:]
    if pattern.exact:
        rest = words[at + 1 :]
        return len(rest) == len(needed) and all(
            mine.any or mine.text == literal(theirs) for mine, theirs in zip(needed, rest, strict=True)
        )
    cuts = base_name(words[at]) in _ABBREVIATING
    index = at + 1
    for need in needed:
        if not need.any and need.text.startswith("-") and len(need.text) > 1:
            if need.text in missing or not _has_option(need.text, words, at + 1):
                missing.add(need.text)
                return False
            continue
        index = _found(None if need.any else need.text, words, index, missing, cuts=cuts)
        if index < 0:
            return False
    return True


def _found(need: str | None, words: Sequence[str], index: int, missing: set[str], *, cuts: bool) -> int:
    """Return the index behind the word, -1 where it does not come."""
    start = index
    while index < len(words):
        word = literal(words[index])
        if need is None or word == need or (cuts and len(word) >= _SHORTEST and need.startswith(word)):
            return index + 1
        after_option = index > 0 and _is_option(words[index - 1]) and "=" not in words[index - 1]
        if not (_is_option(word) or "=" in word or after_option):
            return -1
        index += 1
        if index - start > _FARTHEST:
            if need not in missing and need in words[index:]:
                return index
            missing.add(need)
            return -1
    return -1


def _is_option(word: str) -> bool:
    return word[:1] in ("-", "+") and len(word) > 1


def _has_option(need: str, words: Sequence[str], start: int) -> bool:
    letters = set(need[1:]) if not need.startswith("--") and len(need) <= _BUNDLE else None
    for index in range(start, len(words)):
        word = literal(words[index])
        if not word.startswith("-"):
            continue
        name = word.split("=", 1)[0]
        if name == need or (word.startswith("--") and len(name) > _SHORTEST and need.startswith(name)):
            return True
        if letters is not None and not word.startswith("--"):
            letters.difference_update(name)
            if not letters:
                return True
    return False
