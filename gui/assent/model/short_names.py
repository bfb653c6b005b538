"""Short names of characters that do not show: `RLO`, `ZWSP`, `NBSP`, `ESC`."""

from functools import lru_cache

_C0 = (
    "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC "
    "FS GS RS US"
)
_C1 = (
    "PAD HOP BPH NBH IND NEL SSA ESA HTS HTJ VTS PLD PLU RI SS2 SS3 DCS PU1 PU2 STS CCH MW SPA EPA SOS SGCI "
    "SCI CSI ST OSC PM APC"
)
_NAMES = {
    **dict(enumerate(_C0.split())),
    **dict(enumerate(_C1.split(), 0x80)),
    0x7F: "DEL",
    0xA0: "NBSP",
    0xAD: "SHY",
    0x34F: "CGJ",
    0x61C: "ALM",
    0x1680: "OGHAM BLANK",
    0x180E: "MVS",
    0x2000: "EN QUAD",
    0x2001: "EM QUAD",
    0x2002: "EN SPACE",
    0x2003: "EM SPACE",
    0x2004: "3-PER-EM SPACE",
    0x2005: "4-PER-EM SPACE",
    0x2006: "6-PER-EM SPACE",
    0x2007: "FIGURE SPACE",
    0x2008: "PUNCTUATION SPACE",
    0x2009: "THIN SPACE",
    0x200A: "HAIR SPACE",
    0x200B: "ZWSP",
    0x200C: "ZWNJ",
    0x200D: "ZWJ",
    0x200E: "LRM",
    0x200F: "RLM",
    0x2028: "LSEP",
    0x2029: "PSEP",
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x202F: "NNBSP",
    0x205F: "MMSP",
    0x2060: "WJ",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
    0x2800: "BRAILLE BLANK",
    0x3000: "WIDE SPACE",
    0x3164: "HANGUL FILLER",
    0xFEFF: "BOM",
    0xFFFC: "OBJ",
    0xFFFD: "BROKEN",
}


@lru_cache(maxsize=512)
def short_name(character: str) -> str:
    """Return the usual short name of `character`, or nothing where it has none."""
    number = ord(character)
    if named := _NAMES.get(number):
        return named
    if 0xE0020 < number < 0xE007F:
        return f"TAG {chr(number - 0xE0000)}"
    if 0xFE00 <= number <= 0xFE0F:
        return f"VS{number - 0xFE00 + 1}"
    if 0xE0100 <= number <= 0xE01EF:
        return f"VS{number - 0xE0100 + 17}"
    if 0xD800 <= number <= 0xDFFF:
        return "HALF"
    return ""
