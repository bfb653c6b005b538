"""A rule's words, and whether they speak of a simple command that is certain."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from assent.policy.block import Word

# One word of a rule as it is written: bare, quoted, or both in one.
_WRITTEN = re.compile(r"""(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+""", re.DOTALL)
_BLANKS = re.compile(r"\s*")


@dataclass(frozen=True)
class RuleWord:
    """One word of a rule; `any`: it stands for any one word; `bare`: it is written without quotes."""

    text: str
    any: bool = False
    bare: bool = True

    def speaks_of(self, word: Word) -> bool:
        """Tell whether it is this word: a pattern of file names only where the rule has that itself."""
        if self.any:
            # A pattern of file names is as many words as there are files.
            return not word.globs
        return word.text == self.text and (self.bare or not word.globs)


@dataclass(frozen=True)
class Pattern:
    """A rule's words taken apart; `exact`: they must be the whole command."""

    words: tuple[RuleWord, ...]
    exact: bool
    written: str = ""

    @property
    def first(self) -> str | None:
        """The program that it names, None where that may be any."""
        return None if self.words[0].any else self.words[0].text

    @property
    def exact_text(self) -> str | None:
        """The command as it was written, where the rule is of exactly this one, None where it is of many."""
        return self.written if self.exact and not any(word.any for word in self.words) else None

    @property
    def spelled(self) -> int:
        """How many words of a command the rule spells out from its start."""
        for count, word in enumerate(self.words):
            if word.any:
                return count
        return len(self.words)

    @property
    def is_lone(self) -> bool:
        """Whether it is `*` alone: it speaks of every command, with or without a profile."""
        return not self.exact and len(self.words) == 1 and self.words[0].any

    def speaks_of(self, words: Sequence[Word]) -> bool:
        """Tell whether the rule speaks of a command of these words."""
        if len(words) < len(self.words) or (self.exact and len(words) != len(self.words)):
            return False
        return all(mine.speaks_of(theirs) for mine, theirs in zip(self.words, words, strict=False))


def pattern_of(command: str) -> Pattern:
    """Take the `command` of a rule apart; raises ValueError when its words can't be read."""
    text = command.strip()
    exact = text.startswith("=")
    words: list[RuleWord] = []
    at = _end_of_blanks(text, 1 if exact else 0)
    while at < len(text):
        written = _WRITTEN.match(text, at)
        if written is None:
            raise ValueError("it has a quote without its end")
        words.append(_word(written[0]))
        at = _end_of_blanks(text, written.end())
    if not words:
        raise ValueError("it has no words")
    return Pattern(tuple(words), exact, text[1:].strip() if exact else text)


def _end_of_blanks(text: str, at: int) -> int:
    blanks = _BLANKS.match(text, at)
    return blanks.end() if blanks else at


def _word(written: str) -> RuleWord:
    if written == "*":
        return RuleWord("*", any=True)
    bare = not any(sign in written for sign in "'\"\\")
    return RuleWord(written if bare else "".join(shlex.split(written)), bare=bare)
