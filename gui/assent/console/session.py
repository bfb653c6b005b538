"""One connected agent: its requests, the calls they become, and what it is told of them."""

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import JsonValue

from assent import __version__
from assent.console.calls import Calls
from assent.console.pipeline import Pipeline
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

MOST_AT_ONCE = 64
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Services:
    """What every session works with."""

    pipeline: Pipeline
    calls: Calls
    toolset: Toolset
    controls: dict[str, Control]
    # The calls whose agents were answered while their commands go on: the console's, not a session's.
    background: set[asyncio.Task[Frozen | None]]
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
        self._jobs: dict[RequestId, asyncio.Task[Frozen | None]] = {}
        self._streams: dict[RequestId, Stream] = {}

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
        for stream in self._streams.values():
            stream.slowed(slow=slow)

    def closed(self) -> None:
        """Withdraw all that the agent waits for: it has gone."""
        self._is_closed = True
        for request_id in list(self._jobs):
            self._withdraw(request_id, "the agent hung up")
        self._end_when_idle()

    async def finish(self, why: str) -> None:
        """Withdraw everything, take nothing more, wait until nothing runs, and hang up."""
        self._is_closed = True
        jobs = list(self._jobs.values())
        for job in jobs:
            job.cancel(why)
        if jobs:
            await asyncio.wait(jobs)
        self._channel.close()

    def _check(self, message: Message) -> None:
        if message.id is None:
            return
        if message.id in self._jobs:
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
        if isinstance(message.params, messages.CancelParams) and message.params.id in self._jobs:
            # At the loop's next turn: a job that has not begun could not be recorded nor answered.
            loop, why = asyncio.get_running_loop(), "the agent cancelled it"
            loop.call_soon(self._withdraw, message.params.id, why)

    def _withdraw(self, request_id: RequestId, why: str) -> None:
        """End what the agent waits for; a command that goes on without it is left alone."""
        stream = self._streams.get(request_id)
        if request_id in self._jobs and not (stream is not None and stream.is_answered):
            self._jobs[request_id].cancel(why)

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
        if len(self._jobs) >= MOST_AT_ONCE:
            job.close()
            raise Refusal(
                messages.TOO_MANY, f"More than {MOST_AT_ONCE} requests wait for an answer", id=request_id
            )
        task = asyncio.get_running_loop().create_task(job)
        self._jobs[request_id] = task
        task.add_done_callback(lambda task: self._job_ended(request_id, task))

    def _job_ended(self, request_id: RequestId, task: asyncio.Task[Frozen | None]) -> None:
        reply = _reply(request_id, task)
        if self._jobs.get(request_id) is not task:
            return  # answered long ago
        # Freed first: the client may use the id again as soon as it has read the answer.
        del self._jobs[request_id]
        match reply:
            case messages.ErrorBody() as body:
                self._channel.error(request_id, body)
            case Frozen() as result:
                self._channel.result(request_id, result)
            case None:
                pass
        self._end_when_idle()

    def _answer_early(self, request_id: RequestId, call_id: str, answer: ToolReturnValue) -> None:
        """Free the request: its agent is answered, and its command goes on as the console's."""
        job = self._jobs.pop(request_id)
        self._services.background.add(job)
        job.add_done_callback(self._services.background.discard)
        self._streams.pop(request_id).answered(call_id)
        result = messages.ToolsCallResult(call_id=call_id, outcome=None, result=answer)
        self._channel.result(request_id, result)
        self._end_when_idle()

    def _end_when_idle(self) -> None:
        # A command whose agent went away takes its time to die; until then the session is not over.
        if self._is_closed and not self._jobs:
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
        self._streams[request_id] = stream
        control.detached.add_done_callback(
            lambda detached: self._answer_early(request_id, call.id, detached.result())
        )
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
            if self._streams.get(request_id) is stream:  # the id may be another's by now
                del self._streams[request_id]
            del self._services.controls[call.id]

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


def _reply(request_id: RequestId, task: asyncio.Task[Frozen | None]) -> Frozen | None:
    if task.cancelled():
        return None
    if (problem := task.exception()) is not None:
        _log.error("request %r failed", request_id, exc_info=problem)
        # The type alone: a bug's text may hold what is none of the agent's business.
        text = f"Internal error: {type(problem).__name__}"
        return messages.ErrorBody(code=messages.INTERNAL_ERROR, message=text)
    return task.result()


# A schema takes milliseconds to make and never changes; a client may ask for it as often as it likes.
@lru_cache(maxsize=256)
def _described(tool: Tool[Any]) -> messages.ToolDescription:
    return messages.ToolDescription(
        name=tool.name, description=tool.description, parameters=tool.parameters.model_json_schema()
    )
