"""The words and signs for states, processes, sizes and times."""

import math
import shlex
from dataclasses import dataclass
from typing import Literal, assert_never

from assent.model.asker import Asker, Process
from assent.model.authority import Authority, ByConsole, ByGrant, ByMode, ByPerson, ByRule
from assent.model.call import Proposal
from assent.model.intervention import Intervention, sentence
from assent.model.lifecycle import (
    Approved,
    Asking,
    Exceeded,
    Exited,
    Expired,
    Failed,
    Outcome,
    Permitted,
    Received,
    Refused,
    Returned,
    Running,
    Settled,
    State,
    Stopped,
    TimedOut,
    Withdrawn,
)
from assent.model.reveal import one_line

BEFORE = " \N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK} "  # a parent stands behind its child
Tone = Literal["waiting", "running", "good", "bad", "quiet"]


@dataclass(frozen=True)
class Told:
    """A state for the eye: a drawing, a colour of the theme, and a word or two."""

    icon: str
    tone: Tone
    text: str


PAUSED = Told("player-pause", "waiting", "paused")
_AT_LIMIT = {"memory_mib": "MiB", "processes": "processes", "cpu_s": "s of computing"}


RUNNING = Told("player-play", "running", "running")
BACKGROUND = Told("arrow-bar-to-down", "running", "in the background")


def told(state: State, *, is_paused: bool = False, is_background: bool = False) -> Told:
    """Say where a call stands."""
    match state:
        case Received():
            return Told("hourglass", "quiet", "arrived")
        case Asking():
            return Told("hourglass", "waiting", "waits for you")
        case Approved():
            return Told("player-play", "running", "approved")
        case Running():
            return PAUSED if is_paused else BACKGROUND if is_background else RUNNING
        case Settled(outcome=outcome):
            return _ended(outcome)
        case _:
            assert_never(state)


def _ended(outcome: Outcome) -> Told:  # noqa: PLR0911, PLR0912  # a table
    match outcome:
        case Exited(code=0):
            return Told("circle-check", "good", "done")
        case Exited(code=code) if code < 0:
            return Told("circle-x", "bad", f"ended by signal {-code}")
        case Exited(code=code):
            return Told("circle-x", "bad", f"exit code {code}")
        case TimedOut(after_s=after_s, idle=True):
            return Told("clock-x", "bad", f"killed, silent {span(after_s)}")
        case TimedOut(after_s=after_s):
            return Told("clock-x", "bad", f"killed after {span(after_s)}")
        case Exceeded(what=what, limit=limit):
            return Told("gauge", "bad", f"killed at {limit:,} {_AT_LIMIT[what]}")
        case Returned():
            return Told("circle-check", "good", "done")
        case Stopped():
            return Told("player-stop", "quiet", "stopped")
        case Permitted():
            return Told("user-check", "good", "permitted")
        case Refused(by=ByRule()):
            return Told("ban", "quiet", "refused by a rule")
        case Refused(by=ByMode()):
            return Told("ban", "quiet", "refused by the mode")
        case Refused():
            return Told("ban", "quiet", "refused")
        case Expired(after_s=after_s):
            return Told("clock-off", "quiet", f"no answer in {span(after_s)}")
        case Withdrawn():
            return Told("plug-connected-x", "quiet", "withdrawn")
        case Failed():
            return Told("alert-triangle", "bad", "failed")
        case _:
            assert_never(outcome)


def ending(outcome: Outcome) -> str:
    """Say in a sentence how a call ended that has nothing else to show."""
    match outcome:
        case Refused(reason=reason):
            said = f": “{one_line(reason)}”" if reason else ""
            return f"Refused{said}."
        case Withdrawn(why=why):
            return f"Withdrawn: {one_line(why)}."
        case Failed(error=error):
            return f"Failed: {one_line(error)}"
        case Permitted():
            return "Permitted; the agent ran it itself, so its output is not here."
        case _:
            text = _ended(outcome).text
            return f"{text[0].upper()}{text[1:]}, without output."


def decided(by: Authority) -> str:
    """Name who decided."""
    match by:
        case ByPerson(name=name):
            return one_line(name, 60)
        case ByRule(rule=rule, others=others):
            more = f" and {len(others)} more" if others else ""
            return f"the rule “{one_line(rule, 80)}”{more}"
        case ByGrant(grant=grant):
            return f"granted earlier: {one_line(grant, 120)}"
        case ByMode(mode=mode):
            return f"the mode “{mode}”"
        case ByConsole(reason=reason):
            return f"the console: {one_line(reason, 120)}"
        case _:
            assert_never(by)


def deed(what: Intervention) -> str:
    """Say what somebody did to a running command, to the person who may have done it."""
    told_all = one_line(sentence(what), 200)
    return "you" + told_all.removeprefix("The user") if isinstance(what.by, ByPerson) else told_all


def lineage(asker: Asker) -> str:
    """Name the process that asks and those that started it, nearest first."""
    return BEFORE.join(named(process) for process in (asker.process, *asker.parents))


def named(process: Process) -> str:
    """Name one process."""
    return one_line(process.name, 40) or f"process {process.pid}"


def words(process: Process) -> str:
    """Return a process's command line as one would type it."""
    return one_line(shlex.join(process.command_line), 2_000)


def size(text: str) -> str:
    """Say how much text there is: as it arrived, not as it is shown."""
    lines = text.count("\n") + 1
    return f"{counted(lines, 'line')}, {counted(len(text), 'character')}"


def counted(number: int, thing: str) -> str:
    """Return "1 line" or "1,200 lines"."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def clock(seconds: float) -> str:
    """Return a running time as "0:07" or "1:02:03"."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def span(seconds: float) -> str:
    """Return a length of time in words."""
    if seconds >= 60 and seconds % 60 == 0:
        return counted(int(seconds // 60), "minute")
    return f"{seconds:g} second{'' if seconds == 1 else 's'}"


def remaining(used_s: float, left_s: float | None, total_s: float | None, *, is_short: bool = False) -> str:
    """Say how long a command may go on, or how long it has run where nothing limits it."""
    if left_s is None or total_s is None:
        return clock(used_s) if is_short else f"{clock(used_s)}, no limit"
    left = f"{clock(math.ceil(left_s))} left"
    return left if is_short else f"{left} of {clock(total_s)}"


def silence(silent_s: float, idle_s: float) -> str:
    """Say how much of its limit a command's silence has used."""
    return f"silent {clock(silent_s)} of {clock(idle_s)}"


def limits(proposal: Proposal) -> str:
    """Say what ends a command by itself, and whether its agent waits for it."""
    told = [f"{_brief(proposal.timeout_s)} at most" if proposal.timeout_s else "no time limit"]
    if proposal.idle_timeout_s:
        told.append(f"{_brief(proposal.idle_timeout_s)} of silence")
    if proposal.background:
        told.append("in the background")
    return ", ".join(told)


def _brief(seconds: float) -> str:
    return f"{seconds / 60:g} min" if seconds >= 60 and seconds % 60 == 0 else f"{seconds:g} s"
