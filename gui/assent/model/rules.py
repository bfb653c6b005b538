"""Rules: what the person decided beforehand about commands."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from assent.model.frozen import Frozen

Decision = Literal["allow", "ask", "deny"]


class Rule(Frozen):
    """One rule: `command` is a prefix of a command's words.

    `=` in front means exactly these words, a `*` word any one word, and `*` alone any command that can be
    read.
    """

    command: Annotated[str, StringConstraints(min_length=1, max_length=10_000)]
    decision: Decision


class RulebookFile(Frozen):
    """The whole of `rules.toml`."""

    rule: tuple[Rule, ...] = Field(default=())
