"""The bounded text that an agent gets of an output: its beginning and its end."""

import re
from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from assent.model.result import BriefBlock, DisplayBlock, ToolReturnValue

DEFAULT_MAX_CHARS = 50_000
DEFAULT_MAX_LINE_LENGTH = 2_000
MARKER = "[...truncated]"
NOTICE = "Output is truncated to fit in the message."
_TAIL_LINES, _TAIL_WIDTH = 5, 200
_TAIL_WINDOW = 8_192


# All that ends a line for str.splitlines; a newline after a return belongs to it.
_BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
_BREAK = re.compile(rf"\r\n|[{_BREAKS}]")


class _Lines(NamedTuple):
    """Whole lines as they came, however many: a flood of short ones costs no object each. Or a cut one."""

    text: str  # as it is shown
    is_cut: bool
    size: int  # bytes that it had when it came


class _Layout(NamedTuple):
    text: str
    left_out: int  # bytes


class ToolResultBuilder:
    """Takes text as it comes, keeps `max_chars` characters in all and `max_line_length` of each line.

    When there is more, the first half and the last are kept. Whatever is left out is announced, with how much
    it is: a cut line by the marker at its end, lines by a line in their place, and both in the message. What
    is kept does not depend on where the text was cut into pieces on its way.
    """

    def __init__(
        self, max_chars: int = DEFAULT_MAX_CHARS, max_line_length: int | None = DEFAULT_MAX_LINE_LENGTH
    ) -> None:
        """Start empty; a line limit must leave room for the marker."""
        if max_line_length is not None and max_line_length <= len(MARKER):
            raise ValueError(f"max_line_length must be more than {len(MARKER)}")
        self._max_chars = max_chars
        self._max_line = max_chars if max_line_length is None else min(max_line_length, max_chars)
        # Lines that are short enough for certain, as many as follow one another.
        self._short = re.compile(
            rf"(?:[^{_BREAKS}]{{0,{self._max_line - 2}}}+[{_BREAKS}]++)*+" if self._max_line > 1 else ""
        )
        self._head: list[_Lines] = []
        self._tail: deque[_Lines] = deque()
        self._head_chars = self._tail_chars = 0
        self._head_is_closed = False
        self._open = ""  # the line that is being written, no longer than it takes to see that it is too long
        self._open_lost = 0  # bytes of it that are not held any more
        self._recent = ""  # the end of all that came, kept or not
        self._display: list[DisplayBlock] = []
        self._extras: dict[str, JsonValue] = {}
        self._remarks: list[str] = []
        self.n_chars = 0  # that came
        self.n_bytes = 0  # that came or were skipped

    @property
    def is_full(self) -> bool:
        """Whether the budget is used up: more text takes the place of older."""
        return self._held() >= self._max_chars

    @property
    def is_truncated(self) -> bool:
        """Whether anything is left out as it stands."""
        return self._layout().left_out > 0

    def write(self, text: str) -> int:
        """Take text and return by how many characters it made the kept text longer."""
        before = self._held()
        self.n_chars += len(text)
        self.n_bytes += _size(text)
        self._recent = (self._recent + text[-_TAIL_WINDOW:])[-_TAIL_WINDOW:]
        text = self._open + text
        start = _start_of_open_line(text)
        self._take(text[:start])
        self._open = self._no_longer_than_needed(text[start:])
        self._open_lost += _size(text[start:]) - _size(self._open)
        # A line that turns out too long gives room to the marker, so less may be held than before.
        return max(self._held() - before, 0)

    def skip(self, n_bytes: int, *, in_line: bool = False) -> None:
        """Leave a gap here of so many bytes that are not at hand; all of them in the open line, if `in_line`.

        What was written before and is not at the beginning is left out, too: there is one gap only.
        """
        self.n_bytes += n_bytes
        if in_line:
            self._open_lost += n_bytes
            return
        if self._open:
            self._place(self._limited(self._open, self._open_lost, goes_on=True))
        self._open, self._open_lost = "", 0
        self._tail.clear()
        self._tail_chars = 0
        self._head_is_closed = True

    def display(self, *blocks: DisplayBlock) -> None:
        """Add blocks for the eye."""
        self._display.extend(blocks)

    def extras(self, **values: JsonValue) -> None:
        """Add values for programs."""
        self._extras.update(values)

    def remark(self, sentence: str) -> None:
        """Add a sentence to the end of the message."""
        self._remarks.append(sentence)

    def tail(self) -> str:
        """Return the last five lines that are not blank, each of at most 200 characters."""
        lines = [line for line in self._recent.splitlines() if line.strip()][-_TAIL_LINES:]
        return "\n".join(line if len(line) <= _TAIL_WIDTH else line[:_TAIL_WIDTH] + "..." for line in lines)

    def ok(self, message: str, *, brief: str = "") -> ToolReturnValue:
        """Build the value of a success."""
        if message and not message.endswith("."):
            message += "."
        return self._build(message, brief, is_error=False)

    def error(self, message: str, *, brief: str) -> ToolReturnValue:
        """Build the value of a failure."""
        return self._build(message, brief, is_error=True)

    def _build(self, message: str, brief: str, *, is_error: bool) -> ToolReturnValue:
        text, left_out = self._layout()
        figures = [NOTICE, f"{left_out:,} of {self.n_bytes:,} bytes are left out."] if left_out else []
        blocks: Sequence[DisplayBlock] = [BriefBlock(text=brief)] if brief else []
        return ToolReturnValue(
            is_error=is_error,
            output=text,
            message=" ".join(filter(None, [message, *figures, *self._remarks])),
            display=(*blocks, *self._display),
            extras=self._extras or None,
        )

    def _layout(self) -> _Layout:
        head, tail = list(self._head), deque(self._tail)
        if self._open or self._open_lost:
            last = self._limited(self._open, self._open_lost)
            (head if len(last.text) <= self._room_in_the_head() else tail).append(last)
        room = self._max_chars - _chars(head)
        if _chars(tail) > room or _bytes(head) + _bytes(tail) < self.n_bytes:
            room -= len(_note(self.n_bytes))  # no note will be longer
            _trim(tail, _chars(tail) - room)
            tail = _fitted(tail, room)
        between = self.n_bytes - _bytes(head) - _bytes(tail)
        text = "".join(lines.text for lines in head)
        if between:
            text += ("\n" if text and text[-1] not in _BREAKS else "") + _note(between)
        kept = sum(_size(lines.text) - len(MARKER) * lines.is_cut for lines in (*head, *tail))
        return _Layout(text + "".join(lines.text for lines in tail), self.n_bytes - kept)

    def _take(self, text: str) -> None:
        """Take whole lines."""
        start = 0
        while start < len(text):
            end = start if self._open_lost else _end(self._short.match(text, start), start)
            if end > start:
                self._place_short(text[start:end])
            else:
                end = _end(_BREAK.search(text, start), len(text))
                self._place(self._limited(text[start:end], self._open_lost))
                self._open_lost = 0
            start = end

    def _limited(self, line: str, lost: int, *, goes_on: bool = False) -> _Lines:
        size = _size(line) + lost
        if len(line) <= self._max_line and not lost and not goes_on:
            return _Lines(line, False, size)
        return _Lines(_cut(line, self._max_line), True, size)

    def _place_short(self, text: str) -> None:
        fits = _boundary_before(text, self._room_in_the_head())
        for part in filter(None, (text[:fits], text[fits:])):
            self._place(_whole(part))

    def _place(self, lines: _Lines) -> None:
        if len(lines.text) <= self._room_in_the_head():
            self._head.append(lines)
            self._head_chars += len(lines.text)
            return
        self._tail.append(lines)
        self._tail_chars += len(lines.text)
        self._tail_chars -= _trim(self._tail, self._tail_chars - (self._max_chars - self._head_chars))

    def _room_in_the_head(self) -> int:
        is_open = not self._tail and not self._head_is_closed
        return self._max_chars // 2 - self._head_chars if is_open else -1

    def _held(self) -> int:
        return self._head_chars + self._tail_chars + min(len(self._open), self._max_line)

    def _no_longer_than_needed(self, line: str) -> str:
        text = line.removesuffix("\r")
        return text[: self._max_line + 1] + line[len(text) :]


def _end(found: re.Match[str] | None, otherwise: int) -> int:
    return found.end() if found else otherwise


def _start_of_open_line(text: str) -> int:
    """Return where the line begins that more may come of: it has no break, or one a newline may belong to."""
    if text.endswith(tuple(_BREAKS.replace("\r", ""))):
        return len(text)
    return _last_break(text, len(text) - text.endswith("\r")) + 1


def _last_break(text: str, end: int) -> int:
    return max(text.rfind(sign, 0, end) for sign in _BREAKS)


def _boundary_before(text: str, position: int) -> int:
    """Return where the last of the whole lines ends that fit before `position`."""
    if position >= len(text):
        return len(text)
    found = _last_break(text, max(position, 0)) + 1
    if text[found - 1 : found + 1] == "\r\n":  # its newline is behind the position
        found = _last_break(text, found - 1) + 1
    return found


def _boundary_behind(text: str, position: int) -> int:
    """Return where the first line begins that has nothing before `position`."""
    return _end(_BREAK.search(text, position - 1), len(text)) if position > 0 else 0


def _whole(text: str) -> _Lines:
    return _Lines(text, False, _size(text))


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def _chars(lines: Iterable[_Lines]) -> int:
    return sum(len(each.text) for each in lines)


def _bytes(lines: Iterable[_Lines]) -> int:
    return sum(each.size for each in lines)


def _cut(line: str, room: int) -> str:
    """Return the beginning of `line` with the marker before its break; the marker is whole in any room."""
    text = line.rstrip(_BREAKS)
    ending = line[len(text) :]
    return text[: max(room - len(MARKER) - len(ending), 0)] + MARKER + ending


def _note(n_bytes: int) -> str:
    return f"{MARKER[:-1]}: {n_bytes:,} bytes left out]\n"


def _trim(blocks: deque[_Lines], surplus: int) -> int:
    """Drop lines from the beginning until `surplus` characters are gone, but the last; return how many are."""
    gone = 0
    while blocks and gone < surplus:
        first = blocks.popleft()
        start = _boundary_behind(first.text, surplus - gone)
        if start == len(first.text) and not blocks:
            start = _boundary_before(first.text, start - 1)
        if start < len(first.text):
            blocks.appendleft(_whole(first.text[start:]) if start else first)
        if not start:
            break
        gone += start
    return gone


def _fitted(blocks: deque[_Lines], room: int) -> deque[_Lines]:
    """Return the same; of a single line for which there is no room only its beginning."""
    if not blocks or _chars(blocks) <= room:
        return blocks
    [last] = blocks
    whole = last.text.replace(MARKER, "") if last.is_cut else last.text
    return deque([_Lines(_cut(whole, room), True, last.size)])
