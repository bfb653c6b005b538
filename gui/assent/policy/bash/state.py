"""Tells builtins that change what later words mean, or run what no word shows, from those that do not."""

import re
from collections.abc import Sequence

from assent.policy.block import Word

# fmt: off
_CHANGING = frozenset((
    "eval", "exec", "source", ".", "builtin", "alias", "unalias", "trap", "enable", "hash", "shopt",
    "declare", "typeset", "local", "export", "readonly", "unset", "let", "read", "mapfile", "readarray",
    "bind", "fc", "history", "caller", "compgen", "complete", "compopt", "getopts", "wait", "jobs", "fg",
    "bg", "disown", "suspend", "logout", "return", "coproc", "function", "select", "[[", "((",
))
# fmt: on
_ASKING = frozenset(("set", "command", "printf", "test", "["))
_MOVING = frozenset(("cd", "pushd", "popd"))
_HARMLESS_OPTIONS = re.compile(r"[-+](?:[eu]+|[eu]*o)")
_HARMLESS_NAMES = frozenset(("errexit", "nounset", "pipefail"))
# These evaluate a subscript, and what stands in it.
_EVALUATING_TESTS = frozenset(("-v", "-R"))


def why_uncertain(words: Sequence[Word]) -> str:
    """Return why nobody can tell what comes of these words of one command; nothing if that is certain."""
    name, operands = words[0].text, words[1:]
    if name in _CHANGING:
        return f"`{name}` runs what no word shows, or changes what later words mean."
    return _why_form(name, operands) if name in _ASKING else ""


def _why_form(name: str, operands: Sequence[Word]) -> str:
    match name:
        case "set":
            return "" if _is_harmless_set(operands) else "`set` changes what later words mean."
        case "command":
            return _why_operand(operands)
        case "printf" if operands and _may_be_option(operands[0]):
            return "`printf` may set a variable, and run what stands in its subscript."
        case "test" | "[" if any(word.globs or word.text in _EVALUATING_TESTS for word in operands):
            return "A test of a variable runs what stands in its subscript."
        case _:
            return ""


def _why_operand(operands: Sequence[Word]) -> str:
    if not operands:
        return ""
    first = operands[0]
    if not first.globs and first.text in ("-v", "-V"):
        return ""
    if first.globs or first.expands or first.text.startswith("-") or first.text in _MOVING:
        return "It is not certain what `command` runs."
    return why_uncertain(operands)


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
