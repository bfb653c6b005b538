"""Tells builtins that change what later words mean, or run what no word shows, from those that do not."""

import re
from collections.abc import Sequence

from assent.policy.block import Word

_CHANGING = frozenset(
    "eval exec source . builtin alias unalias trap enable hash shopt declare typeset local export readonly"
    " unset let read mapfile readarray bind fc history caller compgen complete compopt getopts wait jobs fg bg"
    " disown suspend logout return coproc function select [[ ((".split()
)
_MOVING = frozenset(("cd", "pushd", "popd"))
_HARMLESS_OPTIONS = re.compile(r"[-+](?:[eu]+|[eu]*o)")
_HARMLESS_NAMES = frozenset(("errexit", "nounset", "pipefail"))
# These evaluate a subscript, and what stands in it.
_EVALUATING_TESTS = frozenset(("-v", "-R"))


def why_uncertain(words: Sequence[Word]) -> str:
    """Return why nobody can tell what comes of these words of one command; nothing if that is certain."""
    match words[0].text:
        case name if name in _CHANGING:
            return f"`{name}` runs what no word shows, or changes what later words mean."
        case "set" if not _is_harmless_set(words[1:]):
            return "`set` changes what later words mean."
        case "command" if len(words) > 1 and (words[1].globs or not words[1].text.startswith(("-v", "-V"))):
            return _why_operand(words[1:])
        case "printf" if len(words) > 1 and _may_be_option(words[1]):
            return "`printf` may set a variable, and run what stands in its subscript."
        case "test" | "[" if any(word.globs or word.text in _EVALUATING_TESTS for word in words):
            return "A test of a variable runs what stands in its subscript."
        case _:
            return ""


def _why_operand(words: Sequence[Word]) -> str:
    if words[0].globs or words[0].expands or words[0].text.startswith("-") or words[0].text in _MOVING:
        return "It is not certain what `command` runs."
    return why_uncertain(words)


def _may_be_option(word: Word) -> bool:
    return word.globs or (word.text.startswith("-") and word.text not in ("-", "--"))


def _is_harmless_set(words: Sequence[Word]) -> bool:
    options = iter(words)
    for word in options:
        if word.globs or word.expands or not _HARMLESS_OPTIONS.fullmatch(word.text):
            return False
        if word.text.endswith("o"):
            name = next(options, None)
            if name is None or name.text not in _HARMLESS_NAMES:
                return False
    return bool(words)
