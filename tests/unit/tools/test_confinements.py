"""A command runs as confined as the person and the agent said, or not at all."""

import contextlib
import os
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

if sys.platform != "linux":
    pytest.skip("the ways here are Linux's", allow_module_level=True)

from assent.execution.control import Control
from assent.execution.runner import Command, Finished
from assent.host.confining.confinement import Confinement
from assent.host.terminal import Terminal
from assent.host.trees.tree_plain import PlainTrees
from assent.model.call import Call
from assent.model.confinement import OFF, Choice, Profile
from assent.model.lifecycle import Exited, Failed
from assent.model.result import ToolReturnValue
from assent.policy.confining import Demand
from assent.tools.confinements import Confinements
from assent.tools.shell import ShellParameters, ShellTool
from assent.tools.tool import Prepared, Run
from builders import BASH, PERSON, a_call, a_command
from confining import need_bubblewrap

OWN = {
    "online": Profile(base="workspace", network=True),
    "box": Profile(base="docker", image="an-image"),
}


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Confinement]:
    """Return what this system can do."""
    made = Confinement(PlainTrees(), state=tmp_path, own=[])
    yield made
    await made.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a workspace."""
    made = tmp_path / "work"
    made.mkdir()
    return made


def offer(host: Confinement | None, demanded: str = OFF) -> Confinements:
    return Confinements(lambda _: [Demand(demanded, "The person's settings")], lambda: OWN, host)


def in_folder(folder: Path, **changes: Any) -> Call:
    return a_call(session={"cwd": str(folder)}, **changes)


def prepared(confinements: Confinements, call: Call, **arguments: Any) -> str:
    """Return the name of the confinement of a call, or the message of its refusal."""
    shell = ShellTool(BASH, os.environ, PlainTrees(), confinements=confinements)
    found = shell.prepare(ShellParameters(command="true", **arguments), call)
    if isinstance(found, ToolReturnValue):
        assert found.is_error
        return found.message
    found.close()
    return found.proposal.confinement


async def ran(confinements: Confinements, folder: Path, name: str, block: str) -> tuple[Any, ToolReturnValue]:
    """Run a block in a profile of this name, as a person chose it in the modal."""
    shell = ShellTool(BASH, os.environ, PlainTrees(), confinements=confinements)
    call = in_folder(folder)
    found = shell.prepare(ShellParameters(command=block), call)
    assert isinstance(found, Prepared)
    changed = found.proposal.model_copy(update={"confinement": name})
    run = Run(call, Control(), lambda running: None, lambda channel, data: None, PERSON)
    with contextlib.closing(shell.edited(found, changed)) as edited:
        return await shell.run(edited, run)


async def test_the_settings_confine_what_nothing_else_is_said_of(host: Confinement, folder: Path):
    need_bubblewrap()
    assert prepared(offer(host), in_folder(folder)) == "off"
    assert prepared(offer(host, "workspace"), in_folder(folder)) == "workspace"


async def test_an_agent_may_ask_for_more_and_not_for_less(host: Confinement, folder: Path):
    need_bubblewrap()
    assert prepared(offer(host), in_folder(folder), confinement="read-only") == "read-only"
    told = prepared(offer(host, "workspace"), in_folder(folder), confinement="online")
    assert told.startswith("The person's settings")
    assert "`online` is not certain to forbid as much" in told


async def test_an_unknown_name_is_told_with_those_there_are(host: Confinement, folder: Path):
    told = prepared(offer(host), in_folder(folder), confinement="jail")
    assert told.startswith("There is no confinement profile `jail`. There are: `off`, `workspace`,")


async def test_what_is_not_to_be_had_is_refused_before_anybody_is_asked(
    host: Confinement, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", str(folder))
    told = prepared(offer(host, "workspace"), in_folder(folder))
    assert "(`workspace`), which is not to be had: bubblewrap (bwrap) is not installed" in told
    told = prepared(offer(None), in_folder(folder), confinement="workspace")
    assert told.endswith("there is nothing here to confine commands by. It did not run.")


async def test_a_folder_that_is_no_workspace_is_refused_with_the_reason(host: Confinement):
    need_bubblewrap()
    told = prepared(offer(host, "workspace"), in_folder(Path("/")))
    assert "cannot be a workspace" in told
    assert prepared(offer(host, "read-only"), in_folder(Path("/"))) == "read-only"


async def test_what_an_agent_runs_itself_is_not_confined_and_it_cannot_ask_for_that(
    host: Confinement, folder: Path
):
    call = in_folder(folder, wants="permission")
    assert prepared(offer(host, "workspace"), call) == "off"
    assert "You run it yourself" in prepared(offer(host), call, confinement="workspace")


async def test_it_runs_as_the_person_chose(host: Confinement, folder: Path):
    need_bubblewrap()
    block = "touch made; mkdir .git; echo $ASSENT_CALL_ID; touch /var/tmp/of-a-test && echo private"
    ending, value = await ran(offer(host), folder, "workspace", block)
    assert ending == Exited(code=0), value
    assert value.output.endswith("private\n")
    assert "mkdir: cannot create directory" in value.output
    assert sorted(path.name for path in folder.iterdir()) == ["made"]
    assert not Path("/var/tmp/of-a-test").exists()
    ending, value = await ran(offer(host), folder, "off", "mkdir .git")
    assert ending == Exited(code=0), value


async def test_at_run_time_too_it_runs_confined_or_not_at_all(
    host: Confinement, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    ending, value = await ran(offer(host), folder, "gone", "touch made")
    assert isinstance(ending, Failed)
    assert "There is no confinement profile `gone`" in value.message
    ending, value = await ran(offer(None), folder, "workspace", "touch made")
    assert isinstance(ending, Failed)
    monkeypatch.setenv("PATH", str(folder))
    ending, value = await ran(offer(host), folder, "workspace", "touch made")
    assert isinstance(ending, Failed)
    assert value.is_error
    assert "bubblewrap (bwrap) is not installed" in value.message
    assert list(folder.iterdir()) == []


async def test_what_does_not_run_gives_its_terminal_back(host: Confinement):
    command = a_command("true")
    terminal = Terminal(24, 80)
    given = Command(command.words, command.cwd, command.environment, 5, terminal=terminal)

    async def never(_command: Command) -> Finished:
        raise AssertionError("it ran")

    finished = await offer(None).run("workspace", given, never)
    assert isinstance(finished.ending, Failed)  # that nothing is left open is seen to by conftest.py


async def test_the_choices_say_what_is_not_to_be_had(host: Confinement, monkeypatch: pytest.MonkeyPatch):
    need_bubblewrap()
    bwrap = shutil.which("bwrap")
    assert bwrap is not None
    monkeypatch.setenv("PATH", str(Path(bwrap).parent / "nowhere"))
    choices = {choice.name: choice for choice in offer(host).choices()}
    assert list(choices) == ["off", "workspace", "read-only", "online", "box"]
    assert choices["off"] == Choice(name="off", sentence="Commands run without confinement.")
    assert "not installed" in choices["workspace"].problem
    assert choices["box"].problem == "docker is not installed"
    assert [choice.problem != "" for choice in offer(None).choices()] == [False, True, True, True, True]


async def test_a_look_finds_out_what_works_here(host: Confinement):
    need_bubblewrap()
    confinements = Confinements(own=lambda: {"online": OWN["online"]}, host=host)
    await confinements.look()
    assert {profile.base for profile in host._works} == {"workspace", "read-only"}
    await confinements.close()
    await Confinements().look()
    await Confinements().close()
