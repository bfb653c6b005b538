"""Decodes one word of bash: its quotes, escapes, patterns, braces, and the few values that are certain."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from assent.policy.bash.braces import expanded
from assent.policy.bash.doubt import Doubt
from assent.policy.block import Word

# What ends a word: a blank, an operator, the end of the text.
END = r"(?![^ \t\n;&|<>()])"
_PIECE = re.compile(
    r"""
      (?P<bare>[A-Za-z0-9_./+,:@%=^!\#\]{}-]++)
    | '(?P<single>[^']*+)'
    | "(?P<double>)
    | \\(?P<escaped>[ -~])
    | (?P<glob>[*?\[]++)
    | (?P<tilde>~)
    | (?P<dollar>\$)
    """,
    re.VERBOSE,
)
_ENDS = re.compile(END)
# Inside of double quotes. What is not a name after the `$` leaves it as it is.
_INNER = re.compile(
    r"""
      (?P<plain>[^"\\$`]++)
    | \\(?P<escaped>[$`"\\])
    | (?P<kept>\\[ !\#%-\[\]-_a-~])
    | \$(?:(?P<name>[A-Za-z_][A-Za-z0-9_]*+)|\{(?P<braced>[A-Za-z_][A-Za-z0-9_]*+)\}|(?P<status>\?))
    | (?P<lone>\$)(?=["\ \t\n|)/,.:;])
    """,
    re.VERBOSE,
)
_VARIABLE = re.compile(r"\$(?:([A-Za-z_][A-Za-z0-9_]*+)|\{([A-Za-z_][A-Za-z0-9_]*+)\})")
# A value without quotes around it is taken apart at blanks, and its patterns become file names.
_WHOLE = re.compile(r"[A-Za-z0-9_./+,:@%=^-]+")
# After these a `~` stands for itself.
_BEFORE_TILDE = re.compile(r"[A-Za-z0-9_./+,@%^-]")
_SPECIAL = re.compile(r"[*?\[\]\\!^-]")
_KNOWN = frozenset(("HOME", "PWD"))
_WHY = {
    "": "It ends where a word is awaited.",
    "'": "A single quote is not closed.",
    "`": "What a backtick runs is only known when it runs.",
    "$": "What a `$` begins is only known when it runs.",
    "\\": "A backslash stands before the end of a line, or of the text.",
}


class Found(NamedTuple):
    """What one word becomes: several with braces in it. `is_bare`: nothing in it is quoted or put in."""

    words: tuple[Word, ...]
    end: int
    is_bare: bool


class _Spelling:
    """A word while it is put together: as it is, and as the pattern that it may turn out to be."""

    def __init__(self) -> None:
        self.text = self.pattern = ""
        self.globs = self.expands = self.is_put_in = self.has_brace = self.has_bracket = (
            self.has_lookalike
        ) = False
        self.is_bare = True

    def add_bare(self, text: str) -> None:
        self.text += text
        self.pattern += text

    def add_quoted(self, text: str) -> None:
        self.has_lookalike = self.has_lookalike or "$" in text or "~" in text
        self.add_value(text)

    def add_value(self, text: str) -> None:
        self.is_bare = False
        self.text += text
        self.pattern += _SPECIAL.sub(r"\\\g<0>", text)


def word_at(text: str, start: int, variables: Mapping[str, str]) -> Found:
    """Return the word that begins at `start`; `variables` are those whose values are certain.

    Raises Doubt. Linear in the word's length.
    """
    spelling, at = _Spelling(), start
    while (found := _PIECE.match(text, at)) is not None:
        at = _add(spelling, found, start, variables)
    if at == start or not _ENDS.match(text, at):
        raise Doubt(_why_not(text, at), at)
    if spelling.has_bracket and "]" in spelling.text[spelling.text.index("[") :]:
        spelling.globs = True
    if spelling.expands and spelling.has_lookalike:
        raise Doubt("A value stands beside a sign that looks like one.", start)
    if spelling.globs and spelling.is_put_in:
        raise Doubt("A value stands in a pattern.", start)
    if spelling.has_brace and ("," in text[start:at] or ".." in text[start:at]):
        return _braces(text, start, at, spelling)
    result = spelling.pattern if spelling.globs else spelling.text
    word = Word(result, start, at, spelling.globs, spelling.expands)
    return Found((word,), at, spelling.is_bare)


def _add(spelling: _Spelling, found: re.Match[str], start: int, variables: Mapping[str, str]) -> int:
    """Add a piece; return where the next one begins."""
    text, at, kind = found.string, found.start(), found.lastgroup
    match kind:
        case "bare":
            spelling.add_bare(found[0])
            spelling.has_brace = spelling.has_brace or "{" in found[0]
        case "single" | "escaped":
            spelling.add_quoted(found[kind])
        case "double":
            return _add_double(spelling, text, found.end(), variables)
        case "glob":
            spelling.add_bare(found[0])
            spelling.globs = spelling.globs or found[0].strip("[") != ""
            spelling.has_bracket = spelling.has_bracket or "[" in found[0]
        case "tilde" if at == start and (text.startswith("/", at + 1) or _ENDS.match(text, at + 1)):
            spelling.add_bare("~")
            spelling.expands = True
        case "tilde" if at > start and _BEFORE_TILDE.match(text, at - 1):
            spelling.add_bare("~")
        case "tilde":
            raise Doubt("A `~` may become a folder's name here.", at)
        case _:
            return _add_variable(spelling, text, at, variables)
    return found.end()


def _add_variable(spelling: _Spelling, text: str, at: int, variables: Mapping[str, str]) -> int:
    found = _VARIABLE.match(text, at)
    if found is None:
        if text[at + 1 : at + 2] in ("", " ", "\t", "\n"):
            spelling.add_quoted("$")
            return at + 1
        raise Doubt("What a `$` begins is only known when it runs.", at)
    value = variables.get(found[1] or found[2])
    if value is None or not _WHOLE.fullmatch(value):
        raise Doubt(f"What becomes of `{found[0]}` is only known when it runs.", at)
    spelling.add_quoted(value)
    spelling.is_put_in = True
    return found.end()


def _add_double(spelling: _Spelling, text: str, at: int, variables: Mapping[str, str]) -> int:
    """Add what stands from `at`, after a double quote, to the next one; return where that ends."""
    spelling.add_quoted("")
    while (found := _INNER.match(text, at)) is not None:
        match found.lastgroup:
            case "name" | "braced":
                _put_in(spelling, found, variables)
            case "status":
                spelling.add_value("$?")
                spelling.expands = spelling.is_put_in = True
            case "escaped" | "kept" if not text[at - 1].isascii():
                # In the encodings of East Asia a backslash may be the second half of a character.
                raise Doubt("A backslash follows a letter outside of ASCII.", at)
            case kind:
                spelling.add_quoted(found[kind or 0])
        at = found.end()
    if text.startswith('"', at):
        return at + 1
    if at == len(text):
        raise Doubt("A double quote is not closed.", at)
    raise Doubt(_why_not(text, at), at)


def _put_in(spelling: _Spelling, found: re.Match[str], variables: Mapping[str, str]) -> None:
    name = found["name"] or found["braced"]
    spelling.is_put_in = True
    if name in variables:
        spelling.add_quoted(variables[name])
    elif name in _KNOWN:
        spelling.add_value(f"${name}")
        spelling.expands = True
    else:
        raise Doubt(f"What becomes of `{found[0]}` is only known when it runs.", found.start())


def _braces(text: str, start: int, end: int, spelling: _Spelling) -> Found:
    texts = expanded(text[start:end]) if spelling.is_bare else None
    if texts is None:
        raise Doubt("What the braces become is not certain.", start)
    words = (Word(each, start, end, "*" in each or "?" in each, spelling.expands) for each in texts)
    return Found(tuple(words), end, is_bare=False)


def _why_not(text: str, at: int) -> str:
    sign = text[at : at + 1]
    if not sign.isascii():
        return "A letter outside of ASCII stands outside of quotes."
    return _WHY.get(sign, f"It is not certain what `{sign}` does here.")
