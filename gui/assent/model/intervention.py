"""What a person does to a command while it runs: on record, and told to the agent."""

from typing import Annotated, Literal, assert_never

from pydantic import Field

from assent.model.authority import Authority, spoken
from assent.model.frozen import Frozen


class Extended(Frozen):
    """The deadline comes later."""

    kind: Literal["extended"] = "extended"
    by: Authority
    by_s: Annotated[float, Field(gt=0, le=86_400)]


class Lifted(Frozen):
    """There is no deadline any more, neither for the whole nor for silence."""

    kind: Literal["lifted"] = "lifted"
    by: Authority


class Paused(Frozen):
    """All its processes stand still, and so do its deadlines."""

    kind: Literal["paused"] = "paused"
    by: Authority


class Resumed(Frozen):
    """It goes on."""

    kind: Literal["resumed"] = "resumed"
    by: Authority


class Interrupted(Frozen):
    """It was sent what Ctrl+C sends (SIGINT); what it makes of that is its own affair."""

    kind: Literal["interrupted"] = "interrupted"
    by: Authority


class Terminated(Frozen):
    """It was told to end (SIGTERM), and is killed when it does not."""

    kind: Literal["terminated"] = "terminated"
    by: Authority


class Killed(Frozen):
    """It was killed at once (SIGKILL)."""

    kind: Literal["killed"] = "killed"
    by: Authority


class ProcessEnded(Frozen):
    """One of its processes was killed, and the others go on."""

    kind: Literal["process_ended"] = "process_ended"
    by: Authority
    pid: int


class SentToBackground(Frozen):
    """The agent gets its answer now, and the command goes on."""

    kind: Literal["sent_to_background"] = "sent_to_background"
    by: Authority


class Kept(Frozen):
    """It goes on without the console, which ends; `total_s` is how long it may run in all since its start."""

    kind: Literal["kept"] = "kept"
    by: Authority
    total_s: Annotated[float, Field(gt=0)]


class Typed(Frozen):
    """A line was typed into its terminal, which is on no record; `hidden` when it was not shown either."""

    kind: Literal["typed"] = "typed"
    by: Authority
    hidden: bool


Intervention = Annotated[
    Extended
    | Lifted
    | Paused
    | Resumed
    | Interrupted
    | Terminated
    | Killed
    | ProcessEnded
    | SentToBackground
    | Kept
    | Typed,
    Field(discriminator="kind"),
]


def sentence(what: Intervention) -> str:
    """Tell an agent or a person what was done, as a sentence without its full stop."""
    match what:
        case Extended(by_s=seconds):
            done = f"extended the deadline by {_span(seconds)}"
        case Lifted():
            done = "lifted the deadline"
        case Paused():
            done = "paused the command"
        case Resumed():
            done = "let the command go on"
        case Interrupted():
            done = "interrupted the command (SIGINT)"
        case Terminated():
            done = "terminated the command (SIGTERM)"
        case Killed():
            done = "killed the command (SIGKILL)"
        case ProcessEnded(pid=pid):
            done = f"killed the process {pid}"
        case SentToBackground():
            done = "sent the command to the background"
        case Kept():
            done = "kept the command running without the console"
        case Typed(hidden=hidden):
            done = f"typed {'something hidden' if hidden else 'a line'} into the terminal"
        case _:
            assert_never(what)
    who = spoken(what.by)
    return f"{who[0].upper()}{who[1:]} {done}"


def _span(seconds: float) -> str:
    if seconds >= 60 and seconds % 60 == 0:
        return f"{seconds / 60:g} min"
    return f"{seconds:g} s"
