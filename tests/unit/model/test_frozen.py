"""A value never changes, takes no unknown field, and is the same after a trip through JSON."""

from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

import assent.model.asker
import assent.model.authority
import assent.model.call
import assent.model.confinement
import assent.model.grant
import assent.model.inspection
import assent.model.intervention
import assent.model.judgement
import assent.model.lifecycle
import assent.model.limits
import assent.model.mode
import assent.model.problem
import assent.model.question
import assent.model.result
import assent.model.rules
import assent.model.seal
import assent.model.settings
from assent.model.asker import Client, Session
from assent.model.authority import RuleName
from assent.model.confinement import Choice, Profile
from assent.model.frozen import Frozen
from assent.model.grant import (
    Always,
    BackTest,
    Ended,
    ForUses,
    Grant,
    Granted,
    Offer,
    UntilAgentEnds,
    UntilTime,
    Used,
    Wish,
)
from assent.model.grant import Session as ForSession
from assent.model.inspection import Expansion, Inspection, Program, Repository, Script
from assent.model.judgement import Disguise, Judgement, Part
from assent.model.limits import Limits
from assent.model.mode import Mode, ModeSet
from assent.model.problem import FileProblem
from assent.model.question import Past
from assent.model.result import (
    BackgroundTaskBlock,
    BriefBlock,
    DiffBlock,
    ShellBlock,
    TodoBlock,
    TodoItem,
    UnknownBlock,
)
from assent.model.rules import Rule, RulebookFile, RuleSaved, RulesTrusted, RuleUsed
from assent.model.seal import Difference, Seal, SealedFile
from assent.model.settings import STRICT, BackgroundSettings, EnvironmentSettings, Settings
from builders import (
    AT,
    AUTHORITIES,
    INTERVENTIONS,
    OUTCOMES,
    PERSON,
    STATES,
    a_call,
    a_process,
    a_proposal,
    a_question,
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
NAME = RuleName(rule="ls", source="built in")
PART = Part(start=0, end=2, text="ls", words=("ls",), decision="allow", by=NAME, reads=("./",), risk="none")
DISGUISE = Disguise(offset=3, code_points=(0x202E,), kind="bidi")
OFFER = Offer(cover="prefix", text="git status …", rules=(RULE,), toml="[[rule]]")
TERMS = (ForSession(), UntilTime(at=AT), ForUses(uses=3), UntilAgentEnds(process=a_process()), Always())
GRANT = Grant(
    id="g", wish=Wish(offer=OFFER, term=TERMS[2]), process=a_process(), session="s", given_at=AT, left=2
)
FILE = SealedFile(path="/bin/ls", sha256="0" * 64)
SEAL = Seal(command_sha256="1" * 64, cwd="/tmp", cwd_device=1, cwd_inode=2, programs=(FILE,), timeout_s=60)
SCRIPT = Script(path="/x.sh", why="bash x.sh", sha256="2" * 64, size=3, text="ls\n", before="")
INSPECTION = Inspection(
    programs=(Program(name="ls", kind="file", path="/bin/ls", sha256="0" * 64),),
    scripts=(SCRIPT,),
    expansions=(Expansion(pattern="*.py", names=("a.py",), more=3),),
    repositories=(Repository(root="/r", fingerprint="3" * 64, executes=("core.fsmonitor",)),),
    seal=SEAL,
)
JUDGEMENT = Judgement(decision="ask", reason="No.", parts=(PART,), disguises=(DISGUISE,))
VALUES: tuple[Frozen, ...] = (
    a_process(),
    an_asker(),
    Client(name="ä"),
    Session(),
    a_call(arguments={"deep": [1, 2.5, None, True, {"a": "b"}], "big": 10**30}),
    a_proposal(display=BLOCKS),
    a_result(display=BLOCKS, extras={"exit_code": 1}),
    RULE,
    NAME,
    PART,
    DISGUISE,
    JUDGEMENT,
    OFFER,
    *TERMS,
    *(Wish(offer=OFFER, term=term) for term in TERMS),
    GRANT,
    Granted(grant=GRANT, by=PERSON),
    Used(id="g", call="c", left=1),
    Ended(id="g", by=PERSON),
    ModeSet(mode=Mode(), by=PERSON),
    BackTest(requests=400, answered=37, refused_then=2),
    Mode(name="trust", until=AT, is_away=True),
    FILE,
    SEAL,
    Difference(what="folder", before="a", after="b"),
    INSPECTION,
    *INSPECTION.programs,
    SCRIPT,
    *INSPECTION.expansions,
    *INSPECTION.repositories,
    Past(approved=12, refused=1, last_at=AT, last_reason="later"),
    a_question(judgement=JUDGEMENT, inspection=INSPECTION, expires_after_s=300),
    RulebookFile(rule=(RULE,)),
    RuleSaved(path="/r.toml", toml="[[rule]]", by=PERSON),
    RulesTrusted(path="/r.toml", sha256="0" * 64, by=PERSON),
    RuleUsed(key="0" * 64, call="c"),
    FileProblem(source="s", message="m"),
    STRICT,
    BackgroundSettings(),
    Settings(confinement={"box": Profile(base="docker", image="debian", mounts=("/a:/b:rw",))}),
    Profile(base="workspace", writable=("/a",), hidden=("b",)),
    Choice(name="off", sentence="s", problem="p"),
    STRICT.approval,
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
    assent.model.grant,
    assent.model.inspection,
    assent.model.intervention,
    assent.model.judgement,
    assent.model.lifecycle,
    assent.model.limits,
    assent.model.mode,
    assent.model.problem,
    assent.model.question,
    assent.model.result,
    assent.model.rules,
    assent.model.seal,
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
