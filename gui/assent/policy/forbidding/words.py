"""Words as a shell may come to read them: escapes decoded, braces expanded, patterns kept as such."""

import re

# Signs that stood bare where a shell takes them for more than themselves: code points that no text of a
# person's has. What has them nevertheless is taken for more than it is, which only forbids more.
ANY_CHARACTERS, ANY_CHARACTER, ONE_OF = "\ue100", "\ue101", "\ue102"
LEFT_BRACE, RIGHT_BRACE, COMMA, BLANK = "\ue103", "\ue104", "\ue105", "\ue106"
SPECIAL = {
    "*": ANY_CHARACTERS,
    "?": ANY_CHARACTER,
    "[": ONE_OF,
    "{": LEFT_BRACE,
    "}": RIGHT_BRACE,
    ",": COMMA,
}
_MOST_WORDS, _LONGEST = 256, 4_096  # out of the braces of one word; its characters
_LITERAL = str.maketrans({**{mark: sign for sign, mark in SPECIAL.items()}, BLANK: " "})
_MARKED = re.compile(f"[{ANY_CHARACTERS}{ANY_CHARACTER}{ONE_OF}]")
_INNERMOST = re.compile(f"{LEFT_BRACE}([^{LEFT_BRACE}{RIGHT_BRACE}]*){RIGHT_BRACE}")
_CLASS = re.compile(rf"{ONE_OF}([!^]?)([^\]]*)\]")
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|0([0-7]{1,3})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c(.)|(.))",
    re.DOTALL,
)
_LETTERS = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "E": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}


def literal(word: str) -> str:
    """Return a word with the signs as they stood."""
    return word.translate(_LITERAL)


def is_pattern(word: str) -> bool:
    """Tell whether a word may stand for names of files."""
    return _MARKED.search(word) is not None


def pattern(word: str) -> re.Pattern[str]:
    """Return what a word with patterns of file names may stand for, whatever the case of its letters."""
    parts: list[str] = []
    at = 0
    while at < len(word):
        sign = word[at]
        if sign == ANY_CHARACTERS:
            parts.append("" if parts[-1:] == [".*"] else ".*")
        elif sign == ANY_CHARACTER:
            parts.append(".")
        elif sign == ONE_OF and (found := _CLASS.match(word, at)) is not None:
            parts.append(".")  # which of them does not matter: it forbids more, and never less
            at = found.end() - 1
        else:
            parts.append(re.escape(literal(sign)))
        at += 1
    return re.compile("".join(parts), re.DOTALL | re.IGNORECASE)


def expanded(word: str) -> list[str]:
    """Return the words that braces make of one, and those that a bare variable falls into."""
    if LEFT_BRACE in word and COMMA in word:
        words = [each for made in _braces(word) for each in made.split(BLANK)]
        return [each for each in words if each]
    if BLANK in word:
        return [each for each in word.split(BLANK) if each]
    return [word]


def _braces(word: str) -> list[str]:
    """Expand from the inside; so many that nobody could mean it come as they are, each for itself."""
    made = [word]
    while len(made) < _MOST_WORDS and len(word) < _LONGEST:
        unfolded: list[str] = []
        for each in made:
            inner = _INNERMOST.search(each)
            if inner is None or COMMA not in inner[1]:
                unfolded.append(each)
                continue
            head, tail = each[: inner.start()], each[inner.end() :]
            unfolded.extend(head + choice + tail for choice in inner[1].split(COMMA))
        if len(unfolded) == len(made):
            return made
        made = unfolded
    return [piece for piece in re.split(f"[{LEFT_BRACE}{COMMA}{RIGHT_BRACE}]", word) if piece]


def unescaped(text: str) -> str:
    """Decode what bash decodes in `$'…'`, and `printf` and `echo -e` do too."""
    return _ESCAPE.sub(_character, text)


def _character(escape: re.Match[str]) -> str:
    hexadecimal, octal, long_octal, short, long, control, other = escape.groups()
    if control is not None:
        return chr(ord(control) & 0x1F)
    if other is not None:
        return _LETTERS.get(other, other)
    digits, base = (octal or long_octal, 8) if octal or long_octal else (hexadecimal or short or long, 16)
    number = int(digits, base)
    return chr(number) if number <= 0x10FFFF else ""
