"""Makes visible what the eye would miss in a foreign text: different texts look different."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal

from assent.model.short_names import short_name

# A run of this many blanks or blank lines could push what follows out of sight.
LONGEST_BLANK_RUN = 23
# Languages put one or two marks on a letter; more are drawn onto the lines above and below.
MOST_MARKS = 2

# Our own signs. A text that has them shows them as code points, so that nothing can be forged with them.
OPEN, CLOSE, TAB, LINE_END, CUT = "⟦", "⟧", "⇥", "⏎", "…"
TIMES = "\N{MULTIPLICATION SIGN}"
_OWN = frozenset(OPEN + CLOSE + TAB + LINE_END)

_PLAIN = re.compile(r"[\n\t -~]*")
_SUSPECT = re.compile(r"([^\n\t -~])\1*")
_TO_REPLACE = re.compile(
    rf"(?P<blanks>[ \t]+$|[ \t]{{{LONGEST_BLANK_RUN + 1},}})|(?P<tab>\t)"
    r"|(?P<run>(?P<one>[^\n\t -~])(?P=one)*)"
)

_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
# Drawn as nothing, as a blank or onto their neighbours, whatever their category says (ranges, both ends in).
_UNSEEN = (
    (0x0300, 0x036F),  # combining marks of no script of their own
    (0x1160, 0x11FF),  # Hangul vowels and finals, which join what stands before them
    (0x115F, 0x115F),  # Hangul fillers
    (0x3164, 0x3164),
    (0xFFA0, 0xFFA0),
    (0x17B4, 0x17B5),  # Khmer inherent vowels
    (0x180B, 0x180F),  # Mongolian selectors
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0x2800, 0x2800),  # Braille blank
    (0x302A, 0x302F),
    (0x3099, 0x309A),
    (0xD7B0, 0xD7FF),
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFE20, 0xFE2F),
    (0xFFFC, 0xFFFD),
    (0xE0000, 0xE0FFF),  # tags and more selectors
)


@dataclass(frozen=True)
class Sign:
    """What stands in a shown line for characters that would not show: `start` and `end` are their place.

    `hidden` ones are written as code points, `blanks` are counted, a `tab` is an arrow before it.
    """

    start: int
    end: int
    text: str
    kind: Literal["hidden", "blanks", "tab", "fold"]


@dataclass(frozen=True)
class Findings:
    """What was found: how many characters are written as code points, and the other non-ASCII ones."""

    hidden: int
    unusual: tuple[str, ...]


def reveal(text: str) -> str:
    """Return `text` with all that would not show, or would reorder it, written as `⟦U+202E⟧`.

    Line ends stay, tabs get an arrow, blanks at a line's end and long runs of blanks are counted. Two
    different texts never come out alike.
    """
    return "\n".join(_lines(text))


def one_line(text: str, limit: int = 200) -> str:
    """Return the revealed text in one line, cut visibly at `limit` characters."""
    if len(text) <= limit and "\n" not in text and shows_as_it_is(text):
        return text
    # Cut before the work as well: every character comes out as at least one, but for folded runs.
    shown = f" {LINE_END} ".join(_lines(text[: limit * 8]))
    shown = shown.replace(f"{TAB}\t", TAB)
    return shown if len(shown) <= limit and len(text) <= limit * 8 else shown[: limit - 1] + CUT


def shows_as_it_is(line: str) -> bool:
    """Tell quickly that nothing in `line` is to be written otherwise: so it is with most lines."""
    return _TO_REPLACE.search(line) is None


def findings(text: str) -> Findings:
    """Count what `reveal` has to reveal, and list the other characters beyond ASCII, each once."""
    if _PLAIN.fullmatch(text):
        return Findings(0, ())
    hidden, unusual = 0, dict[str, None]()
    for run in _SUSPECT.finditer(text):
        if hides(run[1]):
            hidden += len(run[0])
        else:
            unusual[run[1]] = None
    return Findings(hidden, tuple(unusual))


def code_point(character: str) -> str:
    """Return a character's number as Unicode writes it."""
    return f"U+{ord(character):04X}"


def signs(line: str, *, named: bool = False) -> Iterator[Sign]:
    """Yield, in order, what stands for something else when `line` is shown; `named`: with its short name."""
    revealing = _Revealing(named=named)
    for found in _TO_REPLACE.finditer(line):
        if found["blanks"]:
            yield Sign(found.start(), found.end(), _counted(found["blanks"]), "blanks")
        elif found["tab"]:
            yield Sign(found.start(), found.end(), f"{TAB}\t", "tab")
        elif text := revealing.shown(found):
            yield Sign(found.start(), found.end(), text, "hidden")


def blank_groups(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[bool, list[tuple[int, str]]]]:
    """Yield numbered lines in groups; the first of each pair tells whether the group is to be folded."""
    for blank, group in groupby(lines, key=lambda line: not line[1].strip(" \t")):
        listed = list(group)
        yield blank and len(listed) > LONGEST_BLANK_RUN, listed


def folded_lines(lines: list[str]) -> str:
    """Say how many blank lines there are: different ones differently."""
    if not any(lines):
        return f"{OPEN}{len(lines)} empty lines{CLOSE}"
    return f"{OPEN}{len(lines)} blank lines, {digest(chr(10).join(lines))}{CLOSE}"


def digest(text: str) -> str:
    """Return words that differ for different texts."""
    return f"sha256 {hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def _lines(text: str) -> Iterator[str]:
    for folds, group in blank_groups(enumerate(text.split("\n"), 1)):
        if folds:
            yield folded_lines([line for _, line in group])
        else:
            yield from (_line(line) for _, line in group)


def _line(line: str) -> str:
    if shows_as_it_is(line):
        return line
    shown, at = list[str](), 0
    for sign in signs(line):
        shown += (line[at : sign.start], sign.text)
        at = sign.end
    return "".join((*shown, line[at:]))


def _counted(run: str) -> str:
    spaces = run.count(" ")
    if spaces == len(run):
        return f"{OPEN}{spaces} space{'s' if spaces > 1 else ''}{CLOSE}"
    if spaces == 0:
        return f"{OPEN}{len(run)} tab{'s' if len(run) > 1 else ''}{CLOSE}"
    return f"{OPEN}{len(run)} blanks, {digest(run)}{CLOSE}"


class _Revealing:
    """Writes one line's runs of characters beyond ASCII: it counts the marks that stand on one letter."""

    def __init__(self, *, named: bool) -> None:
        self._is_named = named
        self._marks, self._marks_end = 0, -1

    def shown(self, run: re.Match[str]) -> str:
        """Return what is shown in the run's place, nothing when it can be shown as it is."""
        character, length = run["one"], run.end() - run.start()
        if not hides(character) and not self._is_stacked(run):
            return ""
        name = f"{short_name(character)} ".lstrip() if self._is_named else ""
        times = f" {TIMES} {length}" if length > 1 else ""
        return f"{OPEN}{name}{code_point(character)}{times}{CLOSE}"

    def _is_stacked(self, run: re.Match[str]) -> bool:
        if unicodedata.category(run["one"]) not in ("Mn", "Me"):
            return False
        before = self._marks if run.start() == self._marks_end else 0
        self._marks, self._marks_end = before + len(run[0]), run.end()
        return self._marks > MOST_MARKS


@lru_cache(maxsize=4096)
def hides(character: str) -> bool:
    """Whether one character would not show, would reorder others, or is one of our own signs."""
    if _PLAIN.fullmatch(character):
        return False
    number = ord(character)
    return (
        character in _OWN
        or unicodedata.category(character) in _HIDDEN_CATEGORIES
        or unicodedata.bidirectional(character) in RIGHT_TO_LEFT
        or any(first <= number <= last for first, last in _UNSEEN)
        # It is drawn exactly like the other character that it stands for: the Kelvin sign, a Greek `;`.
        or not unicodedata.is_normalized("NFC", character)
    )
