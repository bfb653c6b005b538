"""The paragraphs in which a view shows a foreign text: revealed, cut to length, with what can be folded."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from heapq import merge
from itertools import chain

from assent.model.folding import Fold
from assent.model.reveal import CLOSE, OPEN, Sign, blank_groups, digest, folded_lines, shows_as_it_is, signs

# A text view lays out a paragraph as a whole: one of 200,000 characters takes it seconds.
LONGEST_ROW = 1_000
SHUT, OPENED = "▸", "▾"


@dataclass(frozen=True)
class Token:
    """A stretch of a row, from `at` to `until`, that is written by us: `sign` has its place in the text."""

    at: int
    until: int
    sign: Sign


@dataclass(frozen=True)
class Row:
    """One paragraph of a view: it shows the text from `start` to `end`, in code points.

    `number` is the line's, or None when the row goes on with the line before it or stands for others. `fold`
    is set in the row that stands for a fold, or above what it holds when it is open.
    """

    number: int | None
    text: str
    start: int = 0
    end: int = 0
    tokens: tuple[Token, ...] = ()
    folded: int = 0
    fold: Fold | None = None

    def column(self, offset: int) -> int:
        """Return where in `text` the text's `offset` is shown, which lies in this row."""
        before = bisect_right(self.tokens, offset, key=lambda token: token.sign.end)
        if before < len(self.tokens) and self.tokens[before].sign.start < offset:
            return self.tokens[before].at
        last = self.tokens[before - 1] if before else None
        column = offset - self.start if last is None else last.until + offset - last.sign.end
        return max(0, min(len(self.text), column))


def rows(
    text: str, width: int = LONGEST_ROW, folds: Iterable[Fold] = (), opened: Set[int] = frozenset()
) -> tuple[Row, ...]:
    """Return the revealed text as a view's paragraphs, none much longer than `width`.

    Only the first piece of a line has its number, so that a cut is not taken for a line's end. What is in a
    fold is shown only when its start is among `opened`. Two different texts never come out alike.
    """
    return tuple(each_row(text, width, folds, opened))


def each_row(
    text: str, width: int = LONGEST_ROW, folds: Iterable[Fold] = (), opened: Set[int] = frozenset()
) -> Iterator[Row]:
    """Yield what `rows` returns, one after the other: of a hostile megabyte that takes seconds."""
    return _Rows(text, width, opened).all(list(folds))


class _Rows:
    def __init__(self, text: str, width: int, opened: Set[int]) -> None:
        self._text, self._width, self._opened = text, width, opened
        self._number = 1

    def all(self, folds: list[Fold]) -> Iterator[Row]:
        within = [fold for fold in folds if not fold.lines]
        at = 0
        for fold in folds:
            if fold.lines:
                yield from self._lines(at, fold.start - 1, within)
                yield from self._folded(fold, within)
                at = fold.end
        yield from self._lines(at, len(self._text), within)

    def _folded(self, fold: Fold, within: list[Fold]) -> Iterator[Row]:
        is_open = fold.start in self._opened
        said = self._said(fold, is_open=is_open)
        end = fold.start if is_open else fold.end
        token = Token(0, len(said), Sign(fold.start, end, said, "fold"))
        yield Row(None, said, fold.start, end, (token,), folded=fold.lines, fold=fold)
        if is_open:
            yield from self._lines(fold.start, fold.end - 1, within)
        else:
            self._number += fold.lines

    def _lines(self, start: int, end: int, within: list[Fold]) -> Iterator[Row]:
        at = start
        for folds, group in blank_groups(enumerate(self._text[start:end].split("\n"), self._number)):
            length = sum(len(line) + 1 for _, line in group)
            if folds:
                said = folded_lines([line for _, line in group])
                token = Token(0, len(said), Sign(at, at + length - 1, said, "blanks"))
                yield Row(None, said, at, at + length - 1, (token,), folded=len(group))
            else:
                line_start = at
                for number, line in group:
                    yield from self._line(number, line, line_start, within)
                    line_start += len(line) + 1
            at += length
            self._number += len(group)

    def _line(self, number: int, line: str, start: int, within: list[Fold]) -> Iterator[Row]:
        """Cut one line; a sign is not torn apart: its brackets would not be ours any more."""
        if len(line) <= self._width and not within and shows_as_it_is(line):
            yield Row(number, line, start, start + len(line), ())
            return
        shown, tokens, row_start, at, room = list[str](), list[Token](), start, 0, self._width
        is_first = True
        ours = merge(signs(line, named=True), self._shut(line, start, within), key=lambda sign: sign.start)
        for sign in chain(ours, (None,)):
            until = len(line) if sign is None else sign.start
            while at < until or (sign is not None and len(sign.text) > room):
                take = min(room, until - at)
                shown.append(line[at : at + take])
                at, room = at + take, room - take
                if at < until or (sign is not None and len(sign.text) > room):
                    yield Row(
                        number if is_first else None, "".join(shown), row_start, start + at, tuple(tokens)
                    )
                    shown, tokens, row_start, room, is_first = [], [], start + at, self._width, False
            if sign is not None:
                placed = Sign(start + sign.start, start + sign.end, sign.text, sign.kind)
                tokens.append(Token(self._width - room, self._width - room + len(sign.text), placed))
                shown.append(sign.text)
                at, room = sign.end, room - len(sign.text)
        yield Row(number if is_first else None, "".join(shown), row_start, start + len(line), tuple(tokens))

    def _shut(self, line: str, start: int, within: list[Fold]) -> Iterator[Sign]:
        first = bisect_left(within, start, key=lambda fold: fold.start)
        for fold in within[first:]:
            if fold.start >= start + len(line):
                return
            if fold.start not in self._opened:
                said = self._said(fold, is_open=False)
                yield Sign(fold.start - start, fold.end - start, said, "fold")

    def _said(self, fold: Fold, *, is_open: bool) -> str:
        sign = OPENED if is_open else SHUT
        return f"{OPEN}{sign} {fold.name}, {digest(self._text[fold.start : fold.end])}{CLOSE}"
