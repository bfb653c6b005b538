"""What a tool gives back; blocks of a later version are kept whole."""

from typing import Any

import pytest
from pydantic import ValidationError

from assent.model.result import BriefBlock, ShellBlock, ToolReturnValue, UnknownBlock, error


def read(*blocks: Any) -> ToolReturnValue:
    return ToolReturnValue.model_validate({"is_error": False, "display": blocks})


LATER = {"kind": "picture", "url": "x", "size": [1, 2], "more": {"kind": "brief"}}


def test_a_block_of_an_unknown_kind_is_kept_whole():
    value = read({"kind": "brief", "text": "a"}, LATER)
    assert value.display == (BriefBlock(text="a"), UnknownBlock(data=LATER))
    assert ToolReturnValue.model_validate_json(value.model_dump_json()) == value


@pytest.mark.parametrize("kind", [5, None, [], ["brief"], {}, True, "", "Brief"])
def test_a_kind_that_is_none_is_unknown(kind: Any):
    assert read({"kind": kind}).display == (UnknownBlock(data={"kind": kind}),)
    assert read({"text": "no kind"}).display == (UnknownBlock(data={"text": "no kind"}),)


def test_a_known_kind_with_wrong_fields_is_refused():
    for block in (
        {"kind": "brief"},
        {"kind": "brief", "text": "a", "b": 1},
        {"kind": "todo", "items": [{}]},
        "x",
        None,
    ):
        with pytest.raises(ValidationError):
            read(block)


def test_the_brief_is_the_first_brief_blocks_text():
    shell = ShellBlock(language="bash", command="ls")
    value = ToolReturnValue(is_error=False, display=(shell, BriefBlock(text="a"), BriefBlock(text="b")))
    assert value.brief == "a"
    assert ToolReturnValue(is_error=False, display=(shell,)).brief == ""


def test_a_failure_is_a_value():
    value = error("It failed.", brief="Failed", output="so far", extras={"x": 1})
    assert (value.is_error, value.message, value.brief, value.output) == (
        True,
        "It failed.",
        "Failed",
        "so far",
    )
    assert value.extras == {"x": 1}
