"""A confined command is interrupted, paused and ended like any other, with pipes and in a terminal."""

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("bubblewrap is Linux's", allow_module_level=True)

from assent.execution import runner
from assent.execution.capture import Capture
from assent.execution.control import Control
from assent.host.confining.confinement import Confinement
from assent.host.terminal import Terminal
from assent.host.trees.process import Supervision
from assent.model.confinement import Profile
from assent.model.guarantee import Kind
from assent.model.intervention import Interrupted, Intervention, Paused, Resumed, Terminated
from assent.model.lifecycle import Exited, Stopped
from assent.tools.confinements import Confinements
from builders import PERSON, a_command, chosen
from confining import need_bubblewrap
from waiting import until

LOOP = "echo up; while :; do sleep 0.02; done"
TRAPS = {
    "interrupted": (Interrupted(by=PERSON), f"trap 'echo caught; exit 7' INT; {LOOP}"),
    "terminated": (Terminated(by=PERSON), f"trap 'echo caught; exit 7' TERM; {LOOP}"),
}
OWN = {"seen": Profile(base="workspace")}


@pytest.fixture(params=["session", "warden", "namespace"])
async def trees(request: pytest.FixtureRequest) -> AsyncIterator[Supervision]:
    """Return each way to start commands."""
    need_bubblewrap()
    kind: Kind = request.param
    supervision = await chosen(kind)
    yield supervision
    supervision.close()


class Confined:
    """A block that runs in a workspace."""

    def __init__(
        self, trees: Supervision, folder: Path, block: str, terminal: Terminal | None = None
    ) -> None:
        self.output, self.control = bytearray(), Control()
        (folder / "work").mkdir()
        command = replace(a_command(block, cwd=str(folder / "work")), terminal=terminal)
        confinements = Confinements(own=lambda: OWN, host=Confinement(trees, state=folder, own=[]))
        self.running = asyncio.ensure_future(
            confinements.run(
                "seen",
                command,
                lambda confined: runner.run(
                    confined,
                    trees=trees,
                    control=self.control,
                    capture=Capture(),
                    on_start=lambda pid: None,
                    on_output=lambda channel, data: self.output.extend(data),
                ),
            )
        )

    async def wrote(self, text: bytes) -> None:
        """Wait until the block wrote this."""
        await until(lambda: text in self.output or self.running.done())
        assert text in self.output, self.output


@pytest.mark.parametrize("in_terminal", [False, True])
@pytest.mark.parametrize("name", TRAPS)
async def test_it_has_time_to_end_by_itself(trees: Supervision, tmp_path: Path, name: str, in_terminal: bool):
    what, block = TRAPS[name]
    confined = Confined(trees, tmp_path, block, Terminal(24, 80) if in_terminal else None)
    await confined.wrote(b"up")
    confined.control.obey(what)
    await confined.wrote(b"caught")
    ending = (await confined.running).ending
    assert ending == (Exited(code=7) if isinstance(what, Interrupted) else Stopped(by=PERSON))


async def test_ctrl_c_that_is_typed_interrupts_and_job_control_works(trees: Supervision, tmp_path: Path):
    confined = Confined(
        trees, tmp_path, f"set -m; sleep 0.01 & wait; set +m; {TRAPS['interrupted'][1]}", Terminal(24, 80)
    )
    await confined.wrote(b"up")
    assert b"Done" in confined.output
    confined.control.type_into(b"\x03")
    await confined.wrote(b"caught")
    assert (await confined.running).ending == Exited(code=7)


async def test_it_stands_still_and_goes_on(trees: Supervision, tmp_path: Path):
    confined = Confined(trees, tmp_path, "while :; do echo x; sleep 0.01; done")
    await confined.wrote(b"x")

    async def grows() -> bool:
        before = len(confined.output)
        await asyncio.sleep(0.2)
        return len(confined.output) > before

    def obey(what: Intervention) -> None:
        confined.control.obey(what)

    obey(Paused(by=PERSON))
    for _ in range(20):
        if not await grows():
            break
    assert not await grows()
    obey(Resumed(by=PERSON))
    before = len(confined.output)
    await until(lambda: len(confined.output) > before)
    obey(Terminated(by=PERSON))
    assert (await confined.running).ending == Stopped(by=PERSON)
