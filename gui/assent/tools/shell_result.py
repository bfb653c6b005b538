"""What an agent is told of a command that has ended, or goes on without it."""

import signal
import time
from collections.abc import Mapping, Sequence
from typing import assert_never

from pydantic import JsonValue

from assent.execution.capture import Capture
from assent.execution.control import Control
from assent.execution.result_builder import ToolResultBuilder
from assent.execution.runner import Finished
from assent.model.authority import spoken
from assent.model.intervention import Intervention, Typed, sentence
from assent.model.lifecycle import Exceeded, Exited, Failed, Stopped, TimedOut
from assent.model.result import ToolReturnValue

_MOST_NAMED = 10  # of what a command left behind, and of other lists
_NOT_FOUND = Exited(code=127)  # what a shell ends with that found no such program


class Report:
    """What there is to tell of one command, at its end or when its agent is answered before."""

    def __init__(
        self,
        capture: Capture,
        control: Control,
        note: str,
        removed: Sequence[str],
        *,
        keeps_leftovers: bool,
        ran_s: float = 0.0,
        left_out: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Begin to count its time, of which `ran_s` is over.

        `note` says what is not as it was asked for, `removed` names the variables that it does not see,
        `left_out` the folders of PATH in which no program is looked for, each with the reason.
        """
        self._capture, self._control, self._note, self._removed = capture, control, note, removed
        self._keeps_leftovers, self._left_out = keeps_leftovers, left_out
        self._began = time.monotonic() - ran_s

    def value(self, finished: Finished) -> ToolReturnValue:
        """Return the result as it is now."""
        builder = self._capture.builder()
        duration_s = round(time.monotonic() - self._began, 3)
        builder.extras(duration_s=duration_s, timeout_s=self._control.deadline.total_s)
        if self._note:
            builder.remark(self._note)
        if self._removed:
            builder.extras(removed_variables=list(self._removed))
        if finished.ending == _NOT_FOUND and self._left_out:
            told = "; ".join(
                f"{folder or 'an empty one'}: {why}" for folder, why in self._left_out[:_MOST_NAMED]
            )
            builder.remark(f"Folders of PATH in which no program is looked for: {told}.")
        return value(finished, builder, self._control, keeps_leftovers=self._keeps_leftovers)


def value(
    finished: Finished, builder: ToolResultBuilder, control: Control, *, keeps_leftovers: bool = False
) -> ToolReturnValue:
    """Finish the result of a command: how it ended, what was done to it, what it used and what it left."""
    _tell_interventions(builder, control.interventions)
    _tell_end(builder, finished)
    if finished.leftovers:
        _tell_leftovers(builder, finished.leftovers, are_kept=keeps_leftovers)
    match finished.ending:
        case Exited(code=0):
            builder.extras(exit_code=0)
            return builder.ok("Command executed successfully.")
        case Exited(code=code):
            builder.extras(exit_code=code, **_signal(code))
            message = f"Command failed with exit code: {code}."
            brief = f"Failed with exit code: {code}\n{builder.tail()}".strip()
        case TimedOut(after_s=after_s, idle=True):
            builder.extras(stopped_by="the idle timeout")
            message = f"Command killed since it wrote nothing for {after_s:g}s"
            brief = f"Killed by idle timeout ({after_s:g}s)"
        case TimedOut(after_s=after_s):
            builder.extras(stopped_by="the timeout")
            message, brief = f"Command killed by timeout ({after_s:g}s)", f"Killed by timeout ({after_s:g}s)"
        case Exceeded(what=what) as exceeded:
            builder.extras(stopped_by=f"the limit {what}")
            message = f"Command killed since it used more than {_limit(exceeded)}."
            brief = f"Over {_limit(exceeded)}"
        case Stopped(by=by):
            builder.extras(stopped_by=spoken(by))
            message, brief = f"Command stopped by {spoken(by)}.", f"Stopped by {spoken(by)}"
        case Failed(error=problem):
            message, brief = f"Command execution failed: {problem}", "Execution failed"
        case _:
            assert_never(finished.ending)
    return builder.error(message, brief=brief)


def _tell_end(builder: ToolResultBuilder, finished: Finished) -> None:
    if finished.usage is not None:
        builder.extras(cpu_s=round(finished.usage.cpu_s, 3))
        if finished.usage.memory_bytes:  # 0: a command that held less than its starter did is not told apart
            builder.extras(peak_memory_bytes=finished.usage.memory_bytes)
    if isinstance(finished.ending, Exited):
        builder.extras(drained="end of file" if finished.is_drained else "deadline")


def _tell_leftovers(builder: ToolResultBuilder, processes: Mapping[int, str], *, are_kept: bool) -> None:
    """Name what the command left behind, and say what became of it."""
    pids: list[JsonValue] = [*sorted(processes)]
    count = f"{len(pids):,} process{'es' if len(pids) > 1 else ''}"
    named = ", ".join(f"{pid} ({name})" for pid, name in sorted(processes.items())[:_MOST_NAMED])
    more = ", …" if len(pids) > _MOST_NAMED else ""
    if are_kept:
        builder.extras(background_pids=pids)
        builder.remark(f"It left {count} running: {named}{more}.")
    else:
        builder.extras(stopped_pids=pids)
        builder.remark(f"It left {count} behind, ended now: {named}{more}.")


def _tell_interventions(builder: ToolResultBuilder, interventions: Sequence[Intervention]) -> None:
    if not interventions:
        return
    builder.extras(interventions=[what.model_dump(mode="json") for what in interventions])
    typed = [what for what in interventions if isinstance(what, Typed)]
    for what in interventions:
        if not isinstance(what, Typed):
            builder.remark(f"{sentence(what)}.")
    if typed:
        hidden = sum(what.hidden for what in typed)
        lines = f"{len(typed):,} line{'s' if len(typed) > 1 else ''}"
        who = spoken(typed[0].by)
        told = f", {hidden:,} of them hidden" if hidden else ""
        builder.remark(f"{who[0].upper()}{who[1:]} typed {lines} into the terminal{told}.")


def _limit(ending: Exceeded) -> str:
    match ending.what:
        case "memory_mib":
            return f"{ending.limit:,} MiB of memory"
        case "processes":
            return f"{ending.limit:,} processes"
        case "cpu_s":
            return f"{ending.limit:,} s of processor time"


def _signal(code: int) -> dict[str, JsonValue]:
    """Return the name of the signal that ended the shell, if one did."""
    if code >= 0:
        return {}
    try:
        return {"signal": signal.Signals(-code).name}
    except ValueError:
        return {"signal": f"signal {-code}"}  # of the real-time ones only the first and the last have names
