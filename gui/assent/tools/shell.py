"""The Shell tool: one command block in a fresh shell, until it ends or its time is up."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from assent import resources
from assent.execution import runner
from assent.execution.result_builder import ToolResultBuilder
from assent.host.process import Trees
from assent.host.shell import Shell, command_environment
from assent.model.authority import spoken
from assent.model.call import Call, Proposal
from assent.model.lifecycle import Exited, Failed, Stopped, TimedOut
from assent.model.result import ShellBlock, ToolReturnValue, error
from assent.tools.tool import Ending, Prepared, Run, Tool

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
    description: str = Field(
        default="",
        max_length=2_000,
        description="One short sentence for the person who decides: what the command does and why.",
    )


class ShellTool(Tool[ShellParameters]):
    """Runs command blocks in the shell of this machine."""

    name: ClassVar[str] = "Shell"
    parameters = ShellParameters

    def __init__(self, shell: Shell, environment: Mapping[str, str], trees: Trees) -> None:
        """Run blocks in `shell` as `trees` starts them, with what a command may see of `environment`."""
        self._shell, self._environment, self._trees = shell, environment, trees

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
            display=(ShellBlock(language=self._shell.language, command=command),),
        )
        return Prepared(parameters, proposal)

    async def run(self, prepared: Prepared[ShellParameters], run: Run) -> tuple[Ending, ToolReturnValue]:
        """Run the block as it was shown."""
        parameters = prepared.parameters
        command = runner.Command(
            words=self._shell.words(parameters.command),
            cwd=prepared.proposal.cwd,
            environment=command_environment(self._environment, self._shell, run.call.id),
            timeout_s=parameters.timeout,
        )
        builder = run.control.capture = ToolResultBuilder()
        ending = await runner.run(
            command,
            trees=self._trees,
            control=run.control,
            capture=builder,
            on_start=run.on_start,
            on_output=run.on_output,
        )
        return ending, _value(ending, builder, parameters.timeout)


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


def _value(ending: Ending, builder: ToolResultBuilder, timeout: int) -> ToolReturnValue:
    match ending:
        case Exited(code=0):
            builder.extras(exit_code=0)
            return builder.ok("Command executed successfully.")
        case Exited(code=code):
            builder.extras(exit_code=code)
            brief = f"Failed with exit code: {code}"
            return builder.error(
                f"Command failed with exit code: {code}.", brief=f"{brief}\n{builder.tail()}".strip()
            )
        case TimedOut():
            return builder.error(
                f"Command killed by timeout ({timeout}s)", brief=f"Killed by timeout ({timeout}s)"
            )
        case Stopped(by=by):
            return builder.error(f"Command stopped by {spoken(by)}.", brief=f"Stopped by {spoken(by)}")
        case Failed(error=problem):
            return builder.error(f"Command execution failed: {problem}", brief="Execution failed")
