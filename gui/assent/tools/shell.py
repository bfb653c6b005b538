"""The Shell tool: one command block in a fresh shell, until it ends or its time is up."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from assent import resources
from assent.execution import runner
from assent.execution.capture import Capture
from assent.execution.spool import Spool
from assent.execution.tasks import Tasks, TooManyTasks
from assent.host.process import Trees
from assent.host.shell import Shell, command_environment
from assent.host.terminal import Terminal
from assent.model.call import Call, Proposal
from assent.model.lifecycle import Failed, Running
from assent.model.limits import Limits
from assent.model.result import ShellBlock, ToolReturnValue, error
from assent.model.settings import EnvironmentSettings, ShellSettings
from assent.policy.environment import Visible, visible
from assent.tools.background import LONGEST_S, Background, not_started
from assent.tools.confinements import Confinements
from assent.tools.shell_result import Report
from assent.tools.tool import Prepared, Run, Tool

DEFAULT_TIMEOUT_S = 60
LONGEST_TIMEOUT_S = 300  # of a command whose agent waits for it
# In bytes. Linux takes no longer argument (MAX_ARG_STRLEN, with the closing NUL): a longer block could be
# shown and approved, and then not be started.
LONGEST_COMMAND = 128 * 1024 - 1


class ShellParameters(BaseModel):
    """What an agent gives."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    command: str = Field(description="The command block to execute.", max_length=LONGEST_COMMAND)
    run_in_background: bool = Field(
        default=False,
        description=(
            "Whether to answer as soon as the command has started, and let it run on as a background task. "
            "Needs a description."
        ),
    )
    timeout: int = Field(
        default=DEFAULT_TIMEOUT_S,
        ge=1,
        le=LONGEST_S,
        description=(
            "The timeout in seconds. If the command takes longer than this, it is killed with all that it "
            f"started. At most {LONGEST_TIMEOUT_S}, with run_in_background at most {LONGEST_S}."
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
    confinement: str = Field(
        default="",
        max_length=100,
        description=(
            "The confinement to run in, when less than usual is enough: `workspace` (writes to the folder "
            "only, no network), `read-only`, or a profile of the person's. Empty: what the person has set."
        ),
    )
    description: str = Field(
        default="",
        validate_default=True,
        max_length=2_000,
        description="One short sentence for the person who decides: what the command does and why.",
    )

    @field_validator("timeout")
    @classmethod
    def _no_longer_than_an_agent_waits(cls, timeout: int, info: ValidationInfo) -> int:
        if timeout > LONGEST_TIMEOUT_S and not info.data.get("run_in_background"):
            text = (
                f"timeout must be <= {LONGEST_TIMEOUT_S}s for foreground commands; use "
                f"run_in_background=true for longer timeouts (up to {LONGEST_S}s)"
            )
            raise PydanticCustomError("foreground_timeout", text)
        return timeout

    @field_validator("description")
    @classmethod
    def _said_where_it_is_the_title(cls, description: str, info: ValidationInfo) -> str:
        if info.data.get("run_in_background") and not description.strip():
            raise PydanticCustomError("description", "description is required when run_in_background is true")
        return description


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
        tasks: Tasks | None = None,
        confinements: Confinements | None = None,
    ) -> None:
        """Run blocks in `shell` as `trees`, with what the settings of the moment let pass of `environment`.

        `open_spool` starts the file for a call's output that is more than the result holds, with so many
        bytes at most. Commands that go on in the background are entered in `tasks`.
        """
        self._shell, self._environment, self._trees = shell, dict(environment), trees
        self._settings, self._open_spool = settings, open_spool
        self._tasks = tasks or Tasks(lambda: settings().background.most_running)
        self._confinements = confinements or Confinements()
        self._seen: tuple[EnvironmentSettings, Visible] | None = None

    @property
    def description(self) -> str:
        """The text of resources/tools for the shell in use."""
        text = resources.text(f"tools/{'powershell' if self._shell.language == 'powershell' else 'bash'}.md")
        return text.replace("${SHELL}", f"{self._shell.language} (`{self._shell.path}`)")

    def prepare(self, parameters: ShellParameters, call: Call) -> Prepared[ShellParameters] | ToolReturnValue:
        """Refuse a blank command, what no argument can hold, and a folder that is none."""
        command = parameters.command
        if (unfit := _unfit(command)) is not None:
            return unfit
        folder = _folder(call.session.cwd, parameters.cwd)
        if isinstance(folder, ToolReturnValue):
            return folder
        if parameters.run_in_background and call.wants == "execution":
            try:
                self._tasks.check_room(call)
            except TooManyTasks as problem:
                return not_started(str(problem))
        confinement = self._confinements.chosen(command, parameters.confinement, folder, call.wants)
        if isinstance(confinement, ToolReturnValue):
            return confinement
        proposal = Proposal(
            title="Run background command" if parameters.run_in_background else "Run command",
            command=command,
            cwd=folder,
            description=parameters.description,
            timeout_s=parameters.timeout,
            idle_timeout_s=self._settings().idle_timeout_s,
            confinement=confinement,
            terminal=parameters.interactive,
            background=parameters.run_in_background,
            display=(ShellBlock(language=self._shell.language, command=command),),
        )
        return Prepared(parameters, proposal)

    async def run(
        self, prepared: Prepared[ShellParameters], run: Run
    ) -> tuple[runner.Ending, ToolReturnValue]:
        """Run the block as it was approved."""
        proposal, settings, control = prepared.proposal, self._settings(), run.control
        background = Background(self._tasks, run.call, proposal, control)
        if why_not := background.reserve():
            return Failed(error=why_not), not_started(why_not)
        terminal, note = _terminal(proposal, control.size)
        seen = self._visible(settings.environment)
        environment = command_environment(
            seen.variables, self._shell, run.call.id, has_terminal=terminal is not None
        )
        command = self._command(proposal, environment, settings.limits, terminal)
        capture = control.capture = self._capture(run.call.id, settings.limits.output_mib << 20)
        keeps = settings.leftovers == "keep"
        report = Report(capture, control, note, seen.removed, keeps_leftovers=keeps)

        def begin(pid: int) -> None:
            run.on_start(Running(pid=pid, terminal=terminal is not None, note=note))
            background.begin()

        def leave(finished: runner.Finished) -> bool:
            if keeps:
                background.leave(report.value(finished))
            return keeps

        try:
            finished = await self._confinements.run(
                proposal.confinement,
                command,
                lambda confined: runner.run(
                    confined,
                    trees=self._trees,
                    control=control,
                    capture=capture,
                    on_start=begin,
                    on_output=run.on_output,
                    on_leftovers=leave,
                ),
            )
        finally:
            capture.close()
        return finished.ending, background.finish(finished.ending, report.value(finished))

    def _command(
        self, proposal: Proposal, environment: Mapping[str, str], limits: Limits, terminal: Terminal | None
    ) -> runner.Command:
        assert proposal.command is not None, "prepare proposes a command"
        return runner.Command(
            words=self._shell.words(proposal.command),
            cwd=proposal.cwd,
            environment=environment,
            timeout_s=proposal.timeout_s,
            idle_timeout_s=proposal.idle_timeout_s,
            limits=limits,
            terminal=terminal,
        )

    def _visible(self, settings: EnvironmentSettings) -> Visible:
        # Many patterns against many variables: a tenth of a call's time, and the same for each.
        if self._seen is None or self._seen[0] != settings:
            self._seen = settings, visible(self._environment, settings)
        return self._seen[1]

    def _capture(self, call_id: str, most_bytes: int) -> Capture:
        open_spool = self._open_spool
        return Capture(None if open_spool is None else lambda: open_spool(call_id, most_bytes))


def _unfit(command: str) -> ToolReturnValue | None:
    """Return why this can be no command, or None when it can."""
    if not command.strip():
        return error("Command cannot be empty.", brief="Empty command")
    if "\0" in command:
        return error("Command cannot contain a NUL byte.", brief="NUL byte in command")
    if len(command.encode()) > LONGEST_COMMAND:
        return error(f"Command is longer than {LONGEST_COMMAND:,} bytes.", brief="Command too long")
    return None


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
