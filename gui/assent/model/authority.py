"""Who decided: a person, a rule, or the console itself."""

from typing import Annotated, Literal

from pydantic import Field

from assent.model.frozen import Frozen


class ByPerson(Frozen):
    """A person at the window; `name` is the account's."""

    kind: Literal["person"] = "person"
    name: str


class ByRule(Frozen):
    """A rule of the person's rulebook: its words and where it stands."""

    kind: Literal["rule"] = "rule"
    rule: str
    source: str


class ByConsole(Frozen):
    """The console itself, and why: nobody there to ask, say, or on its way out."""

    kind: Literal["console"] = "console"
    reason: str


Authority = Annotated[ByPerson | ByRule | ByConsole, Field(discriminator="kind")]


def spoken(by: Authority) -> str:
    """Name the authority in words for a person or an agent."""
    match by:
        case ByPerson():
            return "the user"
        case ByRule(rule=rule):
            return f"the rule {rule!r}"
        case ByConsole(reason=reason):
            return f"the console ({reason})"
