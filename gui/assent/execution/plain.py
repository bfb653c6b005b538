"""What a terminal would leave to read of a command's text: no escape codes, overwritten text overwritten."""

import re

# Strings (titles, links) are bounded and never hold an escape or a line's end: one that nobody closed must
# not swallow the output behind it, nor make the search slow.
_STRING = r"[\]PX^_][^\x07\x1b\x9c\n]{0,4096}+"
_CONTROL = r"[0-?]*+[ -/]*+"
_ESCAPE = re.compile(
    rf"\x1b{_STRING}(?:\x07|\x1b\\|\x9c)|(?:\x1b\[|\x9b){_CONTROL}[@-~]|\x1b[ -/]*+[0-~]?|\x9b"
)
_UNFINISHED = re.compile(rf"(?:\x1b(?:{_STRING}\x1b?|\[{_CONTROL}|[ -/]*+)|\x9b{_CONTROL})\Z")
_LONGEST_ESCAPE = 4_100
# From the beginning of an escape code to the sign that shows that it ends there: its last one, the "next", or
# after an escape in a string, which may be the string's end, the "next but one".
HELD = re.compile(
    rf"\x1b{_STRING}(?:[^\x1b]|\x1b\\|(?P<next_but_one>(?=\x1b[^\\]))|(?P<unfinished>\x1b?\Z))"
    rf"|(?:(?:\x1b\[|\x9b){_CONTROL}|\x1b[ -/]*+)"
    r"(?:[^\x1b\x9b]|(?P<next>(?=[\x1b\x9b]))|(?P<unfinished_control>\Z))",
    re.DOTALL,
)
# Signs without a shape. Tabs and all that ends a line stay; escapes are gone by then.
_SHAPELESS = re.compile(r"[\x00-\x08\x0e-\x1b\x7f]")
_SPECIAL = re.compile(r"[\x00-\x08\x0d-\x1b\x7f\x9b]")
_BESIDE_RETURN = re.compile(r"[\x00-\x08\x0e-\x1b\x7f\x9b]")
# What moves in a line or takes from it: return, backspace, erase to the end, erase all.
_MOVE = re.compile(r"(\r|\x08|(?:\x1b\[|\x9b)[02]?K)")


def plain(text: str) -> str:
    """Return `text` without escape codes and other signs that have no shape, its lines as last written."""
    if not _SPECIAL.search(text):
        return text
    text = text.replace("\r\n", "\n")
    if "\r" in text or "\x08" in text:
        last_written = _as_last_written if _BESIDE_RETURN.search(text) else _overlaid
        text = "\n".join(map(last_written, text.split("\n")))
    return _SHAPELESS.sub("", _ESCAPE.sub("", text))


def unfinished(text: str) -> str:
    """Return the begun escape code at the end of `text`, or nothing."""
    if "\x1b" not in text and "\x9b" not in text:
        return ""
    found = _UNFINISHED.search(text, max(len(text) - _LONGEST_ESCAPE, 0))
    return found.group() if found else ""


def _overlaid(line: str) -> str:
    if "\r" not in line:
        return line
    shown = ""
    for part in reversed(line.split("\r")):
        if len(part) > len(shown):
            shown += part[len(shown) :]
    return shown


def _as_last_written(line: str) -> str:
    if "\r" not in line and "\x08" not in line:
        return line
    if not _BESIDE_RETURN.search(line):
        return _overlaid(line)
    cells: list[str] = []
    column = 0
    for part in _MOVE.split(line):
        match part:
            case "\r":
                column = 0
            case "\x08":
                column = max(column - 1, 0)
            case "\x1b[K" | "\x1b[0K" | "\x9bK" | "\x9b0K":
                del cells[column:]
            case "\x1b[2K" | "\x9b2K":
                cells.clear()
                column = 0  # a terminal stays where it is; everybody goes to the start before or after
            case "":
                pass  # between two moves
            case _:
                written = _SHAPELESS.sub("", _ESCAPE.sub("", part))
                cells[column : column + len(written)] = written
                column += len(written)
    return "".join(cells)
