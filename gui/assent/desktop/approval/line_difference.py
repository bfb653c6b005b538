"""The lines in which a text has changed, with a few of those around them."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

AROUND = 3  # lines
# Above it the middle of two texts is not compared line by line: the time would be the square of it.
MOST_COMPARED = 800


@dataclass(frozen=True)
class Changed:
    """One line of a difference: `gap` stands for equal ones that are left out."""

    kind: Literal["same", "added", "removed", "gap"]
    text: str


def changed_lines(before: str, after: str) -> tuple[Changed, ...]:
    """Return what has changed from one text to the other, nothing when they are equal."""
    if before == after:
        return ()
    return tuple(_with_gaps(list(_compared(before.split("\n"), after.split("\n")))))


def counts(changed: tuple[Changed, ...]) -> tuple[int, int]:
    """Return how many lines were added and how many removed."""
    return tuple(sum(each.kind == kind for each in changed) for kind in ("added", "removed"))  # type: ignore[return-value]


def _compared(before: list[str], after: list[str]) -> Iterator[Changed]:
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    yield from (Changed("same", line) for line in before[:head])
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    if len(old) > MOST_COMPARED or len(new) > MOST_COMPARED:
        yield from (Changed("removed", line) for line in old)
        yield from (Changed("added", line) for line in new)
    else:
        for tag, from_, to, new_from, new_to in SequenceMatcher(None, old, new).get_opcodes():
            if tag == "equal":
                yield from (Changed("same", line) for line in old[from_:to])
            else:
                yield from (Changed("removed", line) for line in old[from_:to])
                yield from (Changed("added", line) for line in new[new_from:new_to])
    yield from (Changed("same", line) for line in before[len(before) - tail :])


def _common(one: list[str], other: list[str]) -> int:
    length = 0
    for first, second in zip(one, other, strict=False):
        if first != second:
            break
        length += 1
    return length


def _with_gaps(lines: list[Changed]) -> Iterator[Changed]:
    near, last = set[int](), -1
    for number, line in enumerate(lines):
        if line.kind != "same":
            near.update(range(max(0, number - AROUND), min(len(lines), number + AROUND + 1)))
    for number in sorted(near):
        if number > last + 1:
            yield Changed("gap", f"{number - last - 1:,} equal lines")
        yield lines[number]
        last = number
    if last < len(lines) - 1:
        yield Changed("gap", f"{len(lines) - 1 - last:,} equal lines")
