"""The whole protocol as one JSON Schema document, made from the models."""

from typing import Any

from pydantic.json_schema import JsonSchemaMode, models_json_schema

from assent.model.frozen import Frozen
from assent.wire import messages


def schema() -> dict[str, Any]:
    """Return the document: `requests` and `notifications` by method, each type in `$defs`."""
    inputs = [params for params, _ in messages.REQUESTS.values()]
    inputs += messages.CLIENT_NOTIFICATIONS.values()
    outputs = [result for _, result in messages.REQUESTS.values()]
    outputs += [*messages.SERVER_NOTIFICATIONS.values(), messages.ErrorBody]
    wanted: list[tuple[type[Frozen], JsonSchemaMode]] = []
    wanted += [(model, "validation") for model in dict.fromkeys(inputs)]
    wanted += [(model, "serialization") for model in dict.fromkeys(outputs)]
    references, definitions = models_json_schema(wanted, ref_template="#/$defs/{model}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Assent's protocol",
        "description": (
            "JSON-RPC 2.0 over the console's private socket: one JSON object a line, UTF-8, "
            f"at most {messages.LONGEST_LINE:,} bytes a line. The first request is `initialize`."
        ),
        "protocol_version": messages.PROTOCOL_VERSION,
        "requests": {
            method: {
                "params": references[params, "validation"],
                "result": references[result, "serialization"],
            }
            for method, (params, result) in messages.REQUESTS.items()
        },
        "client_notifications": {
            method: references[params, "validation"]
            for method, params in messages.CLIENT_NOTIFICATIONS.items()
        },
        "server_notifications": {
            method: references[params, "serialization"]
            for method, params in messages.SERVER_NOTIFICATIONS.items()
        },
        "error": references[messages.ErrorBody, "serialization"],
        "$defs": definitions["$defs"],
    }
