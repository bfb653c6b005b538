"""The protocol's messages: closed, frozen, and the same after a trip through JSON."""

import pytest
from pydantic import ValidationError

from assent.model.asker import Client
from assent.model.lifecycle import Exited, Running
from assent.model.result import ToolReturnValue
from assent.wire import messages
from assent.wire.messages import Refusal
from builders import INTERVENTIONS

RESULT = ToolReturnValue(is_error=False, output="hi")
SAMPLES = (
    messages.InitializeParams(protocol_version=1, client=Client(name="agent")),
    messages.InitializeResult(
        server=Client(name="assent"), pid=1, limits=messages.Limits(most_requests_at_once=64)
    ),
    messages.EmptyParams(),
    messages.PingResult(),
    messages.ToolsListResult(tools=(messages.ToolDescription(name="x", description="y", parameters={}),)),
    messages.ToolsCallParams(name="Shell", arguments={"command": "ls"}, stream=True, encoding="base64"),
    messages.ToolsCallResult(call_id="c", outcome=Exited(code=0), result=RESULT),
    messages.PermissionRequestParams(name="Shell"),
    messages.PermissionRequestResult(call_id="c", decision="deny", outcome=Exited(code=0)),
    messages.RaiseResult(raised=True),
    messages.CancelParams(id="1"),
    messages.CallStateParams(request_id=1, call_id="c", state=Running(pid=5)),
    messages.CallInterventionParams(request_id=1, call_id="c", intervention=INTERVENTIONS[0]),
    messages.CallOutputParams(request_id=1, call_id="c", channel="stdout", text="x", skipped_bytes=2),
    messages.ErrorBody(code=1, message="m", data={"id": 1}),
)


@pytest.mark.parametrize("message", SAMPLES, ids=lambda message: type(message).__name__)
def test_each_message_is_the_same_after_a_trip_through_json(message: messages.Frozen):
    assert type(message).model_validate_json(message.model_dump_json()) == message


def test_no_message_of_the_tables_is_without_a_sample():
    named = {model for pair in messages.REQUESTS.values() for model in pair}
    named |= {*messages.CLIENT_NOTIFICATIONS.values(), *messages.SERVER_NOTIFICATIONS.values()}
    assert named <= {type(sample) for sample in SAMPLES}


@pytest.mark.parametrize("message", SAMPLES, ids=lambda message: type(message).__name__)
def test_an_unknown_field_is_refused(message: messages.Frozen):
    with pytest.raises(ValidationError, match="extra_forbidden"):
        type(message).model_validate(message.model_dump() | {"surplus": 1})


def test_an_id_is_an_integer_or_a_string_and_stays_what_it_is():
    assert messages.CancelParams(id="1").id == "1"
    assert messages.CancelParams(id=1).id == 1
    for other in (True, 1.0, None, "x" * 201):
        with pytest.raises(ValidationError):
            messages.CancelParams.model_validate({"id": other})


def test_a_refusal_keeps_what_the_error_will_say():
    refusal = Refusal(messages.TOO_MANY, "too many", id=3, used_id=4)
    assert (refusal.id, refusal.body.code, refusal.body.data) == (3, messages.TOO_MANY, {"used_id": 4})
    assert Refusal(1, "x").body.data is None
