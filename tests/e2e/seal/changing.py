"""A place where a command is approved, and all that can be changed of it before it starts."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from assent.console.approval import Answer, No, Yes
from assent.console.calls import Calls
from assent.console.pipeline import Pipeline
from assent.console.policy_desk import PolicyDesk
from assent.console.waiting import Waiting
from assent.host.peer import look_at
from assent.host.trees.tree_plain import PlainTrees
from assent.journal.journal import Journal
from assent.model.asker import Asker
from assent.model.call import Call
from assent.model.events import Event, Moved
from assent.model.inspection import Inspection
from assent.model.lifecycle import Settled
from assent.model.question import Question
from assent.model.settings import EnvironmentSettings, Settings, ShellSettings, ToolsSettings
from assent.policy.judge import Judge
from assent.policy.rulebook import Rulebook
from assent.tools.shell import ShellTool
from assent.tools.shell_parameters import ShellParameters
from assent.tools.tool import Prepared
from assent.tools.toolset import Toolset
from builders import BASH, PERSON, a_call, write_rules

Change = Callable[["Place"], None]
TOUCH = "touch ran\n"


class SwappingShellTool(ShellTool):
    """The Shell tool, of whose proposal something can be swapped behind its back."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.swapped: dict[str, Any] = {}

    async def inspected(self, prepared: Prepared[ShellParameters], call: Call) -> Inspection:
        other = prepared.proposal.model_copy(update=self.swapped)
        return await super().inspected(replace(prepared, proposal=other), call)


class Person:
    """Says yes, changes something at that very moment, and says no when asked again."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.change: Callable[[], None] = lambda: None
        self.second: Answer = No(by=PERSON)

    async def ask(self, question: Question) -> Answer:
        self.questions.append(question)
        if question.differences:
            return self.second
        self.change()
        return Yes(by=PERSON)


class Place:
    """A folder with scripts, one of PATH with a program, a repository, a process that asks, a console."""

    def __init__(self, root: Path) -> None:
        self.root, self.work, self.bin, self.early = root, root / "work", root / "bin", root / "early"
        for folder in (self.work, self.bin, self.early, root / "other"):
            folder.mkdir(mode=0o755)
        subprocess.run(["git", "init", "--quiet", self.work], check=True)
        self.settings = Settings()
        self.rulebook = Rulebook(write_rules(root))
        self.person = Person()
        self.heard: list[Event] = []
        self.asker = self._an_asker()
        self.restore()

    def restore(self) -> None:
        """Have everything as it was."""
        for name in ("ran", "new.sh"):
            (self.work / name).unlink(missing_ok=True)
            (self.root / "other" / name).unlink(missing_ok=True)
        write(self.work / "x.sh", TOUCH)
        write(self.work / "twin.sh", TOUCH.replace("ran", "r*n"))
        write(self.bin / "tool", f"#!/bin/sh\n{TOUCH}")
        for name in ("one", "two"):
            write(self.root / f"{name}-tool", f"#!/bin/sh\n# {name}\n{TOUCH}")
        (self.bin / "linked").unlink(missing_ok=True)
        (self.bin / "linked").symlink_to(self.root / "one-tool")
        (self.early / "tool").unlink(missing_ok=True)
        write(self.work / ".git" / "config", "[core]\n\trepositoryformatversion = 0\n\tbare = false\n")
        (self.work / ".git" / "hooks" / "post-index-change").unlink(missing_ok=True)
        (self.work / ".gitattributes").unlink(missing_ok=True)
        self.settings, self.tool.swapped = Settings(), {}
        self.heard.clear()
        self.person.questions.clear()
        if self.asker.poll() is not None:
            self.asker = self._an_asker()

    def _an_asker(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)

    @property
    def tool(self) -> SwappingShellTool:
        """The tool of this place; made once."""
        if not hasattr(self, "_tool"):
            environment = {**os.environ, "PATH": f"{self.early}:{self.bin}:/usr/bin:/bin", "WORD": "x"}
            self._tool = SwappingShellTool(
                BASH, environment, PlainTrees(), settings=lambda: self.settings.tools.shell
            )
        return self._tool

    @contextmanager
    def pipeline(self) -> Iterator[Pipeline]:
        """Build the way of a call through this place."""
        with closing(Journal(self.root / "state")) as journal:
            calls = Calls(journal)
            calls.observe(self.heard.append)
            desk = PolicyDesk(self.rulebook, journal.decisions, lambda: self.settings)
            yield Pipeline(
                toolset=Toolset([self.tool]),
                judge=Judge(self.rulebook, lambda: self.settings),
                waiting=Waiting(self.person),
                desk=desk,
                calls=calls,
            )

    def call(self, command: str) -> Call:
        """Return a call of the process that asks."""
        asker = Asker(process=look_at(self.asker.pid))
        return a_call(command, asker=asker, session={"cwd": str(self.work)})

    def way(self) -> list[str]:
        """Return the steps that were taken."""
        moves = [event.state for event in self.heard if isinstance(event, Moved)]
        return [state.outcome.kind if isinstance(state, Settled) else state.kind for state in moves]

    def has_run(self) -> bool:
        """Tell whether the command ran, wherever."""
        return any(self.root.rglob("ran"))

    def close(self) -> None:
        """End the process that asks."""
        self.asker.communicate()


def write(path: Path, text: str) -> None:
    """Write a file that can be executed."""
    path.write_text(text)
    path.chmod(0o755)


def swapped(**fields: Any) -> Change:
    """Return a change of fields of the proposal."""

    def change(place: Place) -> None:
        place.tool.swapped = fields

    return change


def _rewritten_as_if_nothing_was(place: Place) -> None:
    path = place.work / "x.sh"
    before = path.stat()
    path.write_text((place.work / "twin.sh").read_text())
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def _moved_away(place: Place) -> None:
    place.work.rename(place.root / "was")
    (place.root / "other").rename(place.work)
    write(place.work / "x.sh", TOUCH)


def _moved_back(place: Place) -> None:
    if (place.root / "was").exists():
        place.work.rename(place.root / "other")
        (place.root / "was").rename(place.work)


def _relinked(place: Place) -> None:
    (place.bin / "linked").unlink()
    (place.bin / "linked").symlink_to(place.root / "two-tool")


def _in_the_environment(place: Place) -> None:
    seen = ShellSettings(environment=EnvironmentSettings(deny=("WORD",)))
    place.settings = Settings(tools=ToolsSettings(shell=seen))


def _executing(place: Place) -> None:
    config = place.work / ".git" / "config"
    write(config, f"{config.read_text()}\tfsmonitor = ./x.sh\n")


# By name: a command, what is changed, and the start of what the difference is called.
CHANGES: dict[str, tuple[str, Change, str]] = {
    "a script is another": ("bash x.sh", lambda at: write(at.work / "x.sh", TOUCH * 2), "script "),
    "a script is another, of the same size and time": ("bash x.sh", _rewritten_as_if_nothing_was, "script "),
    "a script is gone": ("bash x.sh", lambda at: (at.work / "x.sh").unlink(), "script "),
    "a script came to be": ("touch ran; bash new.sh", lambda at: write(at.work / "new.sh", TOUCH), "script "),
    "a script in the folder is another": ("./x.sh", lambda at: write(at.work / "x.sh", "id\n"), "program "),
    "the folder is another": ("bash x.sh", _moved_away, "folder "),
    "a program is another": ("tool", lambda at: write(at.bin / "tool", f"#!/bin/sh\n{TOUCH}#"), "program "),
    "a program came before it": ("tool", lambda at: write(at.early / "tool", "#!/bin/sh\nid"), "program "),
    "a link leads to another program": ("linked", _relinked, "program "),
    "a setting makes git run something": ("touch ran; git status", _executing, "repository "),
    "git has a hook": (
        "touch ran; git status",
        lambda at: write(at.work / ".git" / "hooks" / "post-index-change", "#!/bin/sh\n"),
        "repository ",
    ),
    "git has other attributes": (
        "touch ran; git diff",
        lambda at: write(at.work / ".gitattributes", "* diff=x\n"),
        "repository ",
    ),
    "it would see other variables": ("touch ran; env", _in_the_environment, "environment"),
    "who asks is gone": ("touch ran", lambda at: at.close(), "who asks"),
    "another command": ("touch ran", swapped(command="touch ran; id"), "command"),
    "another deadline": ("touch ran", swapped(timeout_s=61.5), "timeout"),
    "a deadline for silence": ("touch ran", swapped(idle_timeout_s=5.0), "idle timeout"),
    "a terminal": ("touch ran", swapped(terminal=True), "terminal"),
    "in the background": ("touch ran", swapped(background=True), "background"),
    "less confined": ("touch ran", swapped(confinement="read-only"), "confinement"),
}


def undo(place: Place) -> None:
    """Have everything as it was before a change."""
    _moved_back(place)
    place.restore()
