"""What an agent gives is checked before anybody is asked, and what is wrong is named."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from assent.model.complaint import complaint
from assent.model.result import ToolReturnValue
from assent.tools.shell_parameters import LONGEST_COMMAND, ShellParameters, folder_of, problem_of


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"command": 5},
        {"command": None},
        {"command": "x" * (LONGEST_COMMAND + 1)},
        {"command": "x", "timeout": 0},
        {"command": "x", "timeout": 301},
        {"command": "x", "timeout": 1.5},
        {"command": "x", "timeout": "60"},
        {"command": "x", "timeout": True},
        {"command": "x", "cwd": None},
        {"command": "x", "cwd": "x" * 4097},
        {"command": "x", "env": {}},
        {"command": "x", "run_in_background": 1},
        {"command": "x", "run_in_background": True},
        {"command": "x", "run_in_background": True, "description": " \n"},
        {"command": "x", "run_in_background": True, "description": "Work", "timeout": 86_401},
    ],
)
def test_arguments_that_fit_no_schema_are_refused(arguments: dict[str, Any]):
    with pytest.raises(ValidationError):
        ShellParameters.model_validate(arguments)


def test_who_waits_may_not_wait_for_long():
    with pytest.raises(ValidationError) as caught:
        ShellParameters(command="x", timeout=301)
    assert complaint(caught.value) == (
        "timeout: timeout must be <= 300s for foreground commands; use run_in_background=true for longer "
        "timeouts (up to 86400s)"
    )


def test_in_the_background_it_must_be_said_what_it_is():
    with pytest.raises(ValidationError) as caught:
        ShellParameters(command="x", run_in_background=True)
    assert complaint(caught.value) == ("description: description is required when run_in_background is true")


def test_the_schema_says_how_long_it_may_take():
    timeout = ShellParameters.model_json_schema()["properties"]["timeout"]
    assert (timeout["minimum"], timeout["maximum"], timeout["default"]) == (1, 86_400, 60)


def test_a_command_that_can_be_run_has_no_problem():
    assert problem_of("x" * LONGEST_COMMAND) is None
    for command in ("", " \n", "a\0b", "é" * 65_536):
        problem = problem_of(command)
        assert problem is not None
        assert problem.is_error


def test_a_folder_is_found_or_it_is_said_why_there_is_none(tmp_path: Path):
    assert folder_of(str(tmp_path), "") == str(tmp_path)
    for session, asked in ((str(tmp_path), "none"), ("relative", "x"), ("/", "a\0b")):
        assert isinstance(folder_of(session, asked), ToolReturnValue)
