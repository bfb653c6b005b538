"""The bounded text that an agent gets of an output: its beginning and its end."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from assent.execution.lines import (
    BREAKS,
    Lines,
    boundary_before,
    boundary_behind,
    size_bytes,
    start_of_open_line,
    trim,
    up_to,
    whole,
)
from assent.model.result import BriefBlock, DisplayBlock, ToolReturnValue

DEFAULT_MAX_CHARS = 50_000
DEFAULT_MAX_LINE_LENGTH = 2_000
MARKER = "[...truncated]"
NOTICE = "Output is truncated to fit in the message."
_TAIL_LINES, _TAIL_WIDTH = 5, 200
_TAIL_WINDOW = 8_192


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
        self._short = up_to(self._max_line)
        self._head: list[Lines] = []
        self._tail: deque[Lines] = deque()
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
        self.n_bytes += size_bytes(text)
        self._recent = (self._recent + text[-_TAIL_WINDOW:])[-_TAIL_WINDOW:]
        text = self._open + text
        start = start_of_open_line(text)
        self._take(text[:start])
        self._open = self._no_longer_than_needed(text[start:])
        self._open_lost += size_bytes(text[start:]) - size_bytes(self._open)
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
            trim(tail, _chars(tail) - room)
            tail = _fitted(tail, room)
        between = self.n_bytes - _bytes(head) - _bytes(tail)
        text = "".join(lines.text for lines in head)
        if between:
            text += ("\n" if text and text[-1] not in BREAKS else "") + _note(between)
        kept = sum(size_bytes(lines.text) - len(MARKER) * lines.is_cut for lines in (*head, *tail))
        return _Layout(text + "".join(lines.text for lines in tail), self.n_bytes - kept)

    def _take(self, text: str) -> None:
        """Take whole lines."""
        start = 0
        while start < len(text):
            short = None if self._open_lost else self._short.match(text, start)
            if short is not None and (end := short.end()) > start:
                self._place_short(text[start:end])
            else:
                end = boundary_behind(text, start + 1)
                self._place(self._limited(text[start:end], self._open_lost))
                self._open_lost = 0
            start = end

    def _limited(self, line: str, lost: int, *, goes_on: bool = False) -> Lines:
        size = size_bytes(line) + lost
        if len(line) <= self._max_line and not lost and not goes_on:
            return Lines(line, False, size)
        return Lines(_cut(line, self._max_line), True, size)

    def _place_short(self, text: str) -> None:
        fits = boundary_before(text, self._room_in_the_head())
        for part in filter(None, (text[:fits], text[fits:])):
            self._place(whole(part))

    def _place(self, lines: Lines) -> None:
        if len(lines.text) <= self._room_in_the_head():
            self._head.append(lines)
            self._head_chars += len(lines.text)
            return
        self._tail.append(lines)
        self._tail_chars += len(lines.text)
        self._tail_chars -= trim(self._tail, self._tail_chars - (self._max_chars - self._head_chars))

    def _room_in_the_head(self) -> int:
        is_open = not self._tail and not self._head_is_closed
        return self._max_chars // 2 - self._head_chars if is_open else -1

    def _held(self) -> int:
        return self._head_chars + self._tail_chars + min(len(self._open), self._max_line)

    def _no_longer_than_needed(self, line: str) -> str:
        text = line.removesuffix("\r")
        return text[: self._max_line + 1] + line[len(text) :]


def _chars(lines: Iterable[Lines]) -> int:
    return sum(len(each.text) for each in lines)


def _bytes(lines: Iterable[Lines]) -> int:
    return sum(each.size for each in lines)


def _cut(line: str, room: int) -> str:
    """Return the beginning of `line` with the marker before its break; the marker is whole in any room."""
    text = line.rstrip(BREAKS)
    ending = line[len(text) :]
    return text[: max(room - len(MARKER) - len(ending), 0)] + MARKER + ending


def _note(n_bytes: int) -> str:
    return f"{MARKER[:-1]}: {n_bytes:,} bytes left out]\n"


def _fitted(blocks: deque[Lines], room: int) -> deque[Lines]:
    """Return the same; of a single line for which there is no room only its beginning."""
    if not blocks or _chars(blocks) <= room:
        return blocks
    [last] = blocks
    whole = last.text.replace(MARKER, "") if last.is_cut else last.text
    return deque([Lines(_cut(whole, room), True, last.size)])
