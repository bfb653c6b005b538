"""A rule that holds, with its name and where it comes from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from assent.model.authority import RuleName
from assent.model.grant import Grant
from assent.model.rules import Rule

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
