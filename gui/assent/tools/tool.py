"""What every tool is: a name, a description, parameters, and two steps, to prepare and to run."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from pydantic import BaseModel

from assent.execution.control import Control
from assent.execution.runner import Ending
from assent.model.authority import Authority
from assent.model.call import Call, Proposal
from assent.model.events import Channel
from assent.model.inspection import Inspection
from assent.model.lifecycle import Returned, Running
from assent.model.result import ToolReturnValue

P = TypeVar("P", bound=BaseModel)


@dataclass(frozen=True)
class Prepared(Generic[P]):
    """Arguments that are right, and what they come to."""

    parameters: P
    proposal: Proposal


@dataclass(frozen=True)
class Run:
    """What a tool may use while it runs: the call, its control, whom to tell, and who allowed it."""

    call: Call
    control: Control
    on_start: Callable[[Running], None]
    on_output: Callable[[Channel, bytes], None]
    by: Authority


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

    def inspect(self, prepared: Prepared[P], call: Call) -> Inspection:
        """Look at what it comes to on this machine, and seal it; a tool that runs no command has nothing."""
        return Inspection()

    @abstractmethod
    async def run(self, prepared: Prepared[P], run: Run) -> tuple[Ending | Returned, ToolReturnValue]:
        """Do it, and return how it ended with the value for the agent."""
