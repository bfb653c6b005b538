"""The page that output is written on: it has no end, and only its last line may still change."""

from dataclasses import dataclass

LONGEST_LINE = 2_000
_TAB_STOP = 8


@dataclass(frozen=True, slots=True)
class Look:
    """How a piece of text looks: a colour is a number of the 256, "#rrggbb", or None for the usual one."""

    foreground: int | str | None = None
    background: int | str | None = None
    bold: bool = False
    faint: bool = False
    italic: bool = False
    underline: bool = False
    struck: bool = False
    inverse: bool = False
    is_error: bool = False


Piece = tuple[str, Look]
Line = tuple[Piece, ...]


class Screen:
    """One endless page: finished lines come out, the last one may still be overwritten."""

    def __init__(self) -> None:
        """Start with an empty line."""
        self._pieces: list[Piece] = []
        self._length = 0
        self._column = 0
        self._cut = 0
        self._finished: list[Line] = []
        self.modes: set[int] = set()  # those of APPLICATION_CURSOR and BRACKETED_PASTE that a program has set

    @property
    def column(self) -> int:
        """Where the next character goes, counted in characters of the line."""
        return self._column

    def write(self, text: str, look: Look) -> None:
        """Put `text`, which has no control characters, at the cursor; count what is beyond the limit."""
        room = LONGEST_LINE - self._column
        if len(text) > room:
            self._cut += len(text) - max(room, 0)
            text = text[: max(room, 0)]
        if not text:
            return
        end = self._column + len(text)
        if self._column == self._length:
            if self._pieces and self._pieces[-1][1] == look:
                self._pieces[-1] = (self._pieces[-1][0] + text, look)
            else:
                self._pieces.append((text, look))
        else:
            before, behind = _split(self._pieces, self._column)[0], _split(self._pieces, end)[1]
            self._pieces = [*before, (text, look), *behind]
        self._length = max(self._length, end)
        self._column = end

    def control(self, character: str) -> bool:
        """Obey a line end, a return, a step back or a tab; tell whether it was one of these."""
        match character:
            case "\n":
                self._finished.append(self.current)
                self._pieces, self._length, self._column, self._cut = [], 0, 0, 0
            case "\r":
                self._column = 0
            case "\b":
                self._column = max(0, self._column - 1)
            case "\t":
                self.write(" " * (_TAB_STOP - self._column % _TAB_STOP), Look())
            case _:
                return False
        return True

    def go_to(self, column: int) -> None:
        """Put the cursor elsewhere in the line; where the line is shorter, it grows by spaces."""
        self._column = max(0, min(column, LONGEST_LINE))
        if self._column > self._length:
            wanted, self._column = self._column, self._length
            self.write(" " * (wanted - self._length), Look())

    def erase(self, start: int, end: int | None = None) -> None:
        """Erase the line from `start` on, or put spaces there up to `end`; the cursor stays."""
        if end is None or end >= self._length:
            stays = self._column
            self._pieces, self._length = _split(self._pieces, start)[0], min(self._length, start)
            self._column = min(stays, self._length)
            self.go_to(stays)
        elif start < end:
            before, behind = _split(self._pieces, start)[0], _split(self._pieces, end)[1]
            self._pieces = [*before, (" " * (end - start), Look()), *behind]

    def remove(self, number: int) -> None:
        """Take characters out of the line at the cursor; what is behind them moves up."""
        end = min(self._column + number, self._length)
        before, behind = _split(self._pieces, self._column)[0], _split(self._pieces, end)[1]
        self._pieces, self._length = [*before, *behind], self._length - (end - self._column)

    def insert(self, number: int) -> None:
        """Put spaces into the line at the cursor; what is behind it moves on, up to the limit."""
        before, behind = _split(self._pieces, self._column)
        room = min(number, LONGEST_LINE - self._column)
        if behind and room > 0:
            pieces = [*before, (" " * room, Look()), *behind]
            self._pieces = _split(pieces, LONGEST_LINE)[0]
            self._length = min(self._length + room, LONGEST_LINE)

    @property
    def current(self) -> Line:
        """The line that is not finished."""
        note: Line = ((f" … {self._cut:,} more", Look(faint=True)),) if self._cut else ()
        return (*self._pieces, *note)

    def take_finished(self) -> list[Line]:
        """Hand over the lines that are finished since the last time."""
        finished, self._finished = self._finished, []
        return finished


def _split(pieces: list[Piece], column: int) -> tuple[list[Piece], list[Piece]]:
    before: list[Piece] = []
    for number, (text, look) in enumerate(pieces):
        if column < len(text):
            behind = [(text[column:], look), *pieces[number + 1 :]]
            return ([*before, (text[:column], look)] if column else before), behind
        before.append((text, look))
        column -= len(text)
    return before, []
