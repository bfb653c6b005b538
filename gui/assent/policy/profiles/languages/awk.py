"""Tells whether an awk program only computes and prints."""

import re

from assent.policy.profiles.languages.brackets import brackets_close

# No awk can run, load or read anything else without one of these in its text.
_TELLING = re.compile(r"system|getline|@|\\\n")
_TOKEN = re.compile(
    r"""(?P<blank>[ \t]+|\#[^\n]*)
    | (?P<line>\n)
    | (?P<string>"(?:[^"\\\n]|\\.)*")
    | (?P<number>[0-9][0-9A-Za-z_.]*|\.[0-9]+)
    | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<sign>\+\+|--|&&|\|\||>>|>=|<=|==|!=|!~|\|&|[-+*%^/]=|[-+*%^{}()\[\];,<>~!=?:$|])""",
    re.VERBOSE,
)
_REGEX = re.compile(r"/((?:[^/\\\n]|\\[^\n])*)/")
# After these words a `/` begins a pattern; after other words it divides.
_BEFORE_PATTERN = frozenset(
    ["BEGIN", "END", "case", "delete", "do", "else", "exit", "in", "print", "printf", "return"]
)
# After these nobody can tell which of both it is.
_DOUBTFUL = frozenset([")", "++", "--", "$", "length", "getline"])
# A line that ends with one of these does not end the statement.
_ENDS = frozenset([")", "]", "}", "++", "--", ";", "{"])
_DIVIDES = "the awk program is not one that can be told with certainty"


def awk_objection(program: str) -> str:
    """Return why the program may do more than print, or an empty text."""
    telling = _TELLING.search(program)
    if telling is not None:
        return f"`{telling[0].strip()}` in the awk program may run or read something else"
    if "|" not in program and ">" not in program:
        return ""
    return _outputs(program)


def _outputs(program: str) -> str:
    """Return where the program writes to a file or a command, by its tokens."""
    at, last, kind = 0, "", ""
    depth, printing = 0, -1  # in which depth of parentheses a `print` stands
    while at < len(program):
        if program[at] == "/":
            divides = _divides(last, kind)
            if divides is None:
                return _DIVIDES
            if divides:
                at, last, kind = at + 1, "/", "sign"
                continue
            end = _pattern_end(program, at)
            if end is None:
                return _DIVIDES
            at, last, kind = end, "//", "string"
            continue
        token = _TOKEN.match(program, at)
        if token is None:
            return _DIVIDES
        at, found = token.end(), token.lastgroup or ""
        if found == "blank":
            continue
        text = token[0]
        if text in {"|", "|&", ">>"} or (text == ">" and printing >= depth):
            return "the awk program writes to a file or runs a command"
        if text in {"print", "printf"}:
            printing = depth
        elif text in {";", "}"} or (found == "line" and (kind != "sign" or last in _ENDS)):
            printing = -1
        depth += (text == "(") - (text == ")")
        if found != "line":
            last, kind = text, found
        elif printing < 0:
            last, kind = "\n", "sign"
    return ""


def _divides(last: str, kind: str) -> bool | None:
    """Tell whether a `/` after this token divides, or begins a pattern; None where that is not certain."""
    if last in _DOUBTFUL:
        return None
    if kind == "name":
        return last not in _BEFORE_PATTERN
    return kind in {"number", "string"} or last == "]"


def _pattern_end(program: str, at: int) -> int | None:
    """Return where the pattern ends that begins at `at`; awks differ where a `/` stands in brackets."""
    made = _REGEX.match(program, at)
    if made is None:
        return None
    # What a backslash means in brackets is not the same in all of them either.
    bare = re.sub(r"\\.", "", made[1])
    return made.end() if brackets_close(made[1]) and brackets_close(bare) else None
