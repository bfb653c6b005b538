"""What a tool gives back: the value for the agent and the blocks for the eye."""

from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, ValidatorFunctionWrapHandler, WrapValidator

from assent.model.frozen import Frozen


class BriefBlock(Frozen):
    """One short sentence on what happened."""

    kind: Literal["brief"] = "brief"
    text: str


class ShellBlock(Frozen):
    """A command block in a shell's language."""

    kind: Literal["shell"] = "shell"
    language: str
    command: str


class DiffBlock(Frozen):
    """A change of one file; lines count from 1."""

    kind: Literal["diff"] = "diff"
    path: str
    old_text: str
    new_text: str
    old_start: int = 1
    new_start: int = 1
    is_summary: bool = False


class TodoItem(Frozen):
    """One line of a plan."""

    title: str
    status: Literal["pending", "in_progress", "done"]


class TodoBlock(Frozen):
    """An agent's plan."""

    kind: Literal["todo"] = "todo"
    items: tuple[TodoItem, ...]


class BackgroundTaskBlock(Frozen):
    """A task that goes on after its call."""

    kind: Literal["background_task"] = "background_task"
    task_id: str
    task_kind: str
    status: str
    description: str = ""


class UnknownBlock(Frozen):
    """A block of a kind that this version does not know, kept whole."""

    kind: Literal["unknown"] = "unknown"
    data: JsonValue


def _keep_unknown(value: Any, validate: ValidatorFunctionWrapHandler) -> Any:
    """Read a block of a later version as UnknownBlock: old and new lines stay readable for ever."""
    if isinstance(value, dict):
        kind = value.get("kind")
        if not isinstance(kind, str) or kind not in _KINDS:
            return UnknownBlock(data=value)
    return validate(value)


_KINDS = frozenset({"brief", "shell", "diff", "todo", "background_task", "unknown"})

DisplayBlock = Annotated[
    Annotated[
        BriefBlock | ShellBlock | DiffBlock | TodoBlock | BackgroundTaskBlock | UnknownBlock,
        Field(discriminator="kind"),
    ],
    WrapValidator(_keep_unknown),
]


class ToolReturnValue(Frozen):
    """A tool's answer: `output` and `message` are for the agent, `display` for people, `extras` for programs.

    A failure is a value with `is_error`, never an exception.
    """

    is_error: bool
    output: str = ""
    message: str = ""
    display: tuple[DisplayBlock, ...] = ()
    extras: dict[str, JsonValue] | None = None

    @property
    def brief(self) -> str:
        """The first brief block's text, or nothing."""
        return next((block.text for block in self.display if isinstance(block, BriefBlock)), "")


def error(
    message: str, *, brief: str, output: str = "", extras: dict[str, JsonValue] | None = None
) -> ToolReturnValue:
    """Build the value of a failure."""
    return ToolReturnValue(
        is_error=True, output=output, message=message, display=(BriefBlock(text=brief),), extras=extras
    )
