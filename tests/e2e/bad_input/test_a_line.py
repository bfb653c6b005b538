"""A line that is no message costs its sender an error, and the connection serves on."""

import json

import pytest

from e2e.agent import Agent
from e2e.running import Console

PARSE = "-32700 Parse error: "
INVALID = "-32600 Invalid request: "
PARAMS = "-32602 Invalid params: "
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'


def error_of(agent: Agent, line: bytes, request_id: int | str | None = None) -> str:
    """Send a line and return the error, after a look that the connection still serves."""
    agent.send_bytes(line + b"\n")
    error = agent.answer(request_id)["error"]
    assert agent.is_alive()
    return f"{error['code']} {error['message']}"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"\xff\xfe{}", PARSE + "the line is not UTF-8 at byte 0"),
        (b'{"jsonrpc":"2.0","id":1,"method":"p\xc3"}', PARSE + "the line is not UTF-8"),
        (b"hello", PARSE + "the line is not JSON"),
        (PING[:-1], PARSE + "the line is not JSON"),
        (PING + PING, PARSE + "the line is not JSON"),
        (b"[" * 10_000 + b"]" * 10_000, PARSE + "the value is nested deeper than 64 levels"),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, PARSE + "the value is nested deeper than 64 levels"),
        (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', PARSE + "the name 'id' stands twice"),
        (b'{"jsonrpc":"2.0","id":1,"method":"\\ud800"}', PARSE + "a string holds half of a surrogate"),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":NaN}}', PARSE + "NaN is not JSON"),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":1e999}', PARSE + "a number is too large"),
        (b"[" + PING + b"]", INVALID + "a message is one JSON object; batches are not taken"),
        (b"null", INVALID + "a message is one JSON object"),
        (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', INVALID + '"id" must be'),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', INVALID + '"id" must be'),
        (b'{"jsonrpc":"2.0","method":"ping"}', INVALID + "'ping' is a request and needs an id"),
    ],
    ids=range(16),
)  # fmt: skip
def test_a_line_that_cannot_be_attributed_gets_an_error_without_an_id(
    console: Console, line: bytes, told: str
):
    with console.connect() as agent:
        assert error_of(agent, line).startswith(told)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"method": "no/such"}, "-32601 Method not found: 'no/such'"),
        ({"method": "tools/call"}, PARAMS + "name: Field required"),
        ({"method": "tools/call", "params": {"name": 7}}, PARAMS + "name: "),
        ({"method": "tools/call", "params": {"name": "Shell", "arguments": []}}, PARAMS + "arguments: "),
        ({"method": "tools/list", "params": {"trust": "me"}}, PARAMS + "trust: unknown field"),
        ({"method": "ping", "params": [1]}, PARAMS + "they must be an object"),
        ({"method": "ping", "trust": 1}, INVALID + "unknown field 'trust'"),
        ({"method": "ping", "jsonrpc": "1.0"}, INVALID + '"jsonrpc" must be "2.0"'),
        ({"method": 1}, INVALID + '"method" must be a string'),
        ({}, INVALID + '"method" must be a string'),
        ({"method": "cancel", "params": {"id": 1}}, INVALID + "'cancel' is a notification"),
    ],
    ids=range(11),
)  # fmt: skip
def test_a_request_that_is_wrong_is_told_what_is_wrong(
    console: Console, fields: dict[str, object], told: str
):
    line = json.dumps({"jsonrpc": "2.0", "id": "mine", **fields}).encode()
    with console.connect() as agent:
        assert error_of(agent, line, "mine").startswith(told)


def test_a_line_of_a_hundred_million_bytes_is_refused_and_not_kept(console: Console):
    before = console.process.memory_info().rss
    with console.connect() as agent:
        agent.send_bytes(b'{"jsonrpc":"2.0","id":1,"method":"')
        for _ in range(100):
            agent.send_bytes(b"x" * 1_000_000)
        agent.send_bytes(b'"}\n')
        assert "longer than 1,048,576 bytes" in agent.answer(None)["error"]["message"]
        assert agent.is_alive()
    assert console.process.memory_info().rss - before < 20_000_000


def test_half_a_line_disturbs_nobody(console: Console):
    with console.connect() as silent, console.connect() as other:
        silent.send_bytes(PING[:20])
        assert other.run("echo hi")["result"]["output"] == "hi\n"
        silent.send_bytes(PING[20:] + b"\n")
        assert silent.answer(1)["result"] == {}


def test_lines_cut_into_bytes_are_lines(console: Console):
    with console.connect() as agent:
        for byte in PING + b"\r\n\n\n" + PING.replace(b":1", b":2"):
            agent.send_bytes(bytes([byte]))
        agent.send_bytes(b"\n")
        assert [agent.receive()["id"] for _ in range(2)] == [1, 2]
