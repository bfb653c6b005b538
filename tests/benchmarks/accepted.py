"""From a yes to the result of `true`, in the console's own process, against a bare Popen and wait.

python tests/benchmarks/accepted.py [calls [namespace|bubblewrap|warden|session …]]
"""

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import get_args

from measuring import row

from assent.console.approval import Yes
from assent.console.calls import Calls
from assent.console.pipeline import Pipeline
from assent.console.policy_desk import PolicyDesk
from assent.console.waiting import Waiting
from assent.execution.control import Control
from assent.host.shell import find_shell
from assent.host.trees.process import Supervision
from assent.journal.journal import Journal
from assent.model.asker import Asker, Client, Process, Session
from assent.model.authority import ByPerson
from assent.model.call import Call
from assent.model.events import Event, Moved
from assent.model.guarantee import Kind
from assent.model.lifecycle import Approved, Exited, Settled
from assent.model.question import Question
from assent.policy.judge import Judge
from assent.policy.rulebook import Rulebook
from assent.tools.shell import ShellTool
from assent.tools.toolset import Toolset

ROUNDS = 10


class Agreeing:
    """A person who says yes at once."""

    async def ask(self, _question: Question) -> Yes:
        """Say yes."""
        return Yes(by=ByPerson(name="ada"))


class Console:
    """The stages of a call, without a socket."""

    def __init__(self, folder: Path, supervision: Supervision) -> None:
        """Keep the journal below `folder`."""
        self.supervision, self.journal = supervision, Journal(folder)
        self.calls = Calls(self.journal)
        tools = Toolset([ShellTool(find_shell(), os.environ, supervision)])
        rulebook = Rulebook(folder / "rules.toml")
        self.pipeline = Pipeline(
            toolset=tools,
            judge=Judge(rulebook),
            waiting=Waiting(Agreeing()),
            desk=PolicyDesk(rulebook, self.journal.decisions),
            calls=self.calls,
        )
        self.accepted_at = self.settled_at = 0.0
        self.calls.observe(self._hear)

    async def take(self) -> float:
        """Run `true` and return the seconds from its acceptance to its result."""
        asker = Asker(process=Process(pid=1))
        call = Call(
            tool="Shell",
            arguments={"command": "true"},
            asker=asker,
            client=Client(name="benchmark"),
            session=Session(cwd="/"),
        )
        settled = await self.pipeline.handle(call, Control())
        assert settled.outcome == Exited(code=0), settled
        return self.settled_at - self.accepted_at

    def _hear(self, event: Event) -> None:
        if isinstance(event, Moved) and isinstance(event.state, Approved):
            self.accepted_at = time.perf_counter()
        elif isinstance(event, Moved) and isinstance(event.state, Settled):
            self.settled_at = time.perf_counter()


def bare(times: int) -> list[float]:
    """Return how long `bash -c true` takes without anything of ours."""
    took = []
    for _ in range(times):
        start = time.perf_counter()
        subprocess.Popen(["/bin/bash", "-c", "true"], start_new_session=True).wait()
        took.append(time.perf_counter() - start)
    return took


async def measure(each: int, kinds: list[Kind]) -> None:
    """Measure all in turns, so that a noisy minute hits them alike."""
    with tempfile.TemporaryDirectory(prefix="ab-") as folder:
        consoles: dict[Kind, Console] = {}
        for kind in kinds:
            await (supervision := Supervision()).choose(kind)
            consoles[kind] = Console(Path(folder) / kind, supervision)
        reference: list[float] = []
        ours: dict[Kind, list[float]] = {kind: [] for kind in kinds}
        for number in range(ROUNDS + 1):
            round_of_bare = bare(each)
            rounds = {kind: [await consoles[kind].take() for _ in range(each)] for kind in kinds}
            if number:  # the first warms everything up
                reference += round_of_bare
                for kind in kinds:
                    ours[kind] += rounds[kind]
        for console in consoles.values():
            console.supervision.close()
            console.journal.close()
    print(row("bare Popen of bash -c true, and wait", reference))
    for kind, took in ours.items():
        print(row(f"from yes to result, {kind}", took), end="   ")
        ratio = statistics.median(took) / statistics.median(reference)
        print(f"ratio of p50: {ratio:.2f} (target: at most 2)")


def main() -> None:
    """Read the command line."""
    each = int(sys.argv[1] if len(sys.argv) > 1 else 200) // ROUNDS
    kinds = [kind for kind in get_args(Kind) if kind in sys.argv[2:] or not sys.argv[2:]]
    asyncio.run(measure(each, kinds))


if __name__ == "__main__":
    main()
