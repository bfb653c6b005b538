"""Who decided: a person, a rule, a grant, a mode, or the console itself."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from assent.model.frozen import Frozen


class ByPerson(Frozen):
    """A person at the window; `name` is the account's."""

    kind: Literal["person"] = "person"
    name: str


class RuleName(Frozen):
    """A rule: its words, and the file where it stands, or "built in".

    `grant` is the id of the grant that it belongs to, if it does.
    """

    rule: str
    source: str
    grant: str = ""


class ByRule(RuleName):
    """A rule of a rulebook; `others` are the further ones that had to agree, of a block of several parts."""

    kind: Literal["rule"] = "rule"
    others: tuple[RuleName, ...] = ()


class ByGrant(Frozen):
    """What a person granted earlier, in its own words, for a while; `id` is the grant's."""

    kind: Literal["grant"] = "grant"
    id: str = ""
    grant: str
    given_at: AwareDatetime


class ByMode(Frozen):
    """The mode that the person had put the console in: nobody is asked, or nothing runs."""

    kind: Literal["mode"] = "mode"
    mode: str


class ByConsole(Frozen):
    """The console itself, and why: nobody there to ask, say, or on its way out."""

    kind: Literal["console"] = "console"
    reason: str


Authority = Annotated[ByPerson | ByRule | ByGrant | ByMode | ByConsole, Field(discriminator="kind")]


def spoken(by: Authority) -> str:
    """Name the authority in words for a person or an agent."""
    match by:
        case ByPerson():
            return "the user"
        case ByRule(rule=rule, others=others):
            more = f" and {len(others)} more" if others else ""
            return f"the rule {rule!r}{more}"
        case ByGrant(grant=grant):
            return f"what the user granted ({grant})"
        case ByMode(mode=mode):
            return f"the mode {mode!r}"
        case ByConsole(reason=reason):
            return f"the console ({reason})"
