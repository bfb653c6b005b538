"""A tool says what it would do, and only then may do it."""

import pytest

from assent.execution.control import Control
from assent.tools.tool import Prepared, Run, Tool
from builders import PERSON, a_call, a_proposal


def test_a_tool_without_both_steps_is_none():
    class Half(Tool):  # type: ignore[type-arg]
        @property
        def description(self) -> str:
            return ""

    with pytest.raises(TypeError, match=r"prepare.*run"):
        Half()  # type: ignore[abstract]


async def test_what_was_prepared_and_what_runs_cannot_be_exchanged():
    prepared = Prepared(None, a_proposal())  # type: ignore[type-var]
    run = Run(a_call(), Control(), print, print, PERSON)  # type: ignore[arg-type]
    for value, name in ((prepared, "proposal"), (run, "call")):
        with pytest.raises(AttributeError):
            setattr(value, name, None)
