"""What one client hears of one call: everything it asked for, or how much it missed."""

import base64
import json
from typing import Any

import pytest

from assent.console.stream import Stream
from assent.execution.control import Control
from assent.model.events import Channel as OutputChannel
from assent.model.events import Intervened, Moved, Output
from assent.model.lifecycle import Exited, Running
from assent.wire.channel import Channel
from assent.wire.messages import ToolsCallParams
from builders import AT, INTERVENTIONS, a_call, a_result, settled
from fakes import Listener, Transport

CALL = a_call()


class Heard:
    """A stream and what the client got of it."""

    def __init__(self, **wanted: Any) -> None:
        self.transport, self.control = Transport(), Control()
        self.channel = Channel(lambda _: Listener())
        self.channel.connection_made(self.transport)
        params = ToolsCallParams(name="Shell", **wanted) if wanted else None
        self.stream = Stream(self.channel, 7, self.control, params)

    def output(self, data: bytes, channel: OutputChannel = "stdout") -> None:
        self.stream.hear(Output(CALL.id, channel, data))

    def end(self) -> None:
        self.stream.hear(Moved(CALL, settled(Exited(code=0)), AT))

    def notes(self) -> list[dict[str, Any]]:
        return [json.loads(line)["params"] for line in self.transport.written.splitlines()]

    def texts(self) -> list[str]:
        return [note.get("text", "") for note in self.notes()]


@pytest.fixture
async def heard() -> Heard:
    """Stream text, leaving out what a slow client misses."""
    return Heard(stream=True)


async def test_steps_are_told_but_for_the_end(heard: Heard):
    heard.stream.hear(Moved(CALL, Running(pid=5), AT))
    heard.end()
    [note] = heard.notes()
    assert note == {"request_id": 7, "call_id": CALL.id, "state": note["state"]}
    assert note["state"]["kind"] == "running"
    assert note["state"]["pid"] == 5


async def test_what_a_person_does_to_the_command_is_told_in_any_case():
    heard = Heard()
    heard.stream.hear(Intervened(CALL, INTERVENTIONS[0], AT))
    assert heard.notes() == [
        {
            "request_id": 7,
            "call_id": CALL.id,
            "intervention": INTERVENTIONS[0].model_dump(mode="json"),
        }
    ]


@pytest.mark.parametrize("wanted", [{}, {"stream": False}])
async def test_output_that_was_not_asked_for_is_not_sent(wanted: dict[str, Any]):
    heard = Heard(**wanted)
    heard.output(b"x")
    heard.end()
    assert heard.notes() == []


async def test_text_is_whole_however_it_was_cut(heard: Heard):
    for byte in "aé€\U0001f600".encode() + b"\xff!\xe2\x82":
        heard.output(bytes([byte]))
    heard.output(b"\xac", "stderr")
    heard.end()
    out = [note["text"] for note in heard.notes() if note["channel"] == "stdout"]
    assert "".join(out) == "aé€\U0001f600\ufffd!\ufffd"
    assert [note["text"] for note in heard.notes() if note["channel"] == "stderr"] == ["\ufffd"]
    assert all(note["text"] for note in heard.notes())


async def test_bytes_arrive_exactly():
    heard, sent = Heard(stream=True, encoding="base64"), bytes(range(256))
    heard.output(sent[:100])
    heard.output(sent[100:])
    heard.end()
    assert b"".join(base64.b64decode(note["base64"]) for note in heard.notes()) == sent


@pytest.mark.parametrize("encoding", ["utf-8", "base64"])
async def test_a_slow_client_is_told_how_many_bytes_it_missed(encoding: str):
    heard = Heard(stream=True, encoding=encoding)
    heard.output(b"one")
    heard.channel.pause_writing()
    heard.output(b"missed" * 10)
    heard.output(b"and this", "stderr")
    assert len(heard.notes()) == 1
    heard.channel.resume_writing()
    heard.output(b"two")
    heard.end()
    notes = heard.notes()[1:]
    assert [(note["channel"], note["skipped_bytes"]) for note in notes] == [("stdout", 60), ("stderr", 8)]


async def test_half_a_character_before_a_gap_is_counted_as_missed(heard: Heard):
    heard.output(b"a\xe2\x82")
    heard.channel.pause_writing()
    heard.output(b"\xac" * 10)
    heard.channel.resume_writing()
    heard.output(b"b")
    assert [(note["text"], note["skipped_bytes"]) for note in heard.notes()] == [("a", 0), ("b", 12)]


async def test_what_was_missed_last_is_told_at_the_end(heard: Heard):
    heard.channel.pause_writing()
    heard.output(b"never seen")
    heard.end()
    assert heard.notes()[0]["skipped_bytes"] == 10


async def test_a_client_that_must_have_every_byte_holds_the_command_back():
    heard = Heard(stream=True, flow="wait")
    heard.stream.slowed(slow=True)
    assert heard.control.flow.held
    heard.channel.is_slow = True
    heard.output(b"still in the pipe's last piece")
    heard.stream.slowed(slow=False)
    assert not heard.control.flow.held
    assert heard.texts() == ["still in the pipe's last piece"]
    assert heard.notes()[0]["skipped_bytes"] == 0


@pytest.mark.parametrize("wanted", [{}, {"stream": False, "flow": "wait"}, {"stream": True, "flow": "skip"}])
async def test_no_other_client_holds_a_command_back(wanted: dict[str, Any]):
    heard = Heard(**wanted)
    heard.stream.slowed(slow=True)
    assert not heard.control.flow.held


async def test_a_client_that_was_slow_before_holds_the_command_from_the_start():
    transport, control = Transport(), Control()
    channel = Channel(lambda _: Listener())
    channel.connection_made(transport)
    channel.pause_writing()
    Stream(channel, 1, control, ToolsCallParams(name="Shell", stream=True, flow="wait"))
    assert control.flow.held


async def test_after_the_answer_only_the_end_is_told():
    heard = Heard(stream=True, flow="wait")
    heard.output("ä".encode()[:1])
    heard.stream.slowed(slow=True)
    assert not heard.stream.is_answered
    heard.control.detach(a_result())
    assert heard.stream.is_answered
    heard.stream.answered(CALL.id)
    assert not heard.control.flow.held
    assert heard.texts() == ["\ufffd"]
    heard.output(b"more")
    heard.stream.hear(Intervened(CALL, INTERVENTIONS[0], AT))
    assert len(heard.notes()) == 1
    heard.end()
    assert heard.notes()[1:] == [
        {
            "request_id": 7,
            "call_id": CALL.id,
            "state": settled(Exited(code=0)).model_dump(mode="json", exclude_none=True),
        }
    ]
