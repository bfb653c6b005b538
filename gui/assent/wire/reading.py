"""Makes a message of a line, or says exactly what is wrong with it."""

from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from assent.model.complaint import complaint
from assent.model.frozen import Frozen
from assent.wire import messages
from assent.wire.json_text import NotJson, parse
from assent.wire.messages import Refusal, RequestId

_ID: TypeAdapter[RequestId] = TypeAdapter(RequestId)
_FIELDS = frozenset({"jsonrpc", "id", "method", "params"})


@dataclass(frozen=True)
class Message:
    """A request, or a notification when `id` is None, with its parameters checked."""

    id: RequestId | None
    method: str
    params: Frozen


def read(line: bytes) -> Message:
    """Read one line; raises Refusal with the error to answer."""
    try:
        value = parse(line)
    except NotJson as problem:
        raise Refusal(messages.PARSE_ERROR, f"Parse error: {problem}") from None
    if not isinstance(value, dict):
        raise _invalid("a message is one JSON object; batches are not taken")
    request_id = _id_of(value)
    if value.get("jsonrpc") != "2.0":
        raise _invalid('"jsonrpc" must be "2.0"', request_id)
    unknown = sorted(value.keys() - _FIELDS)
    if unknown:
        raise _invalid(f"unknown field {unknown[0][:100]!r}", request_id)
    method = value.get("method")
    if not isinstance(method, str):
        raise _invalid('"method" must be a string', request_id)
    model = _model(method, request_id, is_request="id" in value)
    return Message(request_id, method, _params(model, value.get("params", {}), request_id))


def _id_of(value: dict[str, Any]) -> RequestId | None:
    if "id" not in value:
        return None
    try:
        return _ID.validate_python(value["id"])
    except ValidationError:
        raise _invalid('"id" must be an integer or a string of at most 200 characters') from None


def _model(method: str, request_id: RequestId | None, *, is_request: bool) -> type[Frozen]:
    if is_request and method in messages.REQUESTS:
        return messages.REQUESTS[method][0]
    if not is_request and method in messages.CLIENT_NOTIFICATIONS:
        return messages.CLIENT_NOTIFICATIONS[method]
    if method in messages.REQUESTS:
        raise _invalid(f"{method!r} is a request and needs an id")
    if method in messages.CLIENT_NOTIFICATIONS:
        raise _invalid(f"{method!r} is a notification and takes no id", request_id)
    raise Refusal(messages.METHOD_NOT_FOUND, f"Method not found: {method[:100]!r}", id=request_id)


def _params(model: type[Frozen], params: Any, request_id: RequestId | None) -> Frozen:
    if not isinstance(params, dict):
        raise Refusal(messages.INVALID_PARAMS, "Invalid params: they must be an object", id=request_id)
    try:
        return model.model_validate(params)
    except ValidationError as problem:
        raise Refusal(
            messages.INVALID_PARAMS, f"Invalid params: {complaint(problem)}", id=request_id
        ) from None


def _invalid(what: str, request_id: RequestId | None = None) -> Refusal:
    return Refusal(messages.INVALID_REQUEST, f"Invalid request: {what}", id=request_id)
