"""Makes visible what the eye would miss in a foreign text: different texts look different."""

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

# A run of this many blanks or blank lines could push what follows out of sight.
LONGEST_BLANK_RUN = 23
# A text view lays out a paragraph as a whole: one of 200,000 characters takes it seconds.
LONGEST_ROW = 1_000
# Languages put one or two marks on a letter; more are drawn onto the lines above and below.
MOST_MARKS = 2

# Our own signs. A text that has them shows them as code points, so that nothing can be forged with them.
OPEN, CLOSE, TAB, LINE_END, CUT = "⟦", "⟧", "⇥", "⏎", "…"
TIMES = "\N{MULTIPLICATION SIGN}"
_OWN = frozenset(OPEN + CLOSE + TAB + LINE_END)

_PLAIN = re.compile(r"[\n\t -~]*")
_SUSPECT = re.compile(r"([^\n\t -~])\1*")
_BLANKS_AT_END = re.compile(r"[ \t]+$", re.MULTILINE)
_BLANK_RUN = re.compile(rf"[ \t]{{{LONGEST_BLANK_RUN + 1},}}")

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
class Row:
    """One paragraph of a view.

    `number` is the line's, or None when the row goes on with the line before it or stands for `folded` lines.
    """

    number: int | None
    text: str
    folded: int = 0


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
    return "\n".join(row.text for row in _lines(text))


def one_line(text: str, limit: int = 200) -> str:
    """Return the revealed text in one line, cut visibly at `limit` characters."""
    # Cut before the work as well: every character comes out as at least one, but for folded runs.
    shown = f" {LINE_END} ".join(row.text for row in _lines(text[: limit * 8]))
    shown = shown.replace(f"{TAB}\t", TAB)
    return shown if len(shown) <= limit and len(text) <= limit * 8 else shown[: limit - 1] + CUT


def rows(text: str, width: int = LONGEST_ROW) -> tuple[Row, ...]:
    """Return the revealed text as a view's paragraphs, none much longer than `width`.

    Only the first piece of a line has its number, so that a cut is not taken for a line's end.
    """
    return tuple(_cut(text, width))


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


def _cut(text: str, width: int) -> Iterator[Row]:
    for row in _lines(text):
        if row.folded:
            yield row
            continue
        start = 0
        while len(row.text) - start > width:
            end = start + width
            # A code point is not torn apart: its brackets would not be ours any more.
            opened = row.text.rfind(OPEN, end - 80, end)
            if opened > start and row.text.find(CLOSE, opened, end) < 0:
                end = opened
            yield Row(row.number if start == 0 else None, row.text[start:end])
            start = end
        yield Row(row.number if start == 0 else None, row.text[start:])


def _lines(text: str) -> Iterator[Row]:
    numbered = enumerate(text.split("\n"), 1)
    for blank, group in groupby(numbered, key=lambda line: not line[1].strip(" \t")):
        lines = list(group)
        if blank and len(lines) > LONGEST_BLANK_RUN:
            yield Row(None, _folded_lines([line for _, line in lines]), len(lines))
        else:
            yield from (Row(number, _line(line)) for number, line in lines)


def _folded_lines(lines: list[str]) -> str:
    if not any(lines):
        return f"{OPEN}{len(lines)} empty lines{CLOSE}"
    return f"{OPEN}{len(lines)} blank lines, {_digest(chr(10).join(lines))}{CLOSE}"


def _line(line: str) -> str:
    if not _PLAIN.fullmatch(line):
        line = _SUSPECT.sub(_Revealing(), line)
    line = _BLANKS_AT_END.sub(_counted, line)
    return _BLANK_RUN.sub(_counted, line).replace("\t", f"{TAB}\t")


def _counted(blanks: re.Match[str]) -> str:
    run = blanks[0]
    spaces = run.count(" ")
    if spaces == len(run):
        return f"{OPEN}{spaces} space{'s' if spaces > 1 else ''}{CLOSE}"
    if spaces == 0:
        return f"{OPEN}{len(run)} tab{'s' if len(run) > 1 else ''}{CLOSE}"
    return f"{OPEN}{len(run)} blanks, {_digest(run)}{CLOSE}"


class _Revealing:
    """Writes one line's runs of characters beyond ASCII: it counts the marks that stand on one letter."""

    def __init__(self) -> None:
        self._marks, self._marks_end = 0, -1

    def __call__(self, run: re.Match[str]) -> str:
        character = run[1]
        if not hides(character) and not self._is_stacked(run):
            return run[0]
        times = f" {TIMES} {len(run[0])}" if len(run[0]) > 1 else ""
        return f"{OPEN}{code_point(character)}{times}{CLOSE}"

    def _is_stacked(self, run: re.Match[str]) -> bool:
        if unicodedata.category(run[1]) not in ("Mn", "Me"):
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


def _digest(text: str) -> str:
    return f"sha256 {hashlib.sha256(text.encode()).hexdigest()[:16]}"
