"""What a background task is, in the words that agents know."""

import json
import shlex
from pathlib import Path

from assent.execution.capture import Excerpt
from assent.execution.tasks import Task
from assent.model.lifecycle import Exited, Stopped, TimedOut, Withdrawn
from assent.model.result import BackgroundTaskBlock

_FULL_LINES = 300


def lines_of(task: Task, status: str) -> list[str]:
    """Return what a task is, a line each."""
    lines = [f"task_id: {task.id}", "kind: bash", f"status: {status}"]
    lines.append(f"description: {_indented(task.proposal.description)}")
    lines.append(f"command: {_indented(task.proposal.command or '')}")
    return lines


def block_of(task: Task, status: str) -> BackgroundTaskBlock:
    """Return the block that shows people a task."""
    return BackgroundTaskBlock(task_id=task.id, task_kind="bash", status=status, description=task.title)


def end_lines(task: Task) -> list[str]:
    """Say how a task ended; nothing while it runs."""
    outcome = task.outcome
    if outcome is None:
        return []
    timed_out = isinstance(outcome, TimedOut)
    interrupted = isinstance(outcome, TimedOut | Stopped | Withdrawn) or task.status == "lost"
    lines = [
        f"interrupted: {_word(interrupted)}",
        f"timed_out: {_word(timed_out)}",
        f"terminal_reason: {'timed_out' if timed_out else task.status}",
    ]
    if isinstance(outcome, Exited):
        lines.append(f"exit_code: {outcome.code}")
    if task.reason:
        lines.append(f"reason: {task.reason}")
    return lines


def output_text(task: Task, retrieval_status: str, recent: Excerpt) -> str:
    """Return where a task stands, and the last of what it wrote."""
    is_truncated = recent.shown_bytes < recent.all_bytes
    # The oldest files give way to newer ones.
    path = recent.path if recent.path is not None and recent.path.exists() else None
    lines = [
        f"retrieval_status: {retrieval_status}",
        *lines_of(task, task.status),
        *end_lines(task),
        "",
        f"output_size_bytes: {recent.all_bytes}",
        f"output_preview_bytes: {recent.shown_bytes}",
        f"output_truncated: {_word(is_truncated)}",
        *([] if path is None else [f"output_path: {path}"]),
        f"full_output_available: {_word(path is not None and recent.kept_bytes == recent.all_bytes)}",
        *([] if path is None else _hint(path)),
        "",
        "[output]",
    ]
    if is_truncated:
        where = f"Full output: {path}" if path else "The full output could not be kept."
        lines += [f"[Truncated. {where}]", ""]
    return "\n".join([*lines, recent.text.rstrip("\n") or "[no output available]"])


def _hint(path: Path) -> list[str]:
    look = f"sed -n '1,{_FULL_LINES}p' {shlex.quote(str(path))}"
    return [
        "full_output_tool: Shell",
        f"full_output_hint: Use Shell(command={json.dumps(look)}) to inspect the full log, then go on.",
    ]


def _word(truth: bool) -> str:  # it is what is spelled
    return "true" if truth else "false"


def _indented(text: str) -> str:
    """Let no line of an agent's text pass for one of ours."""
    return "\n  ".join(text.strip().splitlines())
