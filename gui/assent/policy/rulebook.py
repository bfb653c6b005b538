"""The person's rules: read from `rules.toml`, read again when it changes, the last good ones kept."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from assent.model.authority import RuleName
from assent.model.grant import Grant
from assent.model.problem import FileProblem
from assent.model.rules import Decision, Rule, RulebookFile
from assent.policy.toml_file import TomlFile

_ANY = "*"
# Where a rule comes from. A later layer never loosens an earlier one: the strictest decision holds.
Layer = Literal["built in", "user", "project", "managed", "grant"]


@dataclass(frozen=True)
class Layered:
    """A rule that holds now, the name by which it is told, its layer, and the grant that it is part of."""

    rule: Rule
    name: RuleName
    layer: Layer
    grant: Grant | None = None


class Rules(Protocol):
    """Where a judge has its rules from."""

    def layered(self, folder: str = "") -> tuple[Layered, ...]:
        """Return the rules in force for what starts in `folder`: the same tuple while none changed."""
        ...


class GivenRules:
    """Rules that are given and never change, of one layer."""

    def __init__(self, rules: Sequence[Rule], source: str, layer: Layer = "user") -> None:
        """Tell these as being from `source`."""
        self._layered = tuple(Layered(rule, name_of(rule, source), layer) for rule in rules)

    def layered(self, folder: str = "") -> tuple[Layered, ...]:
        """Return them, wherever the command starts."""
        return self._layered


def name_of(rule: Rule, source: str) -> RuleName:
    """Name a rule by its words, or by its tool."""
    return RuleName(rule=rule.command or f"the tool {rule.tool}", source=source)


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
        self._file = TomlFile[tuple[Layered, ...]](path, parse=self._parse, missing=())

    def layered(self, folder: str = "") -> tuple[Layered, ...]:
        """Return the rules in force for what starts in `folder`: the same tuple while none changed."""
        return self._file.value()

    @property
    def problem(self) -> FileProblem | None:
        """Why the file as it was last seen isn't in force, or None when it is."""
        return self._file.problem

    def _parse(self, table: dict[str, Any]) -> tuple[Layered, ...]:
        rules = RulebookFile.model_validate(table).rule
        for number, rule in enumerate(rules, start=1):
            try:
                if rule.command is not None:
                    pattern_of(rule)
            except ValueError as problem:
                raise ValueError(f"rule {number}, command {rule.command!r}: {problem}") from None
        return tuple(Layered(rule, name_of(rule, str(self.path)), "user") for rule in rules)
