"""The tools on offer: listed with their schemas, found by name, their arguments checked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from assent.model.call import Call, Proposal
from assent.model.complaint import complaint
from assent.model.result import ToolReturnValue, error
from assent.tools.tool import Prepared, Tool


@dataclass(frozen=True)
class Ready:
    """A tool with arguments that it accepted."""

    tool: Tool[Any]
    prepared: Prepared[Any]

    def with_proposal(self, proposal: Proposal) -> "Ready":
        """Return the same with what the person made of the proposal: that is what is run.

        Raises OSError when that can't be had.
        """
        if proposal == self.prepared.proposal:
            return self
        return Ready(self.tool, self.tool.edited(self.prepared, proposal))

    def close(self) -> None:
        """Let go what is held for it."""
        self.prepared.close()


class Toolset:
    """Tools by name."""

    def __init__(self, tools: Iterable[Tool[Any]]) -> None:
        """Offer `tools`."""
        self._tools = {tool.name: tool for tool in tools}

    def __iter__(self) -> Iterator[Tool[Any]]:
        """Go through the tools in the order in which they are offered."""
        return iter(self._tools.values())

    def prepare(self, call: Call) -> Ready | ToolReturnValue:
        """Find the call's tool and check its arguments twice: the schema, then the meaning."""
        tool = self._tools.get(call.tool)
        if tool is None:
            return error(f"Tool `{call.tool}` not found", brief=f"Tool `{call.tool}` not found")
        try:
            parameters: BaseModel = tool.parameters.model_validate(call.arguments)
        except ValidationError as problem:
            return error(f"Error validating JSON arguments: {complaint(problem)}", brief="Invalid arguments")
        prepared = tool.prepare(parameters, call)
        return prepared if isinstance(prepared, ToolReturnValue) else Ready(tool, prepared)
