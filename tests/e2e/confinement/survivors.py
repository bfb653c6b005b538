"""Grows each kind of tree in a workspace confined by bubblewrap, stops it in each way, and counts survivors.

    python survivors.py [TREE …]

It must be pid 1 of a namespace of its own, as e2e/escape/table.py, whose trees these are. The commands are
started in sessions, the weakest way there is: what ends them is the confinement. It prints one JSON line a
cell.
"""

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from assent.execution import output, runner
from assent.execution.capture import Capture
from assent.execution.control import Control
from assent.host.confining.confinement import Confinement
from assent.host.trees.tree_plain import PlainTrees
from assent.model.confinement import Profile
from assent.model.intervention import Killed
from assent.tools.confinements import Confinements
from builders import PERSON, a_command
from e2e.escape.table import STOPS, TREES

# The trees are grown by this Python, wherever it is.
_PROFILE = Profile(base="workspace", readable=(sys.prefix, sys.base_prefix))
# Seconds within which a tree is up; reached only by a machine that stands still.
_UP_WITHIN_S = 20.0
_TIMEOUT_S = 0.5


def main(names: list[str]) -> None:
    """Be the reaping init of the namespace, and let a child make the table."""
    assert os.getpid() == 1, "not without a namespace of processes"
    worker = os.fork()
    if worker == 0:
        asyncio.run(_table(names))
        os._exit(0)
    while True:
        ended, status = os.wait()
        if ended == worker:
            os._exit(os.waitstatus_to_exitcode(status) % 256)


async def _table(names: list[str]) -> None:
    runner.GRACE_S, output.DRAIN_S = 0.1, 0.05
    for name in names or TREES:
        for stop in STOPS:
            tag = f"{name}-{stop}".replace(" ", "-")
            left = await (_kill_console if stop == "console killed" else _stop_call)(name, stop, tag)
            print(json.dumps({"tree": name, "stop": stop, "survivors": left}), flush=True)


async def _stop_call(name: str, stop: str, tag: str) -> int:
    """Run the tree in this process and stop it; returns how many survived."""
    control, output = Control(), bytearray()
    timeout_s = _TIMEOUT_S if stop == "timeout" else 60
    running = asyncio.ensure_future(
        _run(name, tag, control, output.extend, ends=stop == "normal end", timeout_s=timeout_s)
    )
    until = time.monotonic() + _UP_WITHIN_S
    while b"up" not in output and not running.done() and time.monotonic() < until:  # noqa: ASYNC110  # two things
        await asyncio.sleep(0.005)
    assert b"up" in output, output
    if stop == "stop":
        control.obey(Killed(by=PERSON))
    elif stop == "cancellation":
        running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    return len(_survivors(tag))


async def _kill_console(name: str, _stop: str, tag: str) -> int:
    """Run the tree in a process of its own and kill that; returns how many survived for a second."""
    console = subprocess.Popen([sys.executable, __file__, "console", name, tag], stdout=subprocess.PIPE)
    assert console.stdout is not None
    first = console.stdout.readline()
    assert first == b"up\n", (name, first)
    console.kill()
    killed = time.monotonic()
    console.wait()
    console.stdout.close()
    while _survivors(tag) and time.monotonic() - killed < 1.0:  # noqa: ASYNC110  # the dead do not tell
        await asyncio.sleep(0.005)
    return len(_survivors(tag))


async def _run(
    name: str, tag: str, control: Control, hear: Callable[[bytes], None], *, ends: bool, timeout_s: float
) -> runner.Finished:
    """Run the tree in a workspace below /tmp."""
    block = f"{TREES[name]}\necho up\n{'exit 0' if ends else 'sleep 61; sleep 61'}"
    trees = PlainTrees()
    with tempfile.TemporaryDirectory() as folder:
        command = a_command(block, timeout_s=timeout_s, cwd=folder, environment={"ASSENT_CALL_ID": tag})
        marked = runner.Command(
            command.words, folder, {**command.environment, "ASSENT_CALL_ID": tag}, timeout_s
        )
        with tempfile.TemporaryDirectory() as state:
            host = Confinement(trees, state=Path(state), own=[state])
            own = {"seen": _PROFILE}
            return await Confinements(own=lambda: own, host=host).run(
                "seen",
                marked,
                lambda confined: runner.run(
                    confined,
                    trees=trees,
                    control=control,
                    capture=Capture(),
                    on_start=lambda pid: None,
                    on_output=lambda channel, data: hear(data),
                ),
            )


def _survivors(tag: str) -> list[int]:
    """Return the processes with the call's mark in their environment, as /proc shows them; no zombies."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if f"ASSENT_CALL_ID={tag}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
    return found


async def _console(name: str, tag: str) -> None:
    """Run a tree for ever, as a console that is going to be killed does."""
    await _run(name, tag, Control(), _tell, ends=False, timeout_s=60)


def _tell(data: bytes) -> None:
    print(data.decode(), end="", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["console"]:
        signal.alarm(int(_UP_WITHIN_S))
        asyncio.run(_console(*sys.argv[2:]))
    else:
        main(sys.argv[1:])
