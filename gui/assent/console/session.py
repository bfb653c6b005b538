"""One connected agent: its requests, the calls they become, and what it is told of them."""

import asyncio
import os
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from pydantic import JsonValue

from assent import __version__
from assent.console.calls import Calls
from assent.console.pipeline import Pipeline
from assent.console.requests import MOST_AT_ONCE, Job, Requests
from assent.console.stream import Stream
from assent.execution.control import Control
from assent.journal.journal import JournalError
from assent.model.asker import Asker, Client
from assent.model.asker import Session as AgentSession
from assent.model.call import Call, Wants
from assent.model.events import Event, Moved
from assent.model.frozen import Frozen
from assent.model.lifecycle import Permitted, Settled
from assent.model.result import ToolReturnValue
from assent.tools.tool import Tool
from assent.tools.toolset import Toolset
from assent.wire import messages
from assent.wire.channel import Channel, Listener
from assent.wire.messages import Refusal, RequestId
from assent.wire.reading import Message, read


@dataclass(frozen=True)
class Services:
    """What every session works with."""

    pipeline: Pipeline
    calls: Calls
    toolset: Toolset
    controls: dict[str, Control]
    # The calls whose agents were answered while their commands go on: the console's, not a session's.
    background: set[Job]
    raise_window: Callable[[], bool]


class Session(Listener):
    """Serves one connection from its first line to its last."""

    def __init__(
        self, channel: Channel, asker: Asker, services: Services, *, on_end: Callable[["Session"], None]
    ) -> None:
        """Serve `channel`, behind which is `asker`; `on_end` is called when the last of its calls is over."""
        self._channel, self._asker, self._services, self._on_end = channel, asker, services, on_end
        self._is_closed = False
        self._client: Client | None = None
        self._agent = AgentSession()
        self._requests = Requests(channel, services.background, self._end_when_idle)

    def received(self, line: bytes) -> None:
        """Answer one line, or start the call that it asks for."""
        try:
            message = read(line)
            self._check(message)
            self._dispatch(message)
        except Refusal as refusal:
            self._channel.error(refusal.id, refusal.body)

    def slowed(self, *, slow: bool) -> None:
        """Hold back the commands whose output must arrive whole."""
        self._requests.slowed(slow=slow)

    def closed(self) -> None:
        """Withdraw all that the agent waits for: it has gone."""
        self._is_closed = True
        self._requests.withdraw_all("the agent hung up")
        self._end_when_idle()

    async def finish(self, why: str) -> None:
        """Withdraw everything, take nothing more, wait until nothing runs, and hang up."""
        self._is_closed = True
        await self._requests.finish(why)
        self._channel.close()

    def _check(self, message: Message) -> None:
        if message.id is None:
            return
        if message.id in self._requests:
            # Answered without the id: the client would take it for the answer to the first request.
            raise Refusal(
                messages.INVALID_REQUEST,
                f"Invalid request: the id {message.id!r} is in use by a request that is not answered yet",
                used_id=message.id,
            )
        if self._client is None and message.method not in ("initialize", "ping", "window/raise"):
            raise Refusal(
                messages.NOT_INITIALIZED, f"{message.method!r} came before 'initialize'", id=message.id
            )

    def _dispatch(self, message: Message) -> None:
        if message.id is None:
            self._notified(message)
            return
        match message.params:
            case messages.InitializeParams() as params:
                self._channel.result(message.id, self._initialize(params, message.id))
            case messages.ToolsCallParams() as params:
                self._start(message.id, self._call(message.id, params))
            case messages.PermissionRequestParams() as params:
                self._start(message.id, self._permission(message.id, params))
            case _:
                self._channel.result(message.id, self._answer(message.method))

    def _notified(self, message: Message) -> None:
        # An id that is not there was answered in the meantime: nothing to cancel, nothing wrong.
        if isinstance(message.params, messages.CancelParams) and message.params.id in self._requests:
            # At the loop's next turn: a job that has not begun could not be recorded nor answered.
            loop, why = asyncio.get_running_loop(), "the agent cancelled it"
            loop.call_soon(self._requests.withdraw, message.params.id, why)

    def _initialize(
        self, params: messages.InitializeParams, request_id: RequestId
    ) -> messages.InitializeResult:
        if self._client is not None:
            raise Refusal(messages.INVALID_REQUEST, "Invalid request: 'initialize' came twice", id=request_id)
        self._client, self._agent = params.client, params.session
        return messages.InitializeResult(
            server=Client(name="assent", version=__version__),
            pid=os.getpid(),
            limits=messages.Limits(most_requests_at_once=MOST_AT_ONCE),
        )

    def _answer(self, method: str) -> Frozen:
        match method:
            case "ping":
                return messages.PingResult()
            case "window/raise":
                return messages.RaiseResult(raised=self._services.raise_window())
            case "tools/list":
                return messages.ToolsListResult(tools=tuple(map(_described, self._services.toolset)))
            case _:
                raise AssertionError(f"{method} is in the table of requests and nobody answers it")

    def _start(self, request_id: RequestId, job: Coroutine[Any, Any, Frozen | None]) -> None:
        if self._is_closed:
            job.close()
            raise Refusal(messages.INTERNAL_ERROR, "The console is closing", id=request_id)
        self._requests.start(request_id, job)

    def _end_when_idle(self) -> None:
        # A command whose agent went away takes its time to die; until then the session is not over.
        if self._is_closed and not self._requests:
            self._on_end(self)

    async def _call(self, request_id: RequestId, params: messages.ToolsCallParams) -> Frozen | None:
        call = self._new_call(params.name, params.arguments, "execution")
        settled = await self._handle(request_id, call, params)
        if not isinstance(settled, Settled):
            return settled
        return messages.ToolsCallResult(call_id=call.id, outcome=settled.outcome, result=settled.result)

    async def _permission(
        self, request_id: RequestId, params: messages.PermissionRequestParams
    ) -> Frozen | None:
        call = self._new_call(params.name, params.arguments, "permission")
        settled = await self._handle(request_id, call, None)
        if not isinstance(settled, Settled):
            return settled
        return messages.PermissionRequestResult(
            call_id=call.id,
            decision="allow" if isinstance(settled.outcome, Permitted) else "deny",
            reason=settled.result.message,
            outcome=settled.outcome,
        )

    async def _handle(
        self, request_id: RequestId, call: Call, wanted: messages.ToolsCallParams | None
    ) -> Settled | messages.ErrorBody | None:
        """Return the end of a call that went through the pipeline, the error to answer, or nothing."""
        control = Control()
        stream = Stream(self._channel, request_id, control, wanted)
        last: list[Settled] = []

        def hear(event: Event) -> None:
            if isinstance(event, Moved) and isinstance(event.state, Settled):
                last.append(event.state)
            stream.hear(event)

        self._services.calls.observe_one(call.id, hear)
        self._services.controls[call.id] = control
        self._requests.attach(request_id, stream)
        control.detached.add_done_callback(partial(self._detached, request_id, call.id))
        try:
            return await self._services.pipeline.handle(call, control)
        except JournalError as problem:
            text = f"The call is not run, since it can't be recorded: {problem}"
            return messages.ErrorBody(code=messages.NOT_RECORDED, message=text)
        except asyncio.CancelledError:
            # Cancelled by the agent or on the way out: the call has settled, and an agent that is still
            # there gets that as its answer.
            return last[0] if last else None
        finally:
            self._requests.release(request_id, stream)
            del self._services.controls[call.id]

    def _detached(self, request_id: RequestId, call_id: str, answer: asyncio.Future[ToolReturnValue]) -> None:
        result = messages.ToolsCallResult(call_id=call_id, outcome=None, result=answer.result())
        self._requests.answer_early(request_id, call_id, result)

    def _new_call(self, tool: str, arguments: dict[str, JsonValue], wants: Wants) -> Call:
        assert self._client is not None
        return Call(
            tool=tool,
            arguments=arguments,
            wants=wants,
            asker=self._asker,
            client=self._client,
            session=self._agent,
        )


# A schema takes milliseconds to make and never changes; a client may ask for it as often as it likes.
@lru_cache(maxsize=256)
def _described(tool: Tool[Any]) -> messages.ToolDescription:
    return messages.ToolDescription(
        name=tool.name, description=tool.description, parameters=tool.parameters.model_json_schema()
    )
