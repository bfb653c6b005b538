"""What may be done from outside to a command that runs."""

import asyncio
from collections.abc import Callable
from typing import assert_never

from assent.execution.capture import Capture
from assent.execution.deadline import Deadline
from assent.execution.flow import Flow
from assent.host.trees.keeping import Place
from assent.host.trees.process import Tree
from assent.model.authority import Authority
from assent.model.intervention import (
    Extended,
    Interrupted,
    Intervention,
    Kept,
    Killed,
    Lifted,
    Paused,
    ProcessEnded,
    Resumed,
    SentToBackground,
    Terminated,
    Typed,
)
from assent.model.result import ToolReturnValue

# Rows and columns of a terminal that nobody looks at.
USUAL_SIZE = 30, 100


class Control:
    """The reins of one call, from before its command starts until nothing of it is left."""

    def __init__(self) -> None:
        """Start with nothing asked."""
        loop = asyncio.get_running_loop()
        self.flow = Flow()
        self.capture: Capture | None = None  # what the command wrote so far, once it runs
        self.deadline = Deadline()
        self.stop_asked: asyncio.Future[Authority] = loop.create_future()
        self.kill_asked = asyncio.Event()
        # Where the command is to be kept when the console ends; then `kept` says whether it is.
        self.keep_asked: asyncio.Future[Place] = loop.create_future()
        self.kept: asyncio.Future[bool] = loop.create_future()
        self.keeps = False  # set by a tool whose command can go on without the console
        # What the agent is answered when the command goes on without it.
        self.detached: asyncio.Future[ToolReturnValue] = loop.create_future()
        # Set by a tool whose command can go on in the background: makes it do that.
        self.to_background: Callable[[], None] | None = None
        # Adds to whatever the agent is answered what the person had to say.
        self.tells: Callable[[ToolReturnValue], ToolReturnValue] = lambda answer: answer
        self.interventions: list[Intervention] = []
        self.size = USUAL_SIZE
        self._tree: Tree | None = None

    def attach(self, tree: Tree | None) -> None:
        """Hold the reins of `tree` from now on; None when it has come to its end."""
        self._tree = tree

    @property
    def is_running(self) -> bool:
        """Whether there is a command to do something to."""
        return self._tree is not None

    def type_into(self, data: bytes) -> None:
        """Type into the command's terminal; one without a terminal gets nothing."""
        if self._tree is not None and self._tree.terminal is not None:
            self._tree.terminal.write(data)

    @property
    def echoes(self) -> bool:
        """Whether what is typed into the command's terminal now would show there."""
        return self._tree is not None and self._tree.terminal is not None and self._tree.terminal.echoes

    def resize(self, rows: int, columns: int) -> None:
        """Give the terminal this size, the one that is there or the one that will be."""
        self.size = rows, columns
        if self._tree is not None and self._tree.terminal is not None:
            self._tree.terminal.resize(rows, columns)

    def members(self) -> dict[int, str]:
        """Return the command's processes that are found now, by number, each with its name."""
        return {} if self._tree is None else self._tree.members()

    def stop(self, by: Authority) -> None:
        """Ask for the command's end; the first who asks is named in the outcome."""
        if not self.stop_asked.done():
            self.stop_asked.set_result(by)

    @property
    def can_be_kept(self) -> bool:
        """Whether the command may go on without the console, where its tree can: nobody waits for it.

        One that stands still may not: nobody could let it go on.
        """
        is_free = self.keeps and self.detached.done() and not self.deadline.is_paused
        is_ending = self.stop_asked.done() or self.keep_asked.done() or self.kept.done()
        return self._tree is not None and is_free and not is_ending

    async def keep(self, place: Place) -> bool:
        """Let the command go on without the console; whether it does."""
        self.keep_asked.set_result(place)
        return await self.kept

    def refuse_to_keep(self) -> None:
        """Tell that the command does not go on without the console, if it has not been said that it does."""
        if not self.kept.done():
            self.kept.set_result(False)

    @property
    def is_kept(self) -> bool:
        """Whether the command goes on without the console."""
        return self.kept.done() and self.kept.result()

    def detach(self, answer: ToolReturnValue) -> None:
        """Let the agent have this answer now; what is left of the command goes on without it."""
        if not self.detached.done():
            self.detached.set_result(self.tells(answer))

    def allows(self, what: Intervention) -> bool:
        """Tell whether this can be done to the command as it is now."""
        if self._tree is None:
            return False
        match what:
            case Extended():
                allowed = self.deadline.total_s is not None
            case Lifted():
                allowed = self.deadline.total_s is not None or self.deadline.idle_s is not None
            case Paused():
                allowed = not self.deadline.is_paused
            case Resumed():
                allowed = self.deadline.is_paused
            case Interrupted() | Terminated():
                allowed = not self.stop_asked.done()
            case Killed():
                allowed = not self.kill_asked.is_set()
            case ProcessEnded(pid=pid):
                allowed = pid in self._tree.members()
            case SentToBackground():
                allowed = self.to_background is not None and not self.detached.done()
            case Kept():
                allowed = self.can_be_kept
            case Typed():
                allowed = self._tree.terminal is not None
            case _:
                assert_never(what)
        return allowed

    def obey(self, what: Intervention) -> None:
        """Do it; it was allowed, and is on record."""
        assert self._tree is not None
        self.interventions.append(what)
        match what:
            case Extended(by_s=seconds):
                self.deadline.extend(seconds)
            case Lifted():
                self.deadline.lift()
            case Paused():
                self.deadline.pause()
                self._tree.pause()
            case Resumed():
                self._tree.resume()
                self.deadline.resume()
            case Interrupted():
                self._tree.interrupt()
            case Terminated(by=by):
                self.stop(by)
            case Killed(by=by):
                self.kill_asked.set()
                self.stop(by)
            case ProcessEnded(pid=pid):
                self._tree.end_one(pid)
            case SentToBackground():
                assert self.to_background is not None
                self.to_background()
            case Kept():
                pass  # `keep` does it, and waits for it
            case Typed():
                pass  # it went to the terminal before it was told of
            case _:
                assert_never(what)
