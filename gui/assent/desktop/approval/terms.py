"""For how long a grant can be given: the choices, what each comes to, and how it is said."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Literal

from assent.desktop.appearance.wording import counted
from assent.model.asker import Process, agent_of
from assent.model.call import Call
from assent.model.grant import Always, ForUses, Session, Term, UntilAgentEnds, UntilTime

USUAL_USES, MOST_USES = 5, 1_000
TermKind = Literal["session", "15 min", "1 h", "tonight", "uses", "agent", "always"]


@dataclass(frozen=True)
class TermChoice:
    """One choice: `makes` takes the time of now and a number of uses."""

    kind: TermKind
    text: str
    makes: Callable[[datetime, int], Term]


def term_choices(call: Call) -> tuple[TermChoice, ...]:
    """Return what can be chosen for the agent that makes `call`, the narrowest first."""
    agent = agent_of(call.asker)
    return (
        TermChoice("session", "For this session", lambda _now, _uses: Session()),
        TermChoice("15 min", "For 15 minutes", lambda now, _uses: _until(now + timedelta(minutes=15))),
        TermChoice("1 h", "For an hour", lambda now, _uses: _until(now + timedelta(hours=1))),
        TermChoice("tonight", "Until midnight", lambda now, _uses: _until(midnight(now))),
        TermChoice("uses", "For some more commands", lambda _now, uses: ForUses(uses=uses)),
        TermChoice("agent", f"Until {_named(agent)} ends", lambda _now, _uses: UntilAgentEnds(process=agent)),
        TermChoice("always", "For good, as a rule", lambda _now, _uses: Always()),
    )


def midnight(now: datetime) -> datetime:
    """Return the end of the day of `now`, in its time zone."""
    return datetime.combine(now.date() + timedelta(days=1), time(), now.tzinfo)


def told_term(term: Term) -> str:
    """Say when such a grant ends."""
    match term:
        case Session():
            return "It ends with the agent's session, and nothing is written to your rules."
        case UntilTime(at=at):
            return f"It ends at {at.astimezone():%H:%M}, and nothing is written to your rules."
        case ForUses(uses=uses):
            return f"It ends after {counted(uses, 'more command')}, and nothing is written to your rules."
        case UntilAgentEnds(process=process):
            return f"It ends with process {process.pid}, and nothing is written to your rules."
        case Always():
            return (
                "It is written to your rules.toml as it stands here, for every agent, until you take it out."
            )


def _until(at: datetime) -> Term:
    return UntilTime(at=at)


def _named(process: Process) -> str:
    return f"this agent (process {process.pid})"
