"""Grows each kind of tree under one way to start commands, stops it in each way, and counts who survived.

    python table.py KIND pipes|terminal [TREE …]

It must be pid 1 of a namespace of its own (test_escape.py makes one): some trees breed faster than a machine
likes, and whatever escapes dies with this process. It prints one JSON line a cell.
"""

import asyncio
import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import get_args

from assent.execution import output, runner
from assent.execution.capture import Capture
from assent.host.terminal import Terminal
from assent.model.guarantee import Kind
from builders import PERSON, a_command, chosen

_PYTHON = f"{shlex.quote(sys.executable)} -I -S -c"
_HOPPER = "import os,time\nwhile True:\n if os.fork(): os._exit(0)\n os.setsid(); time.sleep(0.002)"
_SUBREAPER = (
    "import ctypes,os,time; ctypes.CDLL(None).prctl(36,1,0,0,0); "
    'os.system("setsid -f sleep 61; setsid sleep 61 &"); time.sleep(61)'
)
TREES = {
    "plain": "sleep 61 & sleep 61 &",
    "ignores TERM": "(trap '' TERM; sleep 61; sleep 61) &",
    "setsid": "setsid sleep 61 &",
    "double fork": "(setsid sh -c 'sleep 61 & sleep 61 &' &)",
    "nohup": "nohup sleep 61 >/dev/null 2>&1 &",
    "disowned": "set -m; sleep 61 & disown; (trap '' HUP; sleep 61) & disown -h",
    "200 children": "for i in $(seq 200); do sleep 61 & done",
    "200 setsid": "for i in $(seq 200); do setsid -f sleep 61; done",
    "respawner": "(trap '' TERM; while :; do sleep 61; done) & setsid sh -c 'while :; do sleep 61; done' &",
    "stopped": "setsid sleep 61 & kill -STOP $!; (kill -STOP $BASHPID; sleep 61) &",
    "child subreaper": f"{_PYTHON} '{_SUBREAPER}' &",
    "hopper": f"{_PYTHON} '{_HOPPER}' & {_PYTHON} '{_HOPPER}' &",
}
_KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}
STOPS = ("timeout", "stop", "cancellation", "normal end", "console killed")
# Seconds within which a tree is up; reached only by a machine that stands still.
_UP_WITHIN_S = 20.0
_TIMEOUT_S = 0.5


def main(kind: Kind, where: str, names: list[str]) -> None:
    """Be the reaping init of the namespace, and let a child make the table."""
    assert os.getpid() == 1, "not without a namespace of processes"
    worker = os.fork()
    if worker == 0:
        asyncio.run(_table(kind, where, names))
        os._exit(0)
    while True:
        ended, status = os.wait()
        if ended == worker:
            os._exit(os.waitstatus_to_exitcode(status) % 256)


async def _table(kind: Kind, where: str, names: list[str]) -> None:
    runner.GRACE_S, output.DRAIN_S = 0.1, 0.05
    for name in names or TREES:
        for stop in STOPS:
            tag = f"{kind}-{name}-{stop}".replace(" ", "-")
            way = _kill_console if stop == "console killed" else _stop_call
            left, took_s = await way(kind, where, name, stop, tag)
            row = {"tree": name, "stop": stop, "survivors": left, "ms": round(took_s * 1e3)}
            print(json.dumps(row), flush=True)


async def _stop_call(kind: Kind, where: str, name: str, stop: str, tag: str) -> tuple[int, float]:
    """Run the tree in this process and stop it; returns survivors, and the seconds that the end took."""
    supervision = await chosen(kind)
    control, output = runner.Control(), bytearray()
    timeout_s = _TIMEOUT_S if stop == "timeout" else 60
    running = asyncio.ensure_future(
        runner.run(
            _command(where, name, tag, ends=stop == "normal end", timeout_s=timeout_s),
            trees=supervision,
            control=control,
            capture=Capture(),
            on_start=lambda pid: None,
            on_output=lambda channel, data: output.extend(data),
        )
    )
    until = time.monotonic() + _TIMEOUT_S
    while b"up" not in output and not running.done():  # noqa: ASYNC110  # two things are waited for
        await asyncio.sleep(0.005)
    await asyncio.sleep(0.05)
    if stop == "stop":
        control.stop(PERSON)
    elif stop == "cancellation":
        running.cancel()
    asked = time.monotonic() if stop != "timeout" else until
    with contextlib.suppress(asyncio.CancelledError):
        await running
    took_s = time.monotonic() - asked
    left = len(_survivors(tag))  # before anything is given back: the call was reported finished now
    supervision.close()
    return left, took_s


async def _kill_console(kind: Kind, where: str, name: str, _stop: str, tag: str) -> tuple[int, float]:
    """Run the tree in a process of its own and kill that; returns survivors, and the seconds waited."""
    words = [sys.executable, __file__, "console", kind, where, name, tag]
    console = subprocess.Popen(words, stdout=subprocess.PIPE)
    assert console.stdout is not None
    assert console.stdout.readline().strip() == b"up"
    console.kill()
    killed = time.monotonic()
    console.wait()
    console.stdout.close()
    # Nobody is left to report the end; one second is what it may take.
    while _survivors(tag) and time.monotonic() - killed < 1.0:  # noqa: ASYNC110  # the dead do not tell
        await asyncio.sleep(0.005)
    return len(_survivors(tag)), time.monotonic() - killed


async def _console(kind: Kind, where: str, name: str, tag: str) -> None:
    """Run a tree for ever, as a console that is going to be killed does."""
    await runner.run(
        _command(where, name, tag, ends=False, timeout_s=60),
        trees=await chosen(kind),
        control=runner.Control(),
        capture=Capture(),
        on_start=lambda pid: None,
        on_output=lambda channel, data: print(data.decode(), end="", flush=True),
    )


def _command(where: str, name: str, tag: str, *, ends: bool, timeout_s: float) -> runner.Command:
    block = f"{TREES[name]}\necho up\n{'exit 0' if ends else 'sleep 61; sleep 61'}"
    terminal = Terminal(24, 80) if where == "terminal" else None
    command = a_command(block, timeout_s=timeout_s, terminal=terminal)
    return replace(command, environment={**command.environment, "ASSENT_CALL_ID": tag})


def _survivors(tag: str) -> list[int]:
    """Return the processes with the call's mark in their environment, as /proc shows them; no zombies."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if f"ASSENT_CALL_ID={tag}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
    return found


if __name__ == "__main__":
    if sys.argv[1] == "console":
        signal.alarm(int(_UP_WITHIN_S))
        asyncio.run(_console(_KINDS[sys.argv[2]], *sys.argv[3:]))
    else:
        main(_KINDS[sys.argv[1]], sys.argv[2], sys.argv[3:])
