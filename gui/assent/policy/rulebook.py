"""The person's rules: read from `rules.toml`, read again when it changes, the last good ones kept."""

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assent.model.problem import FileProblem
from assent.model.rules import Decision, Rule, RulebookFile
from assent.policy.toml_file import TomlFile

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
    text = (rule.command or "").strip()
    exact = text.startswith("=")
    words = tuple(shlex.split(text.removeprefix("=")))
    if not words:
        raise ValueError("it has no words")
    return Pattern(rule, words, exact)


class Rulebook:
    """The rules in force; `problem` says why the file as it now is isn't."""

    def __init__(self, path: Path) -> None:
        """Read nothing yet; a missing file is a book without rules."""
        self.path = path
        self._file = TomlFile[tuple[Pattern, ...]](path, parse=_patterns, missing=())

    def patterns(self) -> tuple[Pattern, ...]:
        """Return the rules in force, after a look whether the file has changed."""
        return self._file.value()

    @property
    def problem(self) -> FileProblem | None:
        """Why the file as it was last seen isn't in force, or None when it is."""
        return self._file.problem


def _patterns(table: dict[str, Any]) -> tuple[Pattern, ...]:
    patterns = []
    for number, rule in enumerate(RulebookFile.model_validate(table).rule, start=1):
        try:
            patterns.append(pattern_of(rule))
        except ValueError as problem:
            raise ValueError(f"rule {number}, command {rule.command!r}: {problem}") from None
    return tuple(patterns)
