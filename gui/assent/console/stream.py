"""What one client hears of one call while it runs."""

import base64
import codecs

from assent.execution.control import Control
from assent.model.events import Channel as OutputChannel
from assent.model.events import Event, Intervened, Moved, Output
from assent.model.lifecycle import Settled
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
        self.slowed(slow=channel.is_slow)

    def hear(self, event: Event) -> None:
        """Pass one event on. The end is not passed on: it is the request's answer."""
        match event:
            case Moved(state=Settled()):
                self._flush(event.call.id)
            case Moved(call=call, state=state):
                note = CallStateParams(request_id=self._request_id, call_id=call.id, state=state)
                self._channel.notify("call/state", note)
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
