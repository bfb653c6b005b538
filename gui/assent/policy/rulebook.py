"""The person's rules: read from `rules.toml`, read again when it changes, the last good ones kept."""

import shlex
import tomllib
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from assent.host.errors import UnsafePlace
from assent.host.files import check_trusted
from assent.model.complaint import complaint
from assent.model.rules import Decision, Rule, RulebookFile, RulebookProblem

_LARGEST_BYTES = 1 << 20
_ANY = "*"


@dataclass(frozen=True)
class Pattern:
    """A rule taken apart: its words, and whether they must be the whole command."""

    rule: Rule
    words: tuple[str, ...]
    exact: bool

    @property
    def decision(self) -> Decision:
        """What the rule says."""
        return self.rule.decision

    def matches(self, words: tuple[str, ...]) -> bool:
        """Tell whether the rule speaks of a command of these words."""
        if len(words) < len(self.words) or (self.exact and len(words) != len(self.words)):
            return False
        return all(mine in (_ANY, theirs) for mine, theirs in zip(self.words, words, strict=False))


def pattern_of(rule: Rule) -> Pattern:
    """Take a rule apart; raises ValueError when its words can't be read."""
    text = rule.command.strip()
    exact = text.startswith("=")
    words = tuple(shlex.split(text.removeprefix("=")))
    if not words:
        raise ValueError("it has no words")
    return Pattern(rule, words, exact)


class Rulebook:
    """The rules in force; `problem` says why the file as it now is isn't."""

    def __init__(self, path: Path) -> None:
        """Read the rules; a missing file is a book without rules."""
        self.path = path
        self.problem: RulebookProblem | None = None
        self._patterns: tuple[Pattern, ...] = ()
        self._seen: object = ()

    def patterns(self) -> tuple[Pattern, ...]:
        """Return the rules in force, after a look whether the file has changed."""
        seen = self._stamp()
        if seen != self._seen:
            self._seen = seen
            self._read()
        return self._patterns

    def _stamp(self) -> object:
        try:
            found = self.path.stat()
        except OSError as problem:
            return type(problem)
        return found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode, found.st_uid

    def _read(self) -> None:
        try:
            self._patterns, self.problem = self._parse(), None
        except FileNotFoundError:
            self._patterns, self.problem = (), None
        except (OSError, UnsafePlace, ValueError) as problem:
            # ValueError: TOML, UTF-8, the model and the words all raise a kind of it.
            message = complaint(problem) if isinstance(problem, ValidationError) else str(problem)
            self.problem = RulebookProblem(source=str(self.path), message=message)
        except RecursionError:
            self.problem = RulebookProblem(source=str(self.path), message="it is nested too deeply")

    def _parse(self) -> tuple[Pattern, ...]:
        check_trusted(self.path)
        with self.path.open("rb") as file:
            raw = file.read(_LARGEST_BYTES + 1)
        if len(raw) > _LARGEST_BYTES:
            raise ValueError(f"it is larger than {_LARGEST_BYTES:,} bytes")
        book = RulebookFile.model_validate(tomllib.loads(raw.decode("utf-8")))
        patterns = []
        for number, rule in enumerate(book.rule, start=1):
            try:
                patterns.append(pattern_of(rule))
            except ValueError as problem:
                raise ValueError(f"rule {number}, command {rule.command!r}: {problem}") from None
        return tuple(patterns)
