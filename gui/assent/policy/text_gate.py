"""Lets a text pass to the lexer only if it has no sign in it that a person or a shell may take otherwise."""

import re
import unicodedata

from assent.policy.block import Uncertain

# Longer blocks are for a person to judge: nobody wrote a rule with them in mind.
MOST_CHARACTERS = 10_000

_BEYOND_ASCII = re.compile(r"[^\t\n -~]")
_WHY = {
    "Cc": "a control character",
    "Cf": "a sign that has no shape",
    "Cs": "half a character",
    "Co": "a character of private use",
    "Cn": "a character that is not assigned",
    "Zs": "a blank that is none to a shell",
    "Zl": "a line separator that is none to a shell",
    "Zp": "a paragraph separator that is none to a shell",
    "Me": "a mark that encloses other signs",
}
# Letters, marks and symbols by their category, yet nothing is seen of them: fillers of Hangul, vowels of
# Khmer without a shape, the braille pattern without dots, joiners, selectors of variants.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def unfit(text: str) -> Uncertain | None:
    """Return why `text` is not to be read at all, or None; the offset counts code points."""
    if len(text) > MOST_CHARACTERS:
        return Uncertain(f"It is longer than {MOST_CHARACTERS:,} characters.", MOST_CHARACTERS)
    for found in _BEYOND_ASCII.finditer(text):
        sign = found[0]
        why = _WHY.get(unicodedata.category(sign))
        if why is None and _UNSEEN.match(sign):
            why = "a sign that is not seen"
        if why is not None:
            return Uncertain(f"There is {why} in it (U+{ord(sign):04X}).", found.start())
    return None
