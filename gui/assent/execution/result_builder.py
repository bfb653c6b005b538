"""The bounded text that an agent gets of a command's output."""

from collections.abc import Sequence

from pydantic import JsonValue

from assent.model.result import BriefBlock, DisplayBlock, ToolReturnValue

DEFAULT_MAX_CHARS = 50_000
DEFAULT_MAX_LINE_LENGTH = 2_000
MARKER = "[...truncated]"
NOTICE = "Output is truncated to fit in the message."
_TAIL_LINES, _TAIL_WIDTH = 5, 200
_TAIL_WINDOW = 8_192


class ToolResultBuilder:
    """Takes text as it comes, keeps at most `max_chars` characters and `max_line_length` of each line.

    Whatever is left out is announced: a cut line, and lines after the budget was used up. What is kept does
    not depend on where the text was cut into pieces on its way.
    """

    def __init__(
        self, max_chars: int = DEFAULT_MAX_CHARS, max_line_length: int | None = DEFAULT_MAX_LINE_LENGTH
    ) -> None:
        """Start empty; a line limit must leave room for the marker."""
        if max_line_length is not None and max_line_length <= len(MARKER):
            raise ValueError(f"max_line_length must be more than {len(MARKER)}")
        self._max_chars = max_chars
        self._max_line = max_chars if max_line_length is None else min(max_line_length, max_chars)
        self._kept: list[str] = []  # whole lines
        self._kept_chars = 0
        self._open = ""  # the line that is being written, no longer than it takes to see that it is too long
        self._recent = ""  # the end of all that came, kept or not
        self._display: list[DisplayBlock] = []
        self._extras: dict[str, JsonValue] = {}
        self.n_chars = 0  # that came
        self.is_truncated = False

    @property
    def is_full(self) -> bool:
        """Whether the budget is used up."""
        return self._kept_chars >= self._max_chars

    def write(self, text: str) -> int:
        """Take text and return how many characters of it were kept."""
        self.n_chars += len(text)
        self._recent = (self._recent + text[-_TAIL_WINDOW:])[-_TAIL_WINDOW:]
        if self.is_full:
            self.is_truncated = self.is_truncated or bool(text)
            return 0
        before = self._held()
        lines = (self._open + text).splitlines(keepends=True)
        self._open = self._no_longer_than_needed(lines.pop()) if lines and _is_open(lines[-1]) else ""
        for line in lines:
            self._finish_line(line)
        if self.is_full and self._open:
            self.is_truncated, self._open = True, ""
        # A line that turns out too long gives room to the marker, so less may be held than before.
        return max(self._held() - before, 0)

    def display(self, *blocks: DisplayBlock) -> None:
        """Add blocks for the eye."""
        self._display.extend(blocks)

    def extras(self, **values: JsonValue) -> None:
        """Add values for programs."""
        self._extras.update(values)

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
        self._finish_line(self._open)
        self._open = ""
        if self.is_truncated:
            message = f"{message} {NOTICE}".strip()
        blocks: Sequence[DisplayBlock] = [BriefBlock(text=brief)] if brief else []
        return ToolReturnValue(
            is_error=is_error,
            output="".join(self._kept),
            message=message,
            display=(*blocks, *self._display),
            extras=self._extras or None,
        )

    def _finish_line(self, line: str) -> None:
        if self.is_full:
            self.is_truncated = self.is_truncated or bool(line)
            return
        room = self._room()
        if len(line) > room:
            self.is_truncated = True
            text = line.rstrip(_BREAKS)
            ending = line[len(text) :]
            line = text[: max(room - len(MARKER) - len(ending), 0)] + MARKER + ending
        self._kept.append(line)
        self._kept_chars += len(line)

    def _room(self) -> int:
        return min(self._max_chars - self._kept_chars, self._max_line)

    def _held(self) -> int:
        return self._kept_chars + min(len(self._open), self._room())

    def _no_longer_than_needed(self, line: str) -> str:
        text = line.removesuffix("\r")
        return text[: self._max_line + 1] + line[len(text) :]


_BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


def _is_open(line: str) -> bool:
    """Tell whether more of this line may come: it has no break, or one that a newline may belong to."""
    return line[-1] not in _BREAKS or line[-1] == "\r"
