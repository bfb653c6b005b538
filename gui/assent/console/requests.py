"""The requests of one connection that wait for an answer, each with the task that works on it."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from assent.console.stream import Stream
from assent.model.frozen import Frozen
from assent.wire import messages
from assent.wire.channel import Channel
from assent.wire.messages import Refusal, RequestId

MOST_AT_ONCE = 64
Job = asyncio.Task[Frozen | None]
_log = logging.getLogger(__name__)


class Requests:
    """Each is answered once: when its job has ended, or before, and then the job goes on as the console's."""

    def __init__(self, channel: Channel, background: set[Job], on_idle: Callable[[], None]) -> None:
        """Answer on `channel`, hand jobs that outlive their request to `background`, tell when none waits."""
        self._channel, self._background, self._on_idle = channel, background, on_idle
        self._jobs: dict[RequestId, Job] = {}
        self._streams: dict[RequestId, Stream] = {}

    def __len__(self) -> int:
        """How many wait."""
        return len(self._jobs)

    def __contains__(self, request_id: object) -> bool:
        """Whether the request of this id waits."""
        return request_id in self._jobs

    def start(self, request_id: RequestId, job: Coroutine[Any, Any, Frozen | None]) -> None:
        """Begin to work on a request; raises Refusal when too many wait."""
        if len(self._jobs) >= MOST_AT_ONCE:
            job.close()
            raise Refusal(
                messages.TOO_MANY, f"More than {MOST_AT_ONCE} requests wait for an answer", id=request_id
            )
        task = asyncio.get_running_loop().create_task(job)
        self._jobs[request_id] = task
        task.add_done_callback(lambda task: self._ended(request_id, task))

    def attach(self, request_id: RequestId, stream: Stream) -> None:
        """Let `stream` tell of the call that a request has become."""
        self._streams[request_id] = stream

    def release(self, request_id: RequestId, stream: Stream) -> None:
        """Take that back: the call has settled."""
        if self._streams.get(request_id) is stream:  # the id may be another's by now
            del self._streams[request_id]

    def slowed(self, *, slow: bool) -> None:
        """Hold back the commands whose output must arrive whole."""
        for stream in self._streams.values():
            stream.slowed(slow=slow)

    def withdraw(self, request_id: RequestId, why: str) -> None:
        """End what the agent waits for; a command that goes on without it is left alone."""
        stream = self._streams.get(request_id)
        if request_id in self._jobs and not (stream is not None and stream.is_answered):
            self._jobs[request_id].cancel(why)

    def withdraw_all(self, why: str) -> None:
        """Do that with each."""
        for request_id in list(self._jobs):
            self.withdraw(request_id, why)

    async def finish(self, why: str) -> None:
        """End all of them, also what was to go on, and wait until nothing runs."""
        jobs = list(self._jobs.values())
        for job in jobs:
            job.cancel(why)
        if jobs:
            await asyncio.wait(jobs)

    def answer_early(self, request_id: RequestId, call_id: str, result: Frozen) -> None:
        """Free the request: its agent is answered, and its command goes on as the console's."""
        job = self._jobs.pop(request_id)
        self._background.add(job)
        job.add_done_callback(self._background.discard)
        self._streams.pop(request_id).answered(call_id)
        self._channel.result(request_id, result)
        self._on_idle_if_so()

    def _ended(self, request_id: RequestId, task: Job) -> None:
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
        self._on_idle_if_so()

    def _on_idle_if_so(self) -> None:
        if not self._jobs:
            self._on_idle()


def _reply(request_id: RequestId, task: Job) -> Frozen | None:
    if task.cancelled():
        return None
    if (problem := task.exception()) is not None:
        _log.error("request %r failed", request_id, exc_info=problem)
        # The type alone: a bug's text may hold what is none of the agent's business.
        text = f"Internal error: {type(problem).__name__}"
        return messages.ErrorBody(code=messages.INTERNAL_ERROR, message=text)
    return task.result()
