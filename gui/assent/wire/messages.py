"""The protocol's messages: JSON-RPC 2.0, one JSON object a line, every field known."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, JsonValue

from assent.model.asker import Client, Session
from assent.model.events import Channel
from assent.model.frozen import Frozen
from assent.model.intervention import Intervention
from assent.model.lifecycle import Outcome, State
from assent.model.result import ToolReturnValue

PROTOCOL_VERSION = 1
LONGEST_LINE = 1 << 20  # bytes, the line's end not counted

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
NOT_INITIALIZED = -32002
NOT_RECORDED = -32010
TOO_MANY = -32011

RequestId = Annotated[int, Field(strict=True)] | Annotated[str, Field(strict=True, max_length=200)]


def _integer(value: Any) -> Any:
    # `true` and `1.0` are equal to 1 in Python and something else in JSON.
    if type(value) is not int:
        raise ValueError("it must be an integer")
    return value


class InitializeParams(Frozen):
    """The first request on a connection: who the client says it is."""

    protocol_version: Annotated[Literal[1], BeforeValidator(_integer)]
    client: Client
    session: Session = Session()


class Limits(Frozen):
    """What the console takes."""

    longest_line_bytes: int = LONGEST_LINE
    most_requests_at_once: int


class InitializeResult(Frozen):
    """What the console says of itself."""

    protocol_version: Literal[1] = 1
    server: Client
    pid: int
    limits: Limits


class EmptyParams(Frozen):
    """No parameters."""


class PingResult(Frozen):
    """It is alive."""


class ToolDescription(Frozen):
    """One tool; `parameters` is a JSON Schema."""

    name: str
    description: str
    parameters: dict[str, JsonValue]


class ToolsListResult(Frozen):
    """The tools on offer."""

    tools: tuple[ToolDescription, ...]


class ToolsCallParams(Frozen):
    """A call that the console is to run.

    With `stream`, output is sent as it comes (`call/output`): as text, or exactly, in base64. A client that
    reads too slowly misses parts and is told how much (`flow` "skip"), or holds the command back, as a pipe
    would ("wait").
    """

    name: str = Field(max_length=200)
    arguments: dict[str, JsonValue] = Field(default={})
    stream: bool = Field(default=False, strict=True)
    encoding: Literal["utf-8", "base64"] = "utf-8"
    flow: Literal["skip", "wait"] = "skip"


class ToolsCallResult(Frozen):
    """How it ended, and what the agent gets of it; no outcome when it goes on in the background."""

    call_id: str
    outcome: Outcome | None
    result: ToolReturnValue


class PermissionRequestParams(Frozen):
    """A question about a call that the client runs itself."""

    name: str = Field(max_length=200)
    arguments: dict[str, JsonValue] = Field(default={})


class PermissionRequestResult(Frozen):
    """The answer; `reason` is for the agent."""

    call_id: str
    decision: Literal["allow", "deny"]
    reason: str = ""
    outcome: Outcome


class RaiseResult(Frozen):
    """Whether there is a window and it was raised."""

    raised: bool


class CancelParams(Frozen):
    """The request with this id is not wanted any more; its answer comes all the same."""

    id: RequestId


class CallStateParams(Frozen):
    """The call of request `request_id` took a step.

    It is the last, `settled`, only where the request was answered before: the call went on in the background.
    By then the client may have used the id again; `call_id` is the call's own.
    """

    request_id: RequestId
    call_id: str
    state: State


class CallInterventionParams(Frozen):
    """A person did something to the running call of request `request_id`."""

    request_id: RequestId
    call_id: str
    intervention: Intervention


class CallOutputParams(Frozen):
    """The call of request `request_id` wrote: `text`, or `base64` when that was asked for.

    `skipped_bytes` were left out before it since the client did not keep up.
    """

    request_id: RequestId
    call_id: str
    channel: Channel
    text: str | None = None
    base64: str | None = None
    skipped_bytes: int = 0


class ErrorBody(Frozen):
    """What is wrong; `data.id` repeats an id that could not be used for the answer itself."""

    code: int
    message: str
    data: dict[str, JsonValue] | None = None


# Method: (parameters, result). Requests of clients.
REQUESTS: dict[str, tuple[type[Frozen], type[Frozen]]] = {
    "initialize": (InitializeParams, InitializeResult),
    "ping": (EmptyParams, PingResult),
    "tools/list": (EmptyParams, ToolsListResult),
    "tools/call": (ToolsCallParams, ToolsCallResult),
    "permission/request": (PermissionRequestParams, PermissionRequestResult),
    "window/raise": (EmptyParams, RaiseResult),
}
CLIENT_NOTIFICATIONS: dict[str, type[Frozen]] = {"cancel": CancelParams}
SERVER_NOTIFICATIONS: dict[str, type[Frozen]] = {
    "call/state": CallStateParams,
    "call/intervention": CallInterventionParams,
    "call/output": CallOutputParams,
}


class Refusal(Exception):  # noqa: N818
    """A message that gets an error instead of a result."""

    def __init__(self, code: int, message: str, *, id: RequestId | None = None, **data: Any) -> None:  # noqa: A002
        """Keep what the error object will say."""
        super().__init__(message)
        self.id = id
        self.body = ErrorBody(code=code, message=message, data=data or None)
