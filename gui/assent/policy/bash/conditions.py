"""Reads a plain test in double brackets: of one file or text, or of two texts."""

import re

from assent.policy.bash.cursor import Cursor
from assent.policy.bash.words import END
from assent.policy.block import Simple, Stdin, Word

# Nothing that bash would take for an operator, a pattern or a value.
_OPERAND = r"(?:[A-Za-z0-9_./][A-Za-z0-9_./+,:@%-]*+|'[A-Za-z0-9_./+,:@%-]*+'|\"[A-Za-z0-9_./+,:@%-]*+\")"
_GAP = r"[ \t]++"
_FORM = re.compile(
    rf"\[\[{_GAP}(?:!{_GAP})?+(?:-[fderwxsLhnz]{_GAP}{_OPERAND}|{_OPERAND}{_GAP}(?:==?|!=){_GAP}{_OPERAND}){_GAP}\]\]{END}"
)
_WORD = re.compile(r"[^ \t]+")


def condition_at(cursor: Cursor, stdin: Stdin, folder: str | None, *, may_repeat: bool) -> Simple:
    """Read the test that begins here, as a command of its own; raises Doubt."""
    found = _FORM.match(cursor.text, cursor.at)
    if found is None:
        raise cursor.doubt("Only a plain test in `[[ ]]` is followed.")
    words = tuple(
        Word(each[0].strip("'\""), each.start(), each.end())
        for each in _WORD.finditer(cursor.text, found.start(), found.end())
    )
    cursor.at = found.end()
    return Simple(words, found.start(), found.end(), stdin=stdin, folder=folder, may_repeat=may_repeat)
