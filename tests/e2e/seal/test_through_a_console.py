"""Over a real socket: what changed is asked again, a repository is trusted as it is, a folder is held."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("the blocks are written for bash", allow_module_level=True)

from assent.console.approval import Answer, No, Yes
from assent.model.events import Event, Moved
from assent.model.lifecycle import Approved
from assent.model.question import Question
from builders import PERSON
from unit.console.serving import connected, serving


class Person:
    """Does something before each answer; says yes."""

    def __init__(self, *deeds: Any) -> None:
        self.questions: list[Question] = []
        self.deeds = list(deeds)

    async def ask(self, question: Question) -> Answer:
        self.questions.append(question)
        if self.deeds:
            deed = self.deeds.pop(0)
            deed()
        return Yes(by=PERSON)


class Refuser(Person):
    """Says no."""

    async def ask(self, question: Question) -> Answer:
        self.questions.append(question)
        return No(by=PERSON)


def write(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a workspace that is a repository, of a person without a configuration of git."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    subprocess.run(["git", "init", "--quiet", tmp_path / "work"], check=True)
    return tmp_path / "work"


async def test_a_script_that_changed_is_asked_again_and_the_agent_hears_of_it(work: Path):
    write(work / "x.sh", "echo one\n")
    person = Person(lambda: write(work / "x.sh", "echo two\n"))
    async with serving(person) as console, connected(console, session={"cwd": str(work)}) as agent:
        agent.run(1, "bash x.sh")
        answer = await agent.answer(1)
        kinds = [note["params"]["state"]["kind"] for note in agent.notes if note["method"] == "call/state"]
        assert answer["result"]["result"]["output"] == "two\n"
        assert kinds.count("asking") == 2
        assert [len(question.differences) for question in person.questions] == [0, 1]
        [difference] = person.questions[1].differences
        assert (difference.before, difference.after) == ("echo one\n", "echo two\n")
        # What was approved in the end is on record, and is what a change is told from next time.
        agent.run(2, "bash x.sh")
        await agent.answer(2)
        assert person.questions[2].inspection.scripts[0].before == "echo two\n"


async def test_the_seal_of_a_yes_is_on_record(work: Path):
    person = Person()
    async with serving(person) as console, connected(console, session={"cwd": str(work)}) as agent:
        heard: list[Event] = []
        console.calls.observe(heard.append)
        agent.run(1, "id; id")
        await agent.answer(1)
        [approved] = [
            event.state for event in heard if isinstance(event, Moved) and isinstance(event.state, Approved)
        ]
        assert approved.seal is not None
        assert approved.seal == person.questions[0].inspection.seal
        assert (approved.seal.cwd, approved.seal.cwd_inode) == (str(work), work.stat().st_ino)


async def test_the_folder_is_the_one_that_was_there_when_the_call_came(work: Path):
    evil = work.parent / "evil"
    evil.mkdir()

    def swap() -> None:
        work.rename(work.parent / "was")
        evil.rename(work)

    class Swapped(Refuser):
        async def ask(self, question: Question) -> Answer:
            if question.differences:
                return await super().ask(question)
            swap()
            return Yes(by=PERSON)

    person = Swapped()
    async with serving(person) as console, connected(console, session={"cwd": str(work)}) as agent:
        agent.run(1, "touch ran; id")
        assert (await agent.answer(1))["result"]["outcome"]["kind"] == "refused"
        [question] = person.questions
        assert [each.what for each in question.differences] == [f"folder {work}"]
        assert not list(work.parent.rglob("ran"))


async def test_a_repository_that_runs_something_is_asked_until_it_is_trusted_as_it_is(work: Path):
    person = Person()
    async with (
        serving(person, allow="=git status") as console,
        connected(console, session={"cwd": str(work)}) as agent,
    ):

        async def status() -> int:
            before = len(person.questions)
            agent.run("s", "git status")
            assert (await agent.answer("s"))["result"]["outcome"] == {"kind": "exited", "code": 0}
            return len(person.questions) - before

        assert await status() == 0
        write(work / "watch.sh", "#!/bin/sh\ntouch watched\n")
        subprocess.run(["git", "config", "core.fsmonitor", "./watch.sh"], cwd=work, check=True)
        assert await status() == 1
        [repository] = person.questions[-1].inspection.repositories
        assert repository.executes == ("core.fsmonitor: ./watch.sh",)
        console.trust_repository(repository.root, repository.fingerprint, PERSON)
        assert await status() == 0
        write(work / "watch.sh", "#!/bin/sh\ntouch other\n")
        assert await status() == 1


async def test_where_a_program_is_not_found_it_is_told_where_none_was_looked_for(
    work: Path, monkeypatch: pytest.MonkeyPatch
):
    (work / "bin").mkdir(mode=0o755)
    write(work / "bin" / "hijacked", "#!/bin/sh\necho hijacked\n")
    monkeypatch.setenv("PATH", f"{work}/bin:/usr/bin:/bin")
    async with serving(Person()) as console, connected(console, session={"cwd": str(work)}) as agent:
        agent.run(1, "hijacked")
        result = (await agent.answer(1))["result"]["result"]
        assert f"{work}/bin: it is in the folder that the agent works in" in result["message"]
    settings = "[tools.shell]\npath_in_workspace = true\n"
    async with (
        serving(Person(), settings=settings) as console,
        connected(console, session={"cwd": str(work)}) as agent,
    ):
        agent.run(1, "hijacked")
        assert (await agent.answer(1))["result"]["result"]["output"] == "hijacked\n"
