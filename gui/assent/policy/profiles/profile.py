"""A profile made ready for looking up: what each option takes, what each operand is."""

import re
from dataclasses import dataclass
from typing import Literal, TypeVar, cast, get_args

from assent.policy.profiles.kind import Kind
from assent.policy.profiles.profile_file import Dashes, Table
from assent.policy.profiles.use import Effect, Taken

_KINDS = frozenset(kind for group in get_args(Kind) for kind in (get_args(group) or (group,)))
T = TypeVar("T")
_OPERAND = re.compile(r"([a-z-]+)(\*?)")


@dataclass(frozen=True, slots=True)
class Option:
    """`takes`: no value; one that may be the next word; one that is in the same word if at all; two words."""

    takes: Literal["none", "value", "attached", "pair"]
    kind: Kind = "text"
    choices: frozenset[str] = frozenset()
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class Operands:
    """Kinds of operands: those from the front, that of any number in the middle, those from the end."""

    first: tuple[Kind, ...]
    middle: Kind | None
    last: tuple[Kind, ...]

    def kinds(self, count: int) -> tuple[Kind | None, ...]:
        """Return the kind of each of `count` operands; None where there is one too many."""
        if self.middle is None:
            return (*self.first[:count], *(None for _ in range(count - len(self.first))))
        last = self.last[: max(0, count - len(self.first))]
        between = max(0, count - len(self.first) - len(last))
        return (*self.first[:count], *((self.middle,) * between), *last)

    def is_middle(self, index: int, count: int) -> bool:
        """Tell whether the operand at `index` stands where more could stand."""
        return self.middle is not None and len(self.first) <= index < count - len(self.last)


@dataclass(frozen=True, slots=True)
class Profile:
    """One program, or one subcommand; the fields are those of `Table`."""

    effect: Effect
    stdin: Taken
    stdin_alone: Taken
    danger: str
    dangers: dict[str, str]
    effects: dict[str, Effect]
    is_known: bool
    scripts: tuple[str, ...]
    harmless: bool
    dashes: Dashes
    grammar: Literal["", "test", "brackets"]
    permutes: bool
    dashed_values: bool
    at_files: bool
    dashless: bool
    ends: bool
    # Some of its options begin with a `+`, and then what else does may be one too.
    plus: bool
    numeric: bool
    options: dict[str, Option]
    operands: Operands
    operands_after: dict[str, Operands]
    deep: frozenset[str]
    starts: bool
    profile: str
    sub: "dict[str, Profile]"


def profile_of(
    table: Table, above: "dict[str, Option] | None" = None, *, dashes: Dashes = "gnu", dashed: bool = True
) -> Profile:
    """Make the table ready; `above` are options that hold for it too. Raises ValueError.

    `dashes` and `dashed`, whether values may begin with a dash, are what the table above says of them.
    """
    dashes, dashed = table.dashes or dashes, dashed and table.dashed_values
    options = {**(above or {}), **_options(table)}
    operands = _operands(table.operands)
    return Profile(
        effect=table.effect,
        stdin=table.stdin,
        stdin_alone=table.stdin_alone or table.stdin,
        danger=table.danger,
        dangers=_by_name(table.dangers),
        effects=_by_name(table.effects),
        is_known=table.known,
        scripts=tuple(table.scripts.split()),
        harmless=table.patterns == "harmless",
        dashes=dashes,
        grammar=table.grammar,
        permutes=table.permutes,
        dashed_values=dashed,
        at_files=table.at_files,
        dashless=table.dashless,
        ends=table.ends,
        plus=any(name.startswith("+") for name in options),
        numeric=table.numeric,
        options=options,
        operands=operands,
        operands_after=_by_name({names: _operands(text) for names, text in table.operands_after.items()}),
        deep=frozenset(table.deep.split()),
        starts="command" in (operands.first + operands.last),
        profile=table.profile,
        sub=_by_name(
            {
                names: profile_of(below, options if table.everywhere else None, dashes=dashes, dashed=dashed)
                for names, below in table.sub.items()
            }
        ),
    )


def _by_name(by_names: dict[str, T]) -> dict[str, T]:
    """Return what stands under several names under each of them."""
    return {name: value for names, value in by_names.items() for name in names.split()}


def _options(table: Table) -> dict[str, Option]:
    found: dict[str, Option] = {}

    def add(names: str, option: Option) -> None:
        for name in names.split():
            if name in found:
                raise ValueError(f"{name} is listed twice")
            found[name] = option

    add(table.flags, Option("none"))
    add(table.closed, Option("none", is_closed=True))
    for kind, names in table.values.items():
        add(names, Option("value", kind))
    for kind, names in table.attached.items():
        add(names, Option("attached", kind))
    for kind, names in table.pairs.items():
        add(names, Option("pair", kind))
    for names, words in table.choices.items():
        add(names, Option("value", choices=frozenset(words.split())))
    return found


def _operands(text: str) -> Operands:
    first: list[Kind] = []
    middle: Kind | None = None
    last: list[Kind] = []
    for word in text.split():
        made = _OPERAND.fullmatch(word)
        if made is None or made[1] not in _KINDS:
            raise ValueError(f"{word} is no kind of operand")
        kind = cast("Kind", made[1])
        if not made[2]:
            (first if middle is None else last).append(kind)
        elif middle is None:
            middle = kind
        else:
            raise ValueError("only one kind of operand can stand any number of times")
    return Operands(tuple(first), middle, tuple(last))
