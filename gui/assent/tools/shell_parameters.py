"""What an agent gives the Shell tool, and what is wrong with it."""

import os
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from assent.model.result import ToolReturnValue, error
from assent.tools.background import LONGEST_S

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


def problem_of(command: str) -> ToolReturnValue | None:
    """Return what is wrong with a command, or None: a blank one, and what no argument can hold."""
    if not command.strip():
        return error("Command cannot be empty.", brief="Empty command")
    if "\0" in command:
        return error("Command cannot contain a NUL byte.", brief="NUL byte in command")
    if len(command.encode()) > LONGEST_COMMAND:
        return error(f"Command is longer than {LONGEST_COMMAND:,} bytes.", brief="Command too long")
    return None


def folder_of(session: str, asked: str) -> str | ToolReturnValue:
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
