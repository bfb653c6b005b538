"""Finds in a text what the eye would miss or mistake: `disguises` lists it by place, code points and kind.

Honest text is none: words of another language in quotes, in a comment or a heredoc, and pictures.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice

from assent.model.bare_text import Place, places
from assent.model.judgement import Disguise, DisguiseKind
from assent.model.reveal import LONGEST_BLANK_RUN, MOST_MARKS, RIGHT_TO_LEFT, hides
from assent.policy.look_alikes import is_latin, look_alike

# More are not listed: a text of which this much is disguise is nothing else.
MOST_FINDINGS = 10_000
# Of one finding not more code points are listed, of a run of the same, say.
MOST_CODE_POINTS = 1_000
# Blanks that stand at a line's end, where nobody looks, and at its start, where code is indented.
LONGEST_TRAIL, LONGEST_INDENT = 7, 80

_PLAIN = re.compile(r"[\n\t -~]*")
_PADDING = re.compile(
    rf"""(?P<lines>^(?:[ \t]*\n){{{LONGEST_BLANK_RUN + 1},}})
    |(?P<indent>^[ \t]+(?=[^ \t\n]))
    |(?P<broken>(?<=\\)[ \t]+$)
    |(?P<trail>[ \t]+$)
    |(?P<inner>[ \t]{{{LONGEST_BLANK_RUN + 1},}})""",
    re.VERBOSE | re.MULTILINE,
)
# What a terminal takes for one sequence, as far as it can be printed; C1 has one sign where C0 needs two.
_HIDDEN = re.compile(
    r"""(?P<escape>(?:\x1b\[|\x9b)[0-?]{0,200}[ -/]{0,20}[@-~]?
      |(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[ -~]{0,500}(?:\x07|\x1b\\)?
      |\x1b[ -/]{0,20}[0-~]?)
    |(?P<one>[^\n\t -~])(?P=one)*""",
    re.VERBOSE,
)
_WORD = re.compile(r"[^\W\d_]+")
_ASCII_LETTER = re.compile(r"[A-Za-z]")

_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_ILL_FORMED = frozenset({"Cs", "Co", "Cn"})
_FACES, _JOINER = frozenset("\ufe0e\ufe0f"), "\u200d"
# Their letters stand in one word with those of ASCII, and honestly.
_MIXES_WELL = ("CJK ", "HIRAGANA ", "KATAKANA ", "HANGUL ", "THAI ", "BOPOMOFO ", "MICRO ", "OHM ")


def disguises(text: str) -> tuple[Disguise, ...]:
    """Return the findings of `text`, a command, in their order; offsets count code points. Linear in time."""
    found = dict[int, Disguise]()
    for each in _findings(text):
        found.setdefault(each.offset, each)
        if len(found) >= MOST_FINDINGS:
            break
    return tuple(found[offset] for offset in sorted(found))


def _findings(text: str) -> Iterator[Disguise]:
    yield from _padding(text)
    if _PLAIN.fullmatch(text):
        return
    beyond = [piece for piece in places(text) if not text[piece[0] : piece[1]].isascii()]
    quoted = bytearray(len(text))
    for start, end, place in beyond:
        if place == "quoted":
            quoted[start:end] = b"\1" * (end - start)
    yield from islice(_hidden(text, quoted), MOST_FINDINGS)
    for start, end, place in beyond:
        if place != "quoted":
            yield from _signs(text[start:end], start)
        yield from _letters(text, start, end, place)


def _padding(text: str) -> Iterator[Disguise]:
    for found in _PADDING.finditer(text):
        length = found.end() - found.start()
        limit = {"indent": LONGEST_INDENT, "trail": LONGEST_TRAIL}.get(found.lastgroup or "", 0)
        if length > limit:
            yield _finding(found.start(), found[0], "blank" if found["broken"] else "padding")


def _hidden(text: str, quoted: bytearray) -> Iterator[Disguise]:
    marks, marks_end = 0, -1
    for found in _HIDDEN.finditer(text):
        start = found.start()
        if found["escape"]:
            yield _finding(start, found[0], "escape")
        elif hides(found["one"]):
            if not (quoted[start] and _belongs_to_picture(text, found)):
                yield _finding(start, found[0], _kind(found["one"]))
        elif unicodedata.category(found["one"]) in ("Mn", "Me"):
            marks, marks_end = marks + len(found[0]) if start == marks_end else len(found[0]), found.end()
            if marks > MOST_MARKS:
                yield _finding(start, found[0], "combining")


def _belongs_to_picture(text: str, found: re.Match[str]) -> bool:
    """Whether a selector stands behind a picture, or a joiner between two of them."""
    before, after = text[found.start() - 1 : found.start()], text[found.end() : found.end() + 1]
    if found[0] in _FACES:
        return _is_picture(before)
    return found[0] == _JOINER and (_is_picture(before) or before in _FACES) and _is_picture(after)


def _is_picture(character: str) -> bool:
    return bool(character) and (
        unicodedata.category(character) == "So" or "\U0001f3fb" <= character <= "\U0001f3ff"
    )


def _kind(character: str) -> DisguiseKind:
    category = unicodedata.category(character)
    if character in _BIDI or unicodedata.bidirectional(character) in RIGHT_TO_LEFT:
        return "bidi"
    if category in ("Cc", "Zl", "Zp"):
        return "control"
    if category in _ILL_FORMED or character in "\ufffc\ufffd":
        return "ill-formed"
    if category == "Zs" or character == "\u2800":
        return "blank"
    if category in ("Mn", "Me") and not _is_selector(character):
        return "combining" if character != "\u034f" else "invisible"
    return "look-alike" if category[0] in "LPSN" and not _is_filler(character) else "invisible"


def _is_selector(character: str) -> bool:
    name = unicodedata.name(character, "")
    return "VARIATION SELECTOR" in name or "INHERENT" in name


def _is_filler(character: str) -> bool:
    name = unicodedata.name(character, "")
    return name.endswith(" FILLER") or name.startswith(("HANGUL JUNGSEONG", "HANGUL JONGSEONG"))


def _signs(piece: str, start: int) -> Iterator[Disguise]:
    """Find what looks like an operator, a dash, a quote or a digit, where a shell would act on it."""
    for offset, character in enumerate(piece, start):
        if character > "\x7f" and not character.isalpha() and not hides(character) and look_alike(character):
            yield _finding(offset, character, "look-alike")


def _letters(text: str, start: int, end: int, place: Place) -> Iterator[Disguise]:
    """Find the letters that are taken for ones of ASCII here, or make one word of two scripts."""
    for word in _WORD.finditer(text, start, end):
        if word[0].isascii():
            continue
        is_mixed, is_all = _ASCII_LETTER.search(word[0]) is not None, _is_all_look_alikes(word[0])
        poses = is_mixed or is_all if place == "bare" else is_mixed or (is_all and _touches_ascii(text, word))
        for offset, character in enumerate(word[0], word.start()):
            if character.isascii() or hides(character):
                continue
            if place == "command":
                deceives = True
            elif look_alike(character):
                deceives = place == "bare" if is_latin(character) else poses
            else:
                deceives = place == "bare" and is_mixed and not _mixes_well(character)
            if deceives:
                yield _finding(offset, character, "look-alike")


def _mixes_well(character: str) -> bool:
    return is_latin(character) or unicodedata.name(character, "").startswith(_MIXES_WELL)


def _is_all_look_alikes(word: str) -> bool:
    return all(character.isascii() or look_alike(character) for character in word)


def _touches_ascii(text: str, word: re.Match[str]) -> bool:
    """Whether the word is a piece of a name that goes on in ASCII: of an address or a path."""
    before, after = text[max(0, word.start() - 4) : word.start()], text[word.end() : word.end() + 2]
    return re.search(r"[\w/@.-]$", before) is not None or re.match(r"[./@:-]\w", after, re.ASCII) is not None


def _finding(offset: int, characters: str, kind: DisguiseKind) -> Disguise:
    listed = characters[:MOST_CODE_POINTS]
    return Disguise(offset=offset, code_points=tuple(map(ord, listed)), kind=kind)
