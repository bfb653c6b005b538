"""What a person may grant beyond one yes: how much it covers, and for how long."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from assent.model.asker import Process
from assent.model.authority import Authority, ByGrant
from assent.model.frozen import Frozen
from assent.model.rules import Rule

# Exactly this block; the first words of each of its parts; these programs, in this folder.
Cover = Literal["block", "prefix", "program"]


class Session(Frozen):
    """For as long as the agent's session at the console lasts."""

    kind: Literal["session"] = "session"


class UntilTime(Frozen):
    """Until a time."""

    kind: Literal["until"] = "until"
    at: AwareDatetime


class ForUses(Frozen):
    """For so many more commands."""

    kind: Literal["uses"] = "uses"
    uses: Annotated[int, Field(ge=1, le=10_000)]


class UntilAgentEnds(Frozen):
    """For as long as this process of the agent lives."""

    kind: Literal["agent"] = "agent"
    process: Process


class Always(Frozen):
    """For good: it is written into the person's rules."""

    kind: Literal["always"] = "always"


Term = Annotated[Session | UntilTime | ForUses | UntilAgentEnds | Always, Field(discriminator="kind")]


class BackTest(Frozen):
    """What the rules of an offer would have answered of the last requests on record."""

    requests: int
    answered: int
    refused_then: int


class Offer(Frozen):
    """Something that can be granted with a yes: the rules are shown verbatim before they hold.

    `cover` says which kind it is; `text` names it in one line; `toml` is how the rules are written to a file.
    """

    cover: Cover
    text: str
    rules: tuple[Rule, ...]
    toml: str


class Wish(Frozen):
    """An offer that the person took, and its term."""

    offer: Offer
    term: Term


class Grant(Frozen):
    """A wish that holds: `left` counts down where it is for so many uses.

    It is for the agent that asked: `process` is that, `session` the session that it named, a claim.
    """

    id: str
    wish: Wish
    process: Process
    session: str = ""
    given_at: AwareDatetime
    left: int | None = None

    @property
    def agent(self) -> str:
        """The agent's name."""
        return self.process.name

    @property
    def words(self) -> str:
        """What is granted and for how long, in one line."""
        return f"{self.wish.offer.text}, {spoken_term(self.wish.term)}"

    @property
    def authority(self) -> ByGrant:
        """Whose decision it is when a call is allowed by it."""
        return ByGrant(id=self.id, grant=self.words, given_at=self.given_at)


class Granted(Frozen):
    """A person granted it: on record."""

    kind: Literal["granted"] = "granted"
    grant: Grant
    by: Authority


class Used(Frozen):
    """A call was approved by it: on record. `left` is what remains of its uses."""

    kind: Literal["used"] = "used"
    id: str
    call: str
    left: int | None = None


class Ended(Frozen):
    """It holds no more: on record, with who or what ended it."""

    kind: Literal["ended"] = "ended"
    id: str
    by: Authority


def spoken_term(term: Term) -> str:
    """Say how long it holds; a time is of this machine's zone."""
    match term:
        case Session():
            return "for this session"
        case UntilTime(at=at):
            return f"until {at.astimezone():%H:%M}"
        case ForUses(uses=uses):
            return f"for {uses:,} command{'s' if uses > 1 else ''}"
        case UntilAgentEnds():
            return "until this agent ends"
        case Always():
            return "always"
