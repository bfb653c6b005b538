"""A tool is found by its name, and its arguments are checked before anything is shown."""

import os
from typing import Any

import pytest

from assent.host.trees.tree_plain import PlainTrees
from assent.model.result import ToolReturnValue
from assent.tools.shell import ShellTool
from assent.tools.toolset import Ready, Toolset
from builders import BASH, a_call


@pytest.fixture
def toolset() -> Toolset:
    """Offer the Shell tool."""
    return Toolset([ShellTool(BASH, os.environ, PlainTrees())])


def refused(toolset: Toolset, **changes: Any) -> ToolReturnValue:
    found = toolset.prepare(a_call(**changes))
    assert isinstance(found, ToolReturnValue)
    assert found.is_error
    return found


def test_tools_are_offered_in_their_order(toolset: Toolset):
    assert [tool.name for tool in toolset] == ["Shell"]


def test_right_arguments_are_ready_to_run(toolset: Toolset):
    ready = toolset.prepare(a_call("ls -l"))
    assert isinstance(ready, Ready)
    assert ready.tool.name == "Shell"
    assert ready.prepared.proposal.command == "ls -l"
    ready.close()


@pytest.mark.parametrize("name", ["shell", "", "Shell ", "\0"])
def test_a_tool_that_is_not_there_is_named(toolset: Toolset, name: str):
    found = refused(toolset, tool=name)
    assert (found.message, found.brief) == (f"Tool `{name}` not found",) * 2


def test_wrong_arguments_are_named_each_and_not_repeated(toolset: Toolset):
    found = refused(toolset, arguments={"timeout": "hunter2", "colour": "hunter2"})
    assert found.brief == "Invalid arguments"
    assert found.message.startswith("Error validating JSON arguments: ")
    for told in ("command: Field required", "timeout: ", "colour: unknown field"):
        assert told in found.message
    assert "hunter2" not in found.message


def test_ten_thousand_wrong_arguments_are_a_short_answer(toolset: Toolset):
    found = refused(toolset, arguments={"x" * 1_000 + str(number): 1 for number in range(10_000)})
    assert len(found.message) < 3_000


def test_what_the_tool_itself_refuses_is_passed_on(toolset: Toolset):
    assert refused(toolset, arguments={"command": " "}).message == "Command cannot be empty."
