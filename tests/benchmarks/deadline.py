"""From a deadline until nothing is left: ten kinds of trees of 200 processes, by each way to start commands.

    python tests/benchmarks/deadline.py [rounds [session|warden|namespace|bubblewrap …]]

Each way gets a namespace of processes of its own, whose end ends what might be left. Linux only.
"""

import asyncio
import os
import shlex
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import get_args

from measuring import percentile

from assent.execution import runner
from assent.execution.capture import Capture
from assent.execution.control import Control
from assent.model.guarantee import Kind
from assent.model.lifecycle import TimedOut
from builders import a_command, chosen
from namespaces import SPACE
from waiting import until

MOST_OVER_GRACE_S = 0.300
SOON_S = 0.2  # from the last process of a tree to the deadline
_PYTHON = f"{shlex.quote(sys.executable)} -I -S -c"
_SUBREAPER = (
    "import ctypes,os,time; ctypes.CDLL(None).prctl(36,1,0,0,0); "
    'os.system("for i in $(seq 199); do setsid -f sleep 61; done; echo up"); time.sleep(61)'
)
_LOOP = "(trap '' TERM; while :; do sleep 61; done) &"
# Each says "up" when it stands.
TREES = {
    "plain": "for i in $(seq 200); do sleep 61 & done; echo up; wait",
    "ignores TERM": "trap '' TERM; for i in $(seq 200); do sleep 61 & done; echo up; wait",
    "setsid": "for i in $(seq 200); do setsid -f sleep 61; done; echo up; wait; sleep 61",
    "double fork": "for i in $(seq 100); do (setsid sh -c 'sleep 61 & sleep 61' &); done; echo up; sleep 61",
    "nohup": "for i in $(seq 200); do nohup sleep 61 >/dev/null 2>&1 & done; echo up; wait",
    "chain": "f() { if (($1)); then (f $(($1 - 1)); :); else echo up; sleep 61; fi; }; f 200",
    "stopped": "for i in $(seq 200); do sleep 61 & kill -STOP $!; done; echo up; wait; sleep 61",
    "respawner": f"for i in $(seq 100); do {_LOOP} done; echo up; wait",
    "child subreaper": f"{_PYTHON} {shlex.quote(_SUBREAPER)}",
    "pipelines": "for i in $(seq 50); do sleep 61 | cat | cat | cat & done; echo up; wait",
}


def main() -> None:
    """Let each way have its space, and sum up."""
    rounds = sys.argv[1] if len(sys.argv) > 1 else "3"
    for kind in sys.argv[2:] or get_args(Kind):
        words = [*SPACE, sys.executable, __file__, "inside", kind, rounds]
        if subprocess.run(words, timeout=1_800, check=False).returncode:
            print(f"{kind}: not to be had here")


def inside(kind: Kind, rounds: int) -> None:
    """Be the reaping first process of the space, and let a child measure."""
    worker = os.fork()
    if worker == 0:
        asyncio.run(_measure(kind, rounds))
        os._exit(0)
    while True:
        ended, status = os.wait()
        if ended == worker:
            os._exit(os.waitstatus_to_exitcode(status) % 256)


async def _measure(kind: Kind, rounds: int) -> None:
    took: dict[str, list[float]] = {name: [] for name in TREES}
    left = 0
    for number in range(rounds):
        for name, block in TREES.items():
            seconds, survivors = await _one(kind, block, f"{kind}-{number}-{name}".replace(" ", "-"))
            took[name].append(seconds)
            left += survivors
    for name, of_tree in took.items():
        worst = f"median {statistics.median(of_tree) * 1e3:7.0f} ms   worst {max(of_tree) * 1e3:7.0f} ms"
        print(f"{kind:<12}{name:<18} {worst}")
    p99 = percentile([seconds for of_tree in took.values() for seconds in of_tree], 0.99) * 1e3
    limit = (runner.GRACE_S + MOST_OVER_GRACE_S) * 1e3
    print(f"{kind:<12}{'all':<18} p99 {p99:7.0f} ms (target: at most {limit:.0f})   left: {left}", flush=True)


async def _one(kind: Kind, block: str, tag: str) -> tuple[float, int]:
    """Grow a tree, set the deadline, and return the seconds from it to the end, and who is left."""
    supervision, control, output = await chosen(kind), Control(), bytearray()
    command = a_command(block, timeout_s=120, environment={"ASSENT_TEST_TAG": tag})
    running = asyncio.ensure_future(
        runner.run(
            command,
            trees=supervision,
            control=control,
            capture=Capture(),
            on_start=lambda pid: None,
            on_output=lambda channel, data: output.extend(data),
        )
    )
    await until(lambda: running.done() or (b"up" in output and len(_tagged(tag)) >= 200), within_s=60)
    assert not running.done(), (tag, bytes(output))
    left_s = control.deadline.left_s()
    assert left_s is not None
    at = time.monotonic() + SOON_S
    control.deadline.extend(SOON_S - left_s)
    finished = await running
    took_s = time.monotonic() - at
    assert isinstance(finished.ending, TimedOut), finished
    left = len(_tagged(tag))
    supervision.close()
    return took_s, left


def _tagged(tag: str) -> list[int]:
    """Return the processes with the tag in their environment; the dead have none."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if f"ASSENT_TEST_TAG={tag}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:
                continue  # gone meanwhile
    return found


if __name__ == "__main__":
    if sys.argv[1:2] == ["inside"]:
        inside({kind: kind for kind in get_args(Kind)}[sys.argv[2]], int(sys.argv[3]))
    else:
        main()
