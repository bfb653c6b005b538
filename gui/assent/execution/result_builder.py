"""The bounded text that an agent gets of an output: its beginning and its end."""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from pydantic import JsonValue

from assent.model.result import BriefBlock, DisplayBlock, ToolReturnValue

DEFAULT_MAX_CHARS = 50_000
DEFAULT_MAX_LINE_LENGTH = 2_000
MARKER = "[...truncated]"
NOTICE = "Output is truncated to fit in the message."
_TAIL_LINES, _TAIL_WIDTH = 5, 200
_TAIL_WINDOW = 8_192


class _Line(NamedTuple):
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
        self._head: list[_Line] = []
        self._tail: deque[_Line] = deque()
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
        lines = (self._open + text).splitlines(keepends=True)
        still_open = lines.pop() if lines and _is_open(lines[-1]) else ""
        for line in lines:
            self._place(self._limited(line, self._open_lost))
            self._open_lost = 0
        self._open = self._no_longer_than_needed(still_open)
        self._open_lost += _size(still_open) - _size(self._open)
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
        head, tail = list(self._head), list(self._tail)
        if self._open or self._open_lost:
            last = self._limited(self._open, self._open_lost)
            (head if self._goes_to_the_head(last) else tail).append(last)
        room = self._max_chars - _chars(head)
        if _chars(tail) > room or _bytes(head) + _bytes(tail) < self.n_bytes:
            tail = _newest(tail, room - len(_note(self.n_bytes)))  # no note will be longer
        between = self.n_bytes - _bytes(head) - _bytes(tail)
        text = "".join(line.text for line in head)
        if between:
            text += ("\n" if text and text[-1] not in _BREAKS else "") + _note(between)
        kept = sum(_size(line.text) - len(MARKER) * line.is_cut for line in (*head, *tail))
        return _Layout(text + "".join(line.text for line in tail), self.n_bytes - kept)

    def _limited(self, line: str, lost: int, *, goes_on: bool = False) -> _Line:
        size = _size(line) + lost
        if len(line) <= self._max_line and not lost and not goes_on:
            return _Line(line, False, size)
        return _Line(_cut(line, self._max_line), True, size)

    def _place(self, line: _Line) -> None:
        if self._goes_to_the_head(line):
            self._head.append(line)
            self._head_chars += len(line.text)
            return
        self._tail.append(line)
        self._tail_chars += len(line.text)
        while self._tail_chars > self._max_chars - self._head_chars and len(self._tail) > 1:
            self._tail_chars -= len(self._tail.popleft().text)

    def _goes_to_the_head(self, line: _Line) -> bool:
        is_open = not self._tail and not self._head_is_closed
        return is_open and self._head_chars + len(line.text) <= self._max_chars // 2

    def _held(self) -> int:
        return self._head_chars + self._tail_chars + min(len(self._open), self._max_line)

    def _no_longer_than_needed(self, line: str) -> str:
        text = line.removesuffix("\r")
        return text[: self._max_line + 1] + line[len(text) :]


_BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


def _is_open(line: str) -> bool:
    """Tell whether more of this line may come: it has no break, or one that a newline may belong to."""
    return line[-1] not in _BREAKS or line[-1] == "\r"


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def _chars(lines: list[_Line]) -> int:
    return sum(len(line.text) for line in lines)


def _bytes(lines: list[_Line]) -> int:
    return sum(line.size for line in lines)


def _cut(line: str, room: int) -> str:
    """Return the beginning of `line` with the marker before its break; the marker is whole in any room."""
    text = line.rstrip(_BREAKS)
    ending = line[len(text) :]
    return text[: max(room - len(MARKER) - len(ending), 0)] + MARKER + ending


def _note(n_bytes: int) -> str:
    return f"{MARKER[:-1]}: {n_bytes:,} bytes left out]\n"


def _newest(lines: list[_Line], room: int) -> list[_Line]:
    """Return as many of the last lines as there is room for; of a single one at least its beginning."""
    kept: deque[_Line] = deque()
    for line in reversed(lines):
        if len(line.text) > room:
            break
        kept.appendleft(line)
        room -= len(line.text)
    if lines and not kept:
        last = lines[-1]
        whole = last.text.replace(MARKER, "") if last.is_cut else last.text
        return [_Line(_cut(whole, room), True, last.size)]
    return list(kept)
