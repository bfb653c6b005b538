"""Random texts that try to look like one another, and how each of them looks in a view.

    python tests/looks.py [how many]

counts those of two different texts that look the same.
"""

import random
import sys
import unicodedata

from assent.model.folding import folds
from assent.model.rows import rows

# By class: what hides, what reorders, what joins, what folds, and what could be taken for our own signs.
_CLASSES = (
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",
    "\u200b\u200c\u200d\u2060\u2061\u2062\ufeff\u00ad\u034f\u115f\u1160\u3164\uffa0\u17b4\ufe0f\U000e0100",
    "\u00a0\u1680\u2000\u2003\u2009\u200a\u202f\u205f\u3000\u2800",
    "\x00\x07\x08\x0b\x0c\r\x1a\x1b\x7f\x85\x9b\u2028\u2029",
    "\u0301\u0308\u0323\u0336\u20dd\u0e48\u0e34\u3099",
    "\ud800\udcff\ufdd0\uffff\ue000\u0378\ufffd",
    "\u0430\u0435\u043e\u0456\u03bf\u0131\u017f\u2212\u2010\u037e\uff1b\u212a\u2126\u00e9\u00c5\u212b",
    "\u05d0\u0627\u0660\U0001f389\u65e5\uac00\u1100\u1161\u11a8",
    "⟦⟧⇥⏎▸▾·\u00d7…U+202E ZWSP sha256",
    " \t\n",
    "ls -rf ~;|&<>$`'\"\\",
)
_SEQUENCES = (
    "\x1b[2K",
    "\x1b]0;x\x07",
    "\r\n",
    " " * 24,
    "\t" * 25,
    "\n" * 25,
    "⟦U+202E⟧",
    "⟦RLO U+202E⟧",
    " \n" * 25,
)


def hostile_text(source: random.Random) -> str:
    """Return a short text that mixes some of the classes; now and then it is long enough to be folded."""
    classes = source.sample(_CLASSES, source.randint(1, 4))
    pieces = []
    for _ in range(source.randint(1, 12)):
        if source.random() < 0.12:
            pieces.append(source.choice(_SEQUENCES))
        elif source.random() < 0.05:
            pieces.append(chr(source.randrange(0x110000)))
        else:
            pieces.append(source.choice(source.choice(classes)) * source.choice((1, 1, 1, 2, 3)))
    text = "".join(pieces)
    if source.random() < 0.05:
        return f"cat <<E\n{(text + chr(10)) * 17}{text}\nE\n"
    if source.random() < 0.02:
        return text + "".join(source.choices("AB", k=4_200)) + text
    return text


def appearance(text: str) -> tuple[tuple[int | None, str], ...]:
    """Return what is drawn: numbers and rows, in the form that a font draws alike characters in."""
    return tuple(
        (row.number, unicodedata.normalize("NFC", row.text)) for row in rows(text, folds=folds(text))
    )


def main() -> None:
    """Count and print."""
    count, source = int(sys.argv[1]) if len(sys.argv) > 1 else 300_000, random.Random(1)
    seen = dict[tuple[tuple[int | None, str], ...], str]()
    tried, alike = 0, 0
    while len(seen) < count:
        text = hostile_text(source)
        other = seen.setdefault(appearance(text), text)
        tried += 1
        if other != text:
            alike += 1
            sys.stdout.write(f"{text!a} looks like {other!a}\n")
    sys.stdout.write(f"{tried:,} texts, {len(seen):,} different ones, {alike} of which look like another\n")


if __name__ == "__main__":
    main()
