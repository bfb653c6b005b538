"""A line is a message that fits the protocol, or the error says exactly what does not."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assent.wire import messages
from assent.wire.messages import Refusal
from assent.wire.reading import Message, read


def line(**fields: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **fields}).encode()


def refused(text: bytes) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        read(text)
    return refusal.value


def a_call(**params: Any) -> bytes:
    return line(id=1, method="tools/call", params={"name": "Shell", **params})


def a_greeting(**params: Any) -> bytes:
    return line(id=1, method="initialize", params={"protocol_version": 1, "client": {"name": "x"}, **params})


def test_a_request_is_read():
    message = read(line(id=7, method="tools/call", params={"name": "Shell", "arguments": {"command": "ls"}}))
    assert message == Message(
        7, "tools/call", messages.ToolsCallParams(name="Shell", arguments={"command": "ls"})
    )


def test_a_notification_is_read():
    assert read(line(method="cancel", params={"id": "a"})).id is None


def test_parameters_may_be_left_out_where_none_are_needed():
    assert read(line(id="x", method="ping")) == Message("x", "ping", messages.EmptyParams())


@pytest.mark.parametrize("request_id", [0, -1, 10**39, "", "ä", "x" * 200])
def test_every_id_comes_back_as_it_was(request_id: int | str):
    found = read(line(id=request_id, method="ping")).id
    assert (type(found), found) == (type(request_id), request_id)


@pytest.mark.parametrize("request_id", [None, True, 1.0, [], {}, "x" * 201])
def test_another_kind_of_id_is_refused(request_id: Any):
    refusal = refused(line(id=request_id, method="ping"))
    assert (refusal.body.code, refusal.id) == (messages.INVALID_REQUEST, None)
    assert '"id" must be' in refusal.body.message


@pytest.mark.parametrize(
    ("text", "code", "why"),
    [
        (b"nonsense", messages.PARSE_ERROR, "not JSON"),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', messages.INVALID_REQUEST, "batches are not taken"),
        (b"null", messages.INVALID_REQUEST, "one JSON object"),
        (b'{"id":1,"method":"ping"}', messages.INVALID_REQUEST, '"jsonrpc" must be "2.0"'),
        (b'{"jsonrpc":2.0,"id":1,"method":"ping"}', messages.INVALID_REQUEST, '"jsonrpc" must be "2.0"'),
        (line(id=1), messages.INVALID_REQUEST, '"method" must be a string'),
        (line(id=1, method=5), messages.INVALID_REQUEST, '"method" must be a string'),
        (line(id=1, method="ping", result={}), messages.INVALID_REQUEST, "unknown field 'result'"),
        (line(id=1, method="no/such"), messages.METHOD_NOT_FOUND, "'no/such'"),
        (line(id=1, method=""), messages.METHOD_NOT_FOUND, "''"),
        (line(id=1, method="call/state"), messages.METHOD_NOT_FOUND, "'call/state'"),
        (line(id=1, method="cancel", params={"id": 1}), messages.INVALID_REQUEST, "takes no id"),
        (line(id=1, method="ping", params=[]), messages.INVALID_PARAMS, "must be an object"),
        (line(id=1, method="ping", params=None), messages.INVALID_PARAMS, "must be an object"),
        (line(id=1, method="ping", params={"x": 1}), messages.INVALID_PARAMS, "x: unknown field"),
        (line(id=1, method="tools/call"), messages.INVALID_PARAMS, "name: Field required"),
        (a_call(name=5), messages.INVALID_PARAMS, "name: "),
        (a_call(name="x" * 201), messages.INVALID_PARAMS, "name: "),
        (a_call(stream=1), messages.INVALID_PARAMS, "stream: "),
        (a_call(flow="fast"), messages.INVALID_PARAMS, "flow: "),
        (a_greeting(protocol_version=2), messages.INVALID_PARAMS, "protocol_version: "),
        (a_greeting(protocol_version=True), messages.INVALID_PARAMS, "protocol_version: "),
        (a_greeting(protocol_version=1.0), messages.INVALID_PARAMS, "protocol_version: "),
        (a_greeting(client={"name": "", "x": 1}), messages.INVALID_PARAMS, "client.x: unknown field"),
    ],
)
def test_what_is_wrong_is_named(text: bytes, code: int, why: str):
    refusal = refused(text)
    assert refusal.body.code == code
    assert why in refusal.body.message
    assert refusal.id == (1 if text.startswith(b'{"jsonrpc": "2.0", "id"') else refusal.id)


def test_a_request_without_an_id_is_refused():
    refusal = refused(line(method="ping"))
    assert "needs an id" in refusal.body.message


@pytest.mark.parametrize("length", [10, 1_000_000])
def test_the_error_is_short_however_long_the_line(length: int):
    long = "x" * length
    for text in (
        line(id=1, method=long),
        line(id=1, method="ping", **{long: 1}),
        line(id=1, method="ping", params={long: 1}),
        line(id=1, method="ping", params={f"{long}{number}": 1 for number in range(3)}),
        line(id=1, method="tools/call", params={"name": long, "stream": long, "flow": long}),
    ):
        assert len(refused(text).body.message) < 1_000


def test_many_errors_are_not_all_told():
    many = {str(number): 1 for number in range(50_000)}
    assert len(refused(line(id=1, method="ping", params=many)).body.message) < 1_000


fields = st.sampled_from(["jsonrpc", "id", "method", "params"])
some = st.none() | st.integers() | st.text() | st.sampled_from(["2.0", "ping"])


@given(st.binary(max_size=200) | st.dictionaries(fields, some).map(lambda value: json.dumps(value).encode()))
def test_anything_is_a_message_or_a_refusal(text: bytes):
    with contextlib.suppress(Refusal):
        assert isinstance(read(text), Message)
