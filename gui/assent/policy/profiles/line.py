"""A command line whose arguments are to be told."""

from typing import NamedTuple


class Line(NamedTuple):
    """The first `spelled` words are ones that a rule spelled out.

    `globs` are the indexes of words that are patterns for file names, `expands` of those into which the shell
    puts a value.
    """

    argv: tuple[str, ...]
    spelled: int
    globs: frozenset[int]
    expands: frozenset[int]

    def rest(self, index: int) -> "Line":
        """Return the line that begins with the word at `index`."""
        return Line(
            self.argv[index:],
            self.spelled - index,
            frozenset(at - index for at in self.globs),
            frozenset(at - index for at in self.expands),
        )
