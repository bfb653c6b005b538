"""A value never changes, takes no unknown field, and is the same after a trip through JSON."""

from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

import assent.model.asker
import assent.model.authority
import assent.model.call
import assent.model.confinement
import assent.model.intervention
import assent.model.lifecycle
import assent.model.limits
import assent.model.problem
import assent.model.result
import assent.model.rules
import assent.model.settings
from assent.model.asker import Client, Session
from assent.model.confinement import Choice, Profile
from assent.model.frozen import Frozen
from assent.model.limits import Limits
from assent.model.problem import FileProblem
from assent.model.result import (
    BackgroundTaskBlock,
    BriefBlock,
    DiffBlock,
    ShellBlock,
    TodoBlock,
    TodoItem,
    UnknownBlock,
)
from assent.model.rules import Rule, RulebookFile
from assent.model.settings import STRICT, BackgroundSettings, EnvironmentSettings, Settings
from builders import (
    AUTHORITIES,
    INTERVENTIONS,
    OUTCOMES,
    STATES,
    a_call,
    a_process,
    a_proposal,
    a_result,
    an_asker,
)

BLOCKS = (
    BriefBlock(text="done"),
    ShellBlock(language="bash", command="ls\n"),
    DiffBlock(path="a", old_text="x", new_text="y", old_start=3, new_start=4, is_summary=True),
    TodoBlock(items=(TodoItem(title="a", status="done"), TodoItem(title="b", status="in_progress"))),
    BackgroundTaskBlock(task_id="t", task_kind="shell", status="running", description="d"),
    UnknownBlock(data={"kind": "later", "deep": [1, None, {"x": 1.5}]}),
)
RULE = Rule(command="git status", decision="allow")
VALUES: tuple[Frozen, ...] = (
    a_process(),
    an_asker(),
    Client(name="ä"),
    Session(),
    a_call(arguments={"deep": [1, 2.5, None, True, {"a": "b"}], "big": 10**30}),
    a_proposal(display=BLOCKS),
    a_result(display=BLOCKS, extras={"exit_code": 1}),
    RULE,
    RulebookFile(rule=(RULE,)),
    FileProblem(source="s", message="m"),
    STRICT,
    BackgroundSettings(),
    Settings(confinement={"box": Profile(base="docker", image="debian", mounts=("/a:/b:rw",))}),
    Profile(base="workspace", writable=("/a",), hidden=("b",)),
    Choice(name="off", sentence="s", problem="p"),
    STRICT.tools,
    STRICT.tools.shell,
    Limits(memory_mib=1, processes=2, cpu_s=3, output_mib=4),
    *INTERVENTIONS,
    EnvironmentSettings(secrets="off", allow=("A_*",), deny=("B",)),
    *AUTHORITIES,
    *OUTCOMES,
    *STATES,
    *BLOCKS,
    TodoItem(title="a", status="pending"),
)
ROOMS = (
    assent.model.asker,
    assent.model.authority,
    assent.model.call,
    assent.model.confinement,
    assent.model.intervention,
    assent.model.lifecycle,
    assent.model.limits,
    assent.model.problem,
    assent.model.result,
    assent.model.rules,
    assent.model.settings,
)


def kind(value: Any) -> str:
    return type(value).__name__


def test_every_value_of_the_model_is_among_the_samples():
    named = {
        value
        for room in ROOMS
        for value in vars(room).values()
        if isinstance(value, type) and issubclass(value, BaseModel) and value is not Frozen
    }
    assert named == {type(value) for value in VALUES}


@pytest.mark.parametrize("value", VALUES, ids=kind)
def test_it_is_the_same_after_a_trip_through_json(value: Frozen):
    again = type(value).model_validate_json(value.model_dump_json())
    assert again == value
    assert type(value).model_validate(value.model_dump()) == value
    assert again.model_dump_json() == value.model_dump_json()


@pytest.mark.parametrize("value", VALUES, ids=kind)
def test_it_cannot_be_changed(value: Frozen):
    for name in [*type(value).model_fields, "another"]:
        with pytest.raises((ValidationError, ValueError)):
            setattr(value, name, 1)


@pytest.mark.parametrize("value", VALUES, ids=kind)
def test_it_takes_no_unknown_field(value: Frozen):
    with pytest.raises(ValidationError, match="extra_forbidden"):
        type(value).model_validate({**value.model_dump(), "surplus": 1})


@pytest.mark.parametrize("state", STATES, ids=lambda state: getattr(state, "outcome", state).kind)
def test_a_state_is_read_by_its_kind(state: Any):
    reader: TypeAdapter[Any] = TypeAdapter(assent.model.lifecycle.State)
    assert reader.validate_json(state.model_dump_json()) == state


def test_bytes_that_are_no_text_survive():
    class Holder(Frozen):
        data: bytes

    holder = Holder(data=b"\xff\x00\xfe")
    assert Holder.model_validate_json(holder.model_dump_json()) == holder
