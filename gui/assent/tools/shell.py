"""The Shell tool: one command block in a fresh shell, until it ends or its time is up."""

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from assent import resources
from assent.execution import runner
from assent.execution.capture import Capture
from assent.execution.spool import Spool
from assent.host.process import Trees
from assent.host.shell import Shell, command_environment
from assent.host.terminal import Terminal
from assent.model.call import Call, Proposal
from assent.model.lifecycle import Running
from assent.model.result import ShellBlock, ToolReturnValue, error
from assent.model.settings import EnvironmentSettings, ShellSettings
from assent.policy.environment import Visible, visible
from assent.tools.shell_result import value
from assent.tools.tool import Prepared, Run, Tool

DEFAULT_TIMEOUT_S = 60
LONGEST_TIMEOUT_S = 300
# In bytes. Linux takes no longer argument (MAX_ARG_STRLEN, with the closing NUL): a longer block could be
# shown and approved, and then not be started.
LONGEST_COMMAND = 128 * 1024 - 1


class ShellParameters(BaseModel):
    """What an agent gives."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    command: str = Field(description="The command block to execute.", max_length=LONGEST_COMMAND)
    timeout: int = Field(
        default=DEFAULT_TIMEOUT_S,
        ge=1,
        le=LONGEST_TIMEOUT_S,
        description=(
            "The timeout in seconds. If the command takes longer than this, it is killed with all that it "
            "started."
        ),
    )
    cwd: str = Field(
        default="",
        max_length=4096,
        description=(
            "The folder to run in: absolute, or relative to the session's. Empty: the session's folder."
        ),
    )
    interactive: bool = Field(
        default=False,
        description=(
            "Run it in a terminal, for programs that need one: they show colours and progress, and the "
            "person can type into it, a password for instance. Standard output and standard error are one "
            "then."
        ),
    )
    description: str = Field(
        default="",
        max_length=2_000,
        description="One short sentence for the person who decides: what the command does and why.",
    )


class ShellTool(Tool[ShellParameters]):
    """Runs command blocks in the shell of this machine."""

    name: ClassVar[str] = "Shell"
    parameters = ShellParameters

    def __init__(
        self,
        shell: Shell,
        environment: Mapping[str, str],
        trees: Trees,
        *,
        settings: Callable[[], ShellSettings] = ShellSettings,
        open_spool: Callable[[str, int], Spool] | None = None,
    ) -> None:
        """Run blocks in `shell` as `trees`, with what the settings of the moment let pass of `environment`.

        `open_spool` starts the file for a call's output that is more than the result holds, with so many
        bytes at most.
        """
        self._shell, self._environment, self._trees = shell, dict(environment), trees
        self._settings, self._open_spool = settings, open_spool
        self._seen: tuple[EnvironmentSettings, Visible] | None = None

    @property
    def description(self) -> str:
        """The text of resources/tools for the shell in use."""
        text = resources.text(f"tools/{'powershell' if self._shell.language == 'powershell' else 'bash'}.md")
        return text.replace("${SHELL}", f"{self._shell.language} (`{self._shell.path}`)")

    def prepare(self, parameters: ShellParameters, call: Call) -> Prepared[ShellParameters] | ToolReturnValue:
        """Refuse a blank command, what no argument can hold, and a folder that is none."""
        command = parameters.command
        if not command.strip():
            return error("Command cannot be empty.", brief="Empty command")
        if "\0" in command:
            return error("Command cannot contain a NUL byte.", brief="NUL byte in command")
        if len(command.encode()) > LONGEST_COMMAND:
            return error(f"Command is longer than {LONGEST_COMMAND:,} bytes.", brief="Command too long")
        folder = _folder(call.session.cwd, parameters.cwd)
        if isinstance(folder, ToolReturnValue):
            return folder
        proposal = Proposal(
            title="Run command",
            command=command,
            cwd=folder,
            description=parameters.description,
            timeout_s=parameters.timeout,
            idle_timeout_s=self._settings().idle_timeout_s,
            terminal=parameters.interactive,
            display=(ShellBlock(language=self._shell.language, command=command),),
        )
        return Prepared(parameters, proposal)

    async def run(
        self, prepared: Prepared[ShellParameters], run: Run
    ) -> tuple[runner.Ending, ToolReturnValue]:
        """Run the block as it was approved."""
        proposal, settings, control = prepared.proposal, self._settings(), run.control
        assert proposal.command is not None, "prepare proposes a command"
        terminal, note = _terminal(proposal, control.size)
        seen = self._visible(settings.environment)
        command = runner.Command(
            words=self._shell.words(proposal.command),
            cwd=proposal.cwd,
            environment=command_environment(
                seen.variables, self._shell, run.call.id, has_terminal=terminal is not None
            ),
            timeout_s=proposal.timeout_s,
            idle_timeout_s=proposal.idle_timeout_s,
            limits=settings.limits,
            terminal=terminal,
        )
        capture = control.capture = self._capture(run.call.id, settings.limits.output_mib << 20)
        began = time.monotonic()
        try:
            finished = await runner.run(
                command,
                trees=self._trees,
                control=control,
                capture=capture,
                on_start=lambda pid: run.on_start(Running(pid=pid, terminal=terminal is not None, note=note)),
                on_output=run.on_output,
            )
        finally:
            capture.close()
        builder = capture.builder()
        builder.extras(duration_s=round(time.monotonic() - began, 3), timeout_s=control.deadline.total_s)
        if note:
            builder.remark(note)
        if seen.removed:
            builder.extras(removed_variables=list(seen.removed))
        return finished.ending, value(finished, builder, control)

    def _visible(self, settings: EnvironmentSettings) -> Visible:
        # Many patterns against many variables: a tenth of a call's time, and the same for each.
        if self._seen is None or self._seen[0] != settings:
            self._seen = settings, visible(self._environment, settings)
        return self._seen[1]

    def _capture(self, call_id: str, most_bytes: int) -> Capture:
        open_spool = self._open_spool
        return Capture(None if open_spool is None else lambda: open_spool(call_id, most_bytes))


def _folder(session: str, asked: str) -> str | ToolReturnValue:
    """Return the absolute folder to run in, or why there is none."""
    base = session or str(Path.home())
    wanted = os.path.join(base, asked) if asked else base  # noqa: PTH118  # not normalised: `..` follows links
    if "\0" in wanted:
        return error("The folder cannot contain a NUL byte.", brief="Invalid folder")
    if not Path(wanted).is_absolute():
        return error(
            f"`{asked}` is not an absolute path and the session has no folder.", brief="Invalid folder"
        )
    try:
        if Path(wanted).is_dir():
            return wanted
    except OSError as problem:
        return error(f"`{wanted}` cannot be used as a folder: {problem.strerror}.", brief="Invalid folder")
    return error(f"`{wanted}` is not a folder.", brief="Invalid folder")


def _terminal(proposal: Proposal, size: tuple[int, int]) -> tuple[Terminal | None, str]:
    """Return the terminal that is wanted, or none and why."""
    if not proposal.terminal:
        return None, ""
    try:
        return Terminal(*size), ""
    except OSError as problem:
        return None, f"No terminal could be had ({problem}): the command ran with pipes instead."
