"""Rules: what the person decided beforehand about calls."""

import re
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field, StringConstraints, model_validator

from assent.model.authority import Authority
from assent.model.confinement import ProfileName
from assent.model.frozen import Frozen

Decision = Literal["allow", "ask", "deny"]
Words = Annotated[str, StringConstraints(min_length=1, max_length=10_000)]
_ABSOLUTE = re.compile(r"/|\\\\|[A-Za-z]:[\\/]")
Path = Annotated[str, StringConstraints(min_length=1, max_length=4_096)]


class Rule(Frozen):
    """One rule: it speaks of the calls to which all of its conditions apply.

    `command` is the first words of a simple command: `=` in front means exactly these words and no text on
    stdin, a `*` word any one word, a `*` word at the end at least one more, and `*` alone any command that
    can be read. `tool` is a tool by its name, for those that run no command. `cwd` is a folder, with all in
    it; `agent` the asker's program or one of its parents', by its name or its path; `program` the hexadecimal
    SHA-256 of the program that would run. `confinement` names the profile that the command is to run in, in
    place of the settings' own; nothing leaves it at that.

    `message` is the advice that the agent gets with a denial. A rule that allows holds until `expires`, and
    for `uses` commands. `match` and `not_match` are samples that are tried when the file is read.
    """

    decision: Decision
    command: Words | None = None
    tool: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None
    cwd: Path | None = None
    agent: Path | None = None
    program: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None = None
    confinement: ProfileName | None = None
    message: Annotated[str, StringConstraints(max_length=2_000)] = ""
    expires: AwareDatetime | None = None
    uses: Annotated[int, Field(strict=True, ge=1)] | None = None
    match: tuple[Words, ...] = ()
    not_match: tuple[Words, ...] = ()

    @model_validator(mode="after")
    def _makes_sense(self) -> "Rule":
        if self.command is None and self.tool is None:
            raise ValueError("command: it is needed, or `tool`")
        if self.cwd is not None and not _ABSOLUTE.match(self.cwd):
            raise ValueError("cwd: it is a whole path, without `~`")
        if self.decision == "deny" and self.confinement is not None:
            raise ValueError("confinement: what is denied does not run")
        if self.decision != "allow" and (self.uses is not None or self.expires is not None):
            raise ValueError("expires, uses: only what allows comes to an end")
        return self


class RulebookFile(Frozen):
    """The whole of `rules.toml`; `only_managed`, of the administrator's: nobody else's rules allow."""

    only_managed: bool = False
    rule: tuple[Rule, ...] = Field(default=())


class RuleSaved(Frozen):
    """A person had a rule written into a file: on record, as it stands there."""

    kind: Literal["rule_saved"] = "rule_saved"
    path: str
    toml: str
    by: Authority


class RulesTrusted(Frozen):
    """A person trusts a project's rules as they are, by SHA-256, or no more: on record."""

    kind: Literal["rules_trusted"] = "rules_trusted"
    path: str
    sha256: str
    by: Authority


class RuleUsed(Frozen):
    """A rule with a number of uses was used, by its key: on record."""

    kind: Literal["rule_used"] = "rule_used"
    key: str
    call: str
