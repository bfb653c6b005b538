"""Reads output as a terminal would: colours and what happens in one line, and nothing else is obeyed."""

import re
from dataclasses import replace
from functools import lru_cache

from assent.desktop.output.screen import Look, Screen

# Text of one kind, cut at what needs attention. An escape sequence that is not complete yet waits for more.
_SPECIAL = re.compile(
    r"\x1b\[(?P<parameters>[0-?]*)[ -/]*(?P<final>[@-~])"  # CSI
    r"|\x1b[\]PX^_][^\x00-\x1f\x9c]*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS, SOS, PM, APC in one line
    r"|\x1b[ -/]+[0-~]|\x1b[0-Z\\-~]"  # the short ones
    r"|(?P<control>[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff])"
)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x00-\x1f\x9c]*\x1b?|[ -/]*)?\Z")
LONGEST_UNFINISHED = 4_096
_IN_LINE = frozenset("CDGPX@K")
_NUMBER = re.compile("[0-9]{0,4}")
# Private modes that change what keys and a paste send; the others are about a full screen.
APPLICATION_CURSOR, BRACKETED_PASTE = 1, 2004
_MODES = {str(mode): mode for mode in (APPLICATION_CURSOR, BRACKETED_PASTE)}


class Reader:
    """Reads one channel's text onto a screen; what it does not know is swallowed."""

    def __init__(self, screen: Screen, *, is_error: bool = False) -> None:
        """Write onto `screen`."""
        self._screen = screen
        self._usual = Look(is_error=is_error)
        self._look = self._usual
        self._rest = ""

    def feed(self, text: str) -> None:
        """Read more text, cut anywhere."""
        text, self._rest = self._rest + text, ""
        # Only a short tail can be an unfinished sequence; a long one is text of somebody who plays with us.
        if unfinished := _UNFINISHED.search(text, max(0, len(text) - LONGEST_UNFINISHED)):
            self._rest, text = unfinished[0], text[: unfinished.start()]
        start = 0
        for special in _SPECIAL.finditer(text):
            if special.start() > start:
                self._screen.write(text[start : special.start()], self._look)
            start = special.end()
            self._obey(special)
        if start < len(text):
            self._screen.write(text[start:], self._look)

    def reset(self) -> None:
        """Forget a colour and a half sequence: something in between was left out."""
        self._look, self._rest = self._usual, ""

    def _obey(self, special: re.Match[str]) -> None:
        if special["final"] == "m":
            self._look = selected(self._look, special["parameters"])
        elif special["final"] in _IN_LINE and _NUMBER.fullmatch(special["parameters"]):
            self._change_line(special["final"], int(special["parameters"] or 0))
        elif special["final"] in ("h", "l") and special["parameters"].startswith("?"):
            self._set_modes(special["parameters"][1:], is_set=special["final"] == "h")
        elif (character := special["control"]) and not self._screen.control(character):
            self._screen.write(_picture(character), replace(self._look, faint=True))

    def _change_line(self, final: str, number: int) -> None:
        """Obey what moves or erases within the line, which progress displays and line editors need."""
        screen, once = self._screen, max(number, 1)
        match final:
            case "C" | "D":
                screen.go_to(screen.column + (once if final == "C" else -once))
            case "G":
                screen.go_to(once - 1)
            case "P":
                screen.remove(once)
            case "@":
                screen.insert(once)
            case "X":
                screen.erase(screen.column, screen.column + once)
            case "K" if number == 0:
                screen.erase(screen.column)
            case "K" if number in (1, 2):
                screen.erase(0, screen.column + 1 if number == 1 else None)

    def _set_modes(self, numbers: str, *, is_set: bool) -> None:
        for number in numbers.split(";"):
            if number in _MODES:
                (self._screen.modes.add if is_set else self._screen.modes.discard)(_MODES[number])


@lru_cache(maxsize=1024)
def selected(look: Look, parameters: str) -> Look:
    """Return the look after a "select graphic rendition"; numbers it does not know change nothing."""
    numbers = [
        int(part) if part.isdigit() and len(part) < 6 else 0 for part in re.split("[;:]", parameters or "0")
    ]
    position = 0
    while position < len(numbers):
        number = numbers[position]
        if number in (38, 48):
            colour, used = _wide_colour(numbers[position + 1 :])
            look = replace(look, foreground=colour) if number == 38 else replace(look, background=colour)
            position += 1 + used
        else:
            look = _simple(look, number)
            position += 1
    return look


def _simple(look: Look, number: int) -> Look:
    if number == 0:
        return Look(is_error=look.is_error)
    if change := _CHANGES.get(number):
        return replace(look, **change)  # type: ignore[arg-type]
    if 30 <= number <= 37 or 90 <= number <= 97:
        return replace(look, foreground=number - (30 if number < 90 else 82))
    if 40 <= number <= 47 or 100 <= number <= 107:
        return replace(look, background=number - (40 if number < 100 else 92))
    return look


_CHANGES: dict[int, dict[str, bool | None]] = {
    1: {"bold": True},
    2: {"faint": True},
    3: {"italic": True},
    4: {"underline": True},
    7: {"inverse": True},
    9: {"struck": True},
    22: {"bold": False, "faint": False},
    23: {"italic": False},
    24: {"underline": False},
    27: {"inverse": False},
    29: {"struck": False},
    39: {"foreground": None},
    49: {"background": None},
}


def _wide_colour(numbers: list[int]) -> tuple[int | str | None, int]:
    """Read what follows 38 or 48: the colour, and how many numbers it took."""
    match numbers:
        case [5, index, *_]:
            return index % 256, 2
        case [2, red, green, blue, *_]:
            return f"#{red % 256:02x}{green % 256:02x}{blue % 256:02x}", 4
        case _:
            return None, len(numbers)


def _picture(character: str) -> str:
    """Return a sign for a character that would not show."""
    number = ord(character)
    if number < 0x20:
        return chr(0x2400 + number)
    return "␡" if number == 0x7F else f"⟦U+{number:04X}⟧"
