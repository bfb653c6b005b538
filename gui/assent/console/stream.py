"""What one client hears of one call while it waits for the answer, and of its end when it did not wait."""

import base64
import codecs

from assent.execution.control import Control
from assent.model.events import Channel as OutputChannel
from assent.model.events import Event, Intervened, Moved, Output
from assent.model.lifecycle import Settled, State
from assent.wire.channel import Channel
from assent.wire.messages import (
    CallInterventionParams,
    CallOutputParams,
    CallStateParams,
    RequestId,
    ToolsCallParams,
)

_Decoder = codecs.getincrementaldecoder("utf-8")


class Stream:
    """Turns a call's events into notifications; a client that is slow never holds up anybody else."""

    def __init__(
        self, channel: Channel, request_id: RequestId, control: Control, wanted: ToolsCallParams | None
    ) -> None:
        """Send what `wanted` asks for; None asks for states only."""
        self._channel, self._request_id, self._control = channel, request_id, control
        self._wanted = wanted if wanted is not None and wanted.stream else None
        self._decoders: dict[OutputChannel, codecs.IncrementalDecoder] = {
            "stdout": _Decoder("replace"),
            "stderr": _Decoder("replace"),
        }
        self._skipped: dict[OutputChannel, int] = {"stdout": 0, "stderr": 0}
        self._is_answered = False
        self.slowed(slow=channel.is_slow)

    @property
    def is_answered(self) -> bool:
        """Whether the client has its answer, or is about to, while the command goes on."""
        return self._is_answered or self._control.detached.done()

    def answered(self, call_id: str) -> None:
        """Send what is left and no more but the end: the request has its answer, and the command goes on."""
        self._flush(call_id)
        self._is_answered = True
        self._control.flow.release()

    def hear(self, event: Event) -> None:
        """Pass one event on. The end is the request's answer, and passed on only if that was given before."""
        match event:
            case Moved(call=call, state=Settled() as state):
                if self._is_answered:
                    self._state(call.id, state)
                else:
                    self._flush(call.id)
            case _ if self._is_answered:
                pass
            case Moved(call=call, state=state):
                self._state(call.id, state)
            case Intervened(call=call, what=what):
                told = CallInterventionParams(request_id=self._request_id, call_id=call.id, intervention=what)
                self._channel.notify("call/intervention", told)
            case Output() if self._wanted is not None:
                self._output(event, self._wanted)
            case _:
                pass  # output that nobody asked for

    def slowed(self, *, slow: bool) -> None:
        """Hold the command back while the client that must have every byte is slow."""
        if self._wanted is not None and self._wanted.flow == "wait":
            if slow:
                self._control.flow.hold()
            else:
                self._control.flow.release()

    def _state(self, call_id: str, state: State) -> None:
        note = CallStateParams(request_id=self._request_id, call_id=call_id, state=state)
        self._channel.notify("call/state", note)

    def _output(self, event: Output, wanted: ToolsCallParams) -> None:
        if self._channel.is_slow and wanted.flow == "skip":
            # With half a character that waited for its end: it will not be sent either.
            pending, _ = self._decoders[event.channel].getstate()
            self._skipped[event.channel] += len(pending) + len(event.data)
            self._decoders[event.channel].reset()
            return
        if wanted.encoding == "base64":
            self._send(event.call_id, event.channel, base64_text=base64.b64encode(event.data).decode("ascii"))
        elif text := self._decoders[event.channel].decode(event.data):
            self._send(event.call_id, event.channel, text=text)

    def _flush(self, call_id: str) -> None:
        """Send what is left: half a character, or how much was skipped last."""
        if self._wanted is None:
            return
        for channel, decoder in self._decoders.items():
            rest = decoder.decode(b"", final=True)
            if rest or self._skipped[channel]:
                self._send(call_id, channel, text=rest)

    def _send(
        self, call_id: str, channel: OutputChannel, *, text: str | None = None, base64_text: str | None = None
    ) -> None:
        skipped, self._skipped[channel] = self._skipped[channel], 0
        note = CallOutputParams(
            request_id=self._request_id,
            call_id=call_id,
            channel=channel,
            text=text,
            base64=base64_text,
            skipped_bytes=skipped,
        )
        self._channel.notify("call/output", note)
