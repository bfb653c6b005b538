"""Goes through a text: over blanks, comments, continued lines and the heredocs behind a line."""

import re

from assent.policy.bash.doubt import Doubt
from assent.policy.bash.redirections import Heredoc, body_of
from assent.policy.bash.words import Found, word_at

_BLANKS = re.compile(r"(?:[ \t]++(?:\\\n[ \t]*+)*+)?+(?:\#[^\n]*+)?+")
_CONTINUED = re.compile(r"(?:\\\n)*+")


class Cursor:
    """A place in a text, with the loop variables and the waiting heredocs that are known there."""

    def __init__(self, text: str) -> None:
        """Begin at the first sign of `text`."""
        self.text, self.at = text, 0
        self.variables: dict[str, str] = {}
        # The texts that heredocs came to, by the place where the heredoc was written.
        self.bodies: dict[int, str] = {}
        self._waiting: list[Heredoc] = []

    def next(self, length: int = 1) -> str:
        """Return the next signs, fewer at the end."""
        return self.text[self.at : self.at + length]

    def is_at_end(self) -> bool:
        """Whether nothing follows."""
        return self.at == len(self.text)

    def doubt(self, why: str) -> Doubt:
        """Return the doubt about what stands here, to be raised."""
        return Doubt(why, self.at)

    def await_body(self, heredoc: Heredoc) -> None:
        """Remember a heredoc whose text begins behind the line."""
        self._waiting.append(heredoc)

    def skip_blanks(self) -> None:
        """Skip blanks, continued lines and a comment, within a line."""
        self._skip(_BLANKS.match(self.text, self.at))

    def skip_lines(self) -> None:
        """Skip empty lines too, and take in the heredocs that begin behind a line."""
        self.skip_blanks()
        while self.next() == "\n":
            self.at += 1
            waiting, self._waiting = self._waiting, []
            for heredoc in waiting:
                self.bodies[heredoc.at], self.at = body_of(heredoc, self.text, self.at)
            self._skip(_CONTINUED.match(self.text, self.at))
            self.skip_blanks()

    def word(self) -> Found:
        """Read the word that begins here; raises Doubt."""
        found = word_at(self.text, self.at, self.variables)
        if self.text[found.end : found.end + 1] in ("<", ">"):
            written = self.text[self.at : found.end]
            if not found.is_bare or written.isdigit() or written.endswith("}"):
                raise Doubt("It is not certain what is redirected here.", found.end)
        if self._waiting and "\n" in self.text[self.at : found.end]:
            raise self.doubt("A heredoc waits behind a line that does not end.")
        self.at = found.end
        return found

    def end(self) -> None:
        """See that the text ends here; raises Doubt."""
        if not self.is_at_end():
            raise self.doubt("It closes what was not opened.")
        if self._waiting:
            raise Doubt("A heredoc does not end.", self._waiting[0].at)

    def _skip(self, found: re.Match[str] | None) -> None:
        if found is None:
            return
        if self._waiting and "\n" in found[0]:
            raise self.doubt("A heredoc waits behind a line that does not end.")
        self.at = found.end()
