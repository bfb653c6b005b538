"""What every tool is: a name, a description, parameters, and two steps, to prepare and to run."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, TypeVar

from pydantic import BaseModel

from assent.execution.control import Control
from assent.execution.runner import Ending
from assent.host.held_folder import HeldFolder
from assent.model.authority import Authority
from assent.model.call import Call, Proposal
from assent.model.events import Channel
from assent.model.inspection import Inspection
from assent.model.lifecycle import Returned, Running
from assent.model.result import ToolReturnValue
from assent.model.seal import Seal

P = TypeVar("P", bound=BaseModel)


@dataclass(frozen=True)
class Prepared(Generic[P]):
    """Arguments that are right, and what they come to; the folder that it runs in is held until `close`."""

    parameters: P
    proposal: Proposal
    folder: HeldFolder | None = None

    def renew(self) -> None:
        """Hold what is at the folder's path now; raises OSError when that is none."""
        if self.folder is not None:
            self.folder.renew()

    def close(self) -> None:
        """Let go what is held."""
        if self.folder is not None:
            self.folder.close()


@dataclass(frozen=True)
class Run:
    """What a tool may use while it runs: the call, its control, whom to tell, who allowed it, and what."""

    call: Call
    control: Control
    on_start: Callable[[Running], None]
    on_output: Callable[[Channel, bytes], None]
    by: Authority
    seal: Seal | None = None


class Tool(ABC, Generic[P]):
    """A tool; the pipeline asks the person between `prepare` and `run`, so no tool can forget to."""

    name: ClassVar[str]
    # False where a tool changes nothing outside the console and shows nothing that was not shown to the agent
    # before: then nobody is asked.
    asks: ClassVar[bool] = True
    parameters: type[P]

    @property
    @abstractmethod
    def description(self) -> str:
        """What agents are told of it."""

    @abstractmethod
    def prepare(self, parameters: P, call: Call) -> Prepared[P] | ToolReturnValue:
        """Check what a schema can't, and say what is to be shown; an error value when it makes no sense."""

    def edited(self, prepared: Prepared[P], proposal: Proposal) -> Prepared[P]:
        """Return the same with what the person made of the proposal; raises OSError when it can't be had."""
        return replace(prepared, proposal=proposal)

    async def inspected(self, prepared: Prepared[P], call: Call) -> Inspection:
        """Look at what it comes to on this machine, and seal it; a tool that runs no command has nothing.

        May take long, once, where long files are to be read, and does not hold up the loop.
        """
        return Inspection()

    def approved(self, inspection: Inspection) -> None:
        """Take note of what a person said yes to."""

    @abstractmethod
    async def run(self, prepared: Prepared[P], run: Run) -> tuple[Ending | Returned, ToolReturnValue]:
        """Do it, and return how it ended with the value for the agent."""
