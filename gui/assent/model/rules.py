"""Rules: what the person decided beforehand about commands."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from assent.model.confinement import ProfileName
from assent.model.frozen import Frozen

Decision = Literal["allow", "ask", "deny"]


class Rule(Frozen):
    """One rule: `command` is a prefix of a command's words.

    `=` in front means exactly these words, a `*` word any one word, and `*` alone any command that can be
    read. `confinement` names the profile that the command is to run in, in place of the settings' own;
    nothing leaves it at that.
    """

    command: Annotated[str, StringConstraints(min_length=1, max_length=10_000)]
    decision: Decision
    confinement: ProfileName | None = None

    @model_validator(mode="after")
    def _confines_what_runs(self) -> "Rule":
        if self.decision == "deny" and self.confinement is not None:
            raise ValueError("confinement: what is denied does not run")
        return self


class RulebookFile(Frozen):
    """The whole of `rules.toml`."""

    rule: tuple[Rule, ...] = Field(default=())
