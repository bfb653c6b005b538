"""What a command comes to on this machine is looked up: programs, scripts, names of files, repositories."""

import asyncio
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("the blocks are written for bash", allow_module_level=True)

from assent.host import digests
from assent.host.peer import look_at
from assent.host.shell import Shell
from assent.journal.approved_scripts import ApprovedScripts
from assent.journal.trusted_repositories import TrustedRepositories
from assent.model.asker import Asker
from assent.model.inspection import Inspection
from assent.model.settings import ShellSettings
from assent.tools.environments import Environments
from assent.tools.inspector import Inspector, Subject
from builders import BASH, PERSON, a_call, a_proposal


class Place:
    """A workspace, a folder of PATH, and an inspector."""

    def __init__(self, root: Path) -> None:
        self.work, self.bin = root / "work", root / "bin"
        self.work.mkdir()
        self.bin.mkdir()
        self.inspector = Inspector(
            BASH,
            scripts=ApprovedScripts(root / "scripts"),
            trusted=TrustedRepositories(root / "trusted.json"),
        )

    def program(self, path: Path, text: str = "#!/bin/sh\n") -> str:
        """Write a program."""
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return str(path)

    def subject(self, command: str, *, in_container: bool = False, **settings: Any) -> Subject:
        """Return what is to be looked at."""
        call = a_call(command, asker=Asker(process=look_at(os.getpid())), session={"cwd": str(self.work)})
        environments = Environments(
            {"PATH": f"{self.bin}:{self.work}/bin:/usr/bin:/bin", "HOME": str(self.work)},
            BASH,
            lambda: ShellSettings(**settings),
        )
        environment = environments.of(str(self.work), has_terminal=False)
        proposal = a_proposal(command, cwd=str(self.work))
        return Subject(call, proposal, str(self.work), environment, "off", in_container)

    def look(self, command: str, **changes: Any) -> Inspection:
        """Look at a command."""
        return self.inspector.look(self.subject(command, **changes), patient=True)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Return a place in the home of nobody."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return Place(tmp_path)


def test_programs_are_named_as_they_are_found(place: Place):
    path = place.program(place.bin / "tool")
    found = place.look("tool a && cd x; [[ -f a ]] || no-such-thing | ./gone").programs
    assert [(each.name, each.kind, each.path, each.note) for each in found] == [
        ("tool", "file", path, ""),
        ("cd", "builtin", "", ""),
        ("[[", "keyword", "", ""),
        ("no-such-thing", "missing", "", "not found"),
        ("./gone", "missing", "", "not found"),
    ]
    assert len(found[0].sha256) == 64


def test_what_is_odd_of_a_program_is_said(place: Place):
    place.program(place.work / "own")
    path = place.program(place.bin / "open")
    Path(path).chmod(0o757)
    inside, others = place.look("./own; open").programs
    assert inside.note == "it is in the folder that the agent works in"
    assert others.note == "others may write to it"


def test_the_whole_disk_is_no_workspace(place: Place):
    subject = place.subject("ls")
    everywhere = replace(subject, proposal=a_proposal("ls", cwd="/"), call=a_call("ls", session={"cwd": "/"}))
    assert place.inspector.look(everywhere, patient=True).programs[0].note == ""


def test_a_program_in_the_workspace_is_found_only_if_the_person_wants_it(place: Place):
    place.program(place.work / "bin" / "mine", "#!/bin/sh\necho here\n")
    assert place.look("mine").programs[0].kind == "missing"
    found = place.look("mine", path_in_workspace=True)
    assert found.programs[0].path == f"{place.work}/bin/mine"
    assert [script.text for script in found.scripts] == ["#!/bin/sh\necho here\n"]


def test_scripts_are_found_in_the_folder_that_they_run_in(place: Place):
    (place.work / "sub").mkdir()
    place.program(place.work / "x.sh", "one\n")
    place.program(place.work / "sub" / "x.sh", "two\n")
    found = place.look("bash x.sh; cd sub && ./x.sh && python ~/x.sh")
    assert {script.path: script.text for script in found.scripts} == {
        f"{place.work}/x.sh": "one\n",
        f"{place.work}/sub/x.sh": "two\n",
    }
    assert found.scripts[0].why == "bash x.sh"
    assert found.seal is not None
    assert {file.path for file in found.seal.scripts} == {script.path for script in found.scripts}


def test_scripts_are_sealed_in_what_is_not_certain_too(place: Place):
    place.program(place.work / "x.sh", "one\n")
    assert [script.text for script in place.look('bash x.sh "$FOO"').scripts] == ["one\n"]


def test_patterns_are_expanded_for_the_eye(place: Place):
    for number in range(60):
        (place.work / f"{number:02}.log").touch()
    [found] = place.look("wc -l *.log").expansions
    assert (found.pattern, found.names[:2], len(found.names), found.more) == (
        "*.log",
        ("00.log", "01.log"),
        50,
        10,
    )


def test_a_repository_is_named_and_trusted_as_it_is(place: Place):
    subprocess.run(["git", "init", "--quiet", place.work], check=True)
    assert place.look("git status").repositories[0].executes == ()
    (place.work / "sub").mkdir()
    subprocess.run(["git", "config", "core.fsmonitor", "x"], cwd=place.work, check=True)
    [found] = place.look("cd sub; git status; git -C .. log").repositories
    assert (found.root, found.executes, found.is_trusted) == (
        str(place.work),
        ("core.fsmonitor: x",),
        False,
    )
    assert place.look("ls").repositories == ()
    assert place.inspector._trusted is not None
    place.inspector._trusted.trust(found.root, found.fingerprint, PERSON)
    assert place.look("git status").repositories[0].is_trusted
    subprocess.run(["git", "config", "core.fsmonitor", "y"], cwd=place.work, check=True)
    assert not place.look("git status").repositories[0].is_trusted


def test_where_a_part_runs_has_to_be_certain_for_what_depends_on_it(place: Place):
    assert place.look("cd ~x; ls").unsealed == ()
    for command in ("cd -; git status", "cd -; ./x.sh", "cd -; bash x.sh"):
        unsealed = place.look(command).unsealed
        assert not unsealed or "is not certain" in unsealed[0]


def test_in_a_container_the_programs_of_this_machine_are_not_those_that_run(place: Place):
    found = place.look("ls", in_container=True)
    assert found.programs == ()
    assert found.seal is not None
    assert [file.path for file in found.seal.programs] == ["/bin/bash"]


def test_for_another_shell_no_block_is_taken_apart(place: Place):
    found = Inspector(Shell("sh", "/bin/sh")).look(place.subject("ls; ./x.sh"), patient=True)
    assert found.programs == ()
    assert found.seal is not None
    assert [file.path for file in found.seal.programs] == ["/bin/sh"]


def test_the_same_is_sealed_the_same(place: Place):
    subject = place.subject("ls *; git status")
    assert place.inspector.look(subject) == place.inspector.look(subject)


async def test_a_long_program_is_read_without_holding_up_the_loop(
    place: Place, monkeypatch: pytest.MonkeyPatch
):
    place.program(place.bin / "long", "#" * 100)
    monkeypatch.setattr(digests, "QUICK", 50)
    turns = []

    async def turn() -> None:
        while True:
            turns.append(1)
            await asyncio.sleep(0)

    task = asyncio.ensure_future(turn())
    found = await place.inspector.inspect(place.subject("long"))
    task.cancel()
    assert found.programs[0].sha256
    assert turns


def test_names_that_are_no_text_are_written_all_the_same(place: Place):
    (place.work / os.fsdecode(b"\xff.py")).touch()
    [found] = place.look("wc *.py").expansions
    assert found.names == ("\ufffd.py",)
    assert found.model_dump_json()
