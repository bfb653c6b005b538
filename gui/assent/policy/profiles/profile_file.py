"""What may stand in a program's profile, `resources/profiles/*.toml`."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from assent.policy.profiles.kind import Kind
from assent.policy.profiles.use import Effect, Taken

Dashes = Literal["gnu", "single", "either", "none"]
Words = str  # words with blanks or line ends between, as `"-n --lines"`


class Table(BaseModel):
    """One program, or one subcommand: what isn't listed is not known.

    `flags` are options without a value, `closed` such that are not harmless, `values` those with a value
    (`-n 5`, `-n5`, `--lines 5`, `--lines=5`), `attached` those whose value may be left out and never is
    a word of its own (`--color`, `--color=always`). `pairs` take a name and a value, as two words; `choices`
    are options whose value is one of these words. An option is known only as it is spelled here, an
    abbreviation is not. A word without a dash may be a flag too.

    `operands` are kinds in their order, one of them with a `*`: any number. `operands_after` are those that
    hold when one of the options was given; then stdin is no code. Each operand beyond them is not known. What
    stands in `sub` may come first instead.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    effect: Effect = "nothing"
    # What stdin is, and what it is when there is no operand (or that is `-`).
    stdin: Taken = "nothing"
    stdin_alone: Taken | None = None
    danger: str = ""
    dangers: dict[Words, str] = Field(default={})  # by option
    effects: dict[Words, Effect] = Field(default={})  # by option, where that is worse than `effect`
    # Not: no use of it is known, whatever its arguments are.
    known: bool = True
    # Files of the folder whose content runs, though no argument names them.
    scripts: Words = ""
    # "harmless": none of its options, listed or not, executes, writes or loads anything: a pattern may become
    # any of them.
    patterns: Literal["harmless", "doubtful"] = "doubtful"
    # "gnu": `-ab` is `-a -b`; "single": `-ab` is one option; "either": so is `--ab`, and both are the same;
    # "none": no word is an option. If it isn't said here, it is as in the table above, else "gnu".
    dashes: Dashes | None = None
    # The operands are read together, as the words of a condition.
    grammar: Literal["", "test", "brackets"] = ""
    # Not: what follows the first operand is no option.
    permutes: bool = True
    # Not: the value of an option that is a word of its own never begins with a dash. For programs that do not
    # all take their options apart alike: what one version takes for the value is an option to another.
    dashed_values: bool = True
    # `@path`, wherever it stands, is a file of options.
    at_files: bool = False
    # Not: behind `--` options are options still.
    ends: bool = True
    # What stands first is options, with a dash or without one: `tar tf x`.
    dashless: bool = False
    # `-5` is an option.
    numeric: bool = False
    flags: Words = ""
    closed: Words = ""
    values: dict[Kind, Words] = Field(default={})
    attached: dict[Kind, Words] = Field(default={})
    pairs: dict[Kind, Words] = Field(default={})
    choices: dict[Words, Words] = Field(default={})
    operands: Words = ""
    operands_after: dict[Words, Words] = Field(default={})
    # The options with which folders are read with all that is in them; "*": always.
    deep: Words = ""
    # The rest is told by the profile of this program.
    profile: str = ""
    # Its options may stand behind its subcommands too.
    everywhere: bool = False
    sub: dict[Words, "Table"] = Field(default={})


class ProfileFile(Table):
    """The whole of a profile. `match` are uses that are known, `not_match` those that are not."""

    about: Annotated[str, Field(min_length=1)]
    match: Annotated[tuple[str, ...], Field(min_length=1)]
    not_match: tuple[str, ...] = ()
