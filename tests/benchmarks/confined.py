"""`true` from a yes to its result in the workspace profile, against bubblewrap alone with the same options.

python tests/benchmarks/confined.py [calls]
"""

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measuring import row

from assent.execution.capture import Capture
from assent.execution.control import Control
from assent.execution.runner import Command, Finished, run
from assent.host.confining.confinement import Confinement
from assent.host.confining.start import Start
from assent.host.shell import Shell, command_environment
from assent.host.trees.tree_plain import PlainTrees
from assent.model.confinement import Profile
from assent.model.lifecycle import Exited
from assent.tools.confinements import Confinements

ROUNDS = 10
BASH = Shell("bash", "/bin/bash")
WORKSPACE = Profile(base="workspace")


def _bare(words: list[str], environment: dict[str, str], times: int) -> list[float]:
    took = []
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run(
            words, cwd="/", env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True
        )
        took.append(time.perf_counter() - start)
    return took


async def _ours(confinements: Confinements, command: Command, name: str, times: int) -> list[float]:
    trees = PlainTrees()
    took = []

    async def run_it(confined: Command) -> Finished:
        return await run(
            confined,
            trees=trees,
            control=Control(),
            capture=Capture(),
            on_start=lambda pid: None,
            on_output=lambda channel, data: None,
        )

    for _ in range(times):
        start = time.perf_counter()
        finished = await confinements.run(name, command, run_it)
        took.append(time.perf_counter() - start)
        assert finished.ending == Exited(code=0), finished
    return took


async def _measure(each: int, folder: Path) -> dict[str, list[float]]:
    (folder / "work").mkdir()
    subprocess.run(["git", "init", "-q", str(folder / "work")], check=True)
    host = Confinement(PlainTrees(), state=folder, own=[])
    confinements = Confinements(host=host)
    environment = command_environment(os.environ, BASH, "c")
    command = Command(BASH.words("true"), str(folder / "work"), environment, 60)
    rows: dict[str, list[float]] = {"bare bwrap": [], "workspace": [], "read-only": [], "off": []}
    start = Start(command.words, command.cwd, environment)
    async with host.around(WORKSPACE, start) as confined:  # holds what stands in for missing paths
        words = [
            word for word in confined.words if not word.startswith(("/usr/bin/env", "--ignore", "--default"))
        ]
    for _ in range(ROUNDS):
        async with host.around(WORKSPACE, start):
            rows["bare bwrap"] += _bare(words, environment, each)
        for name in ("workspace", "read-only", "off"):
            rows[name] += await _ours(confinements, command, name, each)
    return rows


def main() -> None:
    """Measure in turns, so that a noisy minute hits all alike."""
    each = int(sys.argv[1] if len(sys.argv) > 1 else 200) // ROUNDS
    with tempfile.TemporaryDirectory(prefix="ab-", dir=Path.home()) as folder:
        rows = asyncio.run(_measure(each, Path(folder)))
    for name, took in rows.items():
        print(row(name, took))
    ratio = statistics.median(rows["workspace"]) / statistics.median(rows["bare bwrap"])
    print(f"workspace to bare bwrap, ratio of p50: {ratio:.2f} (target: at most 2)")


if __name__ == "__main__":
    main()
