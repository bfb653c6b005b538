"""The states of a call, and the one table that says what may follow what."""

from typing import Annotated, Literal

from pydantic import Field

from assent.model.authority import Authority
from assent.model.call import Proposal
from assent.model.frozen import Frozen
from assent.model.result import ToolReturnValue
from assent.model.seal import Seal


class IllegalStep(Exception):  # noqa: N818  # the name says what happened: a bug, not an expected failure
    """A call was to take a step that the table does not have: a bug of ours."""


class Exited(Frozen):
    """The command ended by itself; `code` is negative when a signal ended it (-9: SIGKILL)."""

    kind: Literal["exited"] = "exited"
    code: int


class TimedOut(Frozen):
    """The deadline came first and the tree was killed; `idle` when it was the one for silence."""

    kind: Literal["timed_out"] = "timed_out"
    after_s: float
    idle: bool = False


class Exceeded(Frozen):
    """It used more than the person allows, and the tree was killed; `limit` in the unit of its name."""

    kind: Literal["exceeded"] = "exceeded"
    what: Literal["memory_mib", "processes", "cpu_s"]
    limit: int


class Stopped(Frozen):
    """Somebody stopped it while it ran."""

    kind: Literal["stopped"] = "stopped"
    by: Authority


class Returned(Frozen):
    """A tool that runs no process did its work, or could not: the result says which."""

    kind: Literal["returned"] = "returned"


class Permitted(Frozen):
    """A yes to an agent that runs the command itself."""

    kind: Literal["permitted"] = "permitted"
    by: Authority


class Refused(Frozen):
    """A no, with a word to the agent or none; `stops`: it was told to stop its work, too."""

    kind: Literal["refused"] = "refused"
    by: Authority
    reason: str = ""
    stops: bool = False


class Expired(Frozen):
    """Nobody answered within the time that the person set."""

    kind: Literal["expired"] = "expired"
    after_s: float


class Withdrawn(Frozen):
    """The agent cancelled or hung up."""

    kind: Literal["withdrawn"] = "withdrawn"
    why: str


class Failed(Frozen):
    """It could not be read, shown, recorded or started, or the console died under it."""

    kind: Literal["failed"] = "failed"
    error: str


Outcome = Annotated[
    Exited | TimedOut | Exceeded | Stopped | Returned | Permitted | Refused | Expired | Withdrawn | Failed,
    Field(discriminator="kind"),
]


class Received(Frozen):
    """It arrived and is on record."""

    kind: Literal["received"] = "received"


class Asking(Frozen):
    """A person is to decide on the proposal."""

    kind: Literal["asking"] = "asking"
    proposal: Proposal


class Approved(Frozen):
    """A yes; nothing has started. `seal` is what it is bound to: what differs at the start is not run.

    Then the call is asked again.
    """

    kind: Literal["approved"] = "approved"
    by: Authority
    proposal: Proposal
    seal: Seal | None = None


class Running(Frozen):
    """The command runs; `pid` is its shell's. `note` says what is not as it was asked for."""

    kind: Literal["running"] = "running"
    pid: int
    terminal: bool = False
    note: str = ""


class Settled(Frozen):
    """The end: how it ended, and what the agent was given."""

    kind: Literal["settled"] = "settled"
    outcome: Outcome
    result: ToolReturnValue


State = Annotated[Received | Asking | Approved | Running | Settled, Field(discriminator="kind")]


def _then(*landings: type[Frozen]) -> frozenset[type[Frozen]]:
    return frozenset(landings)


# What may follow what. `Settled` stands in it by its outcome: a call that never ran cannot have exited.
LEGAL: dict[type[Frozen], frozenset[type[Frozen]]] = {
    Received: _then(Asking, Approved, Refused, Withdrawn, Failed),
    Asking: _then(Approved, Refused, Expired, Withdrawn, Failed),
    Approved: _then(Asking, Running, Returned, Permitted, Refused, Withdrawn, Failed),
    Running: _then(Exited, TimedOut, Exceeded, Stopped, Withdrawn, Failed),
    Settled: _then(),
}


def step(old: State, new: State) -> State:
    """Return `new` when it may follow `old`, else raise IllegalStep."""
    landed = type(new.outcome) if isinstance(new, Settled) else type(new)
    if landed not in LEGAL[type(old)]:
        raise IllegalStep(f"a call that is {old.kind} cannot become {landed.__name__.lower()}")
    return new
