"""The schema document holds the whole protocol and refers to nothing outside itself."""

import json
import re

from assent.wire import messages
from assent.wire.schema import schema


def test_it_names_every_method():
    document = schema()
    assert document["requests"].keys() == messages.REQUESTS.keys()
    assert document["client_notifications"].keys() == messages.CLIENT_NOTIFICATIONS.keys()
    assert document["server_notifications"].keys() == messages.SERVER_NOTIFICATIONS.keys()


def test_every_reference_stands_in_the_document():
    text = json.dumps(schema())
    references = set(re.findall(r'"#/\$defs/([^"]+)"', text))
    assert references
    assert references <= schema()["$defs"].keys()
    assert text.count('"$ref"') == len(re.findall(r'"\$ref": "#/\$defs/', text))


def test_no_message_takes_a_field_it_does_not_name():
    closed = [name for name, model in schema()["$defs"].items() if model.get("type") == "object"]
    assert closed
    assert all(schema()["$defs"][name]["additionalProperties"] is False for name in closed)
