"""A flood of 80-character lines to a finished result, against a bare `os.read` loop, in turns.

    python tests/benchmarks/result.py [megabytes]

With and without the file for the whole; and the longest time that the loop did nothing else meanwhile.
"""

import asyncio
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from assent.execution import runner
from assent.execution.capture import Capture
from assent.execution.control import Control
from assent.execution.spool import Spools
from assent.host.pipe import READ_BYTES, open_pipe
from assent.host.shell import Shell, command_environment
from assent.host.trees.tree_plain import PlainTrees
from assent.model.lifecycle import Exited

ROUNDS = 7
BASH = Shell("bash", "/bin/bash")


def _bare(block: str, size: int) -> float:
    start = time.perf_counter()
    read, write = open_pipe()
    os.set_blocking(read, True)
    with subprocess.Popen(BASH.words(block), stdout=write):
        os.close(write)
        came = 0
        while chunk := os.read(read, READ_BYTES):
            came += len(chunk)
    os.close(read)
    assert came == size
    return time.perf_counter() - start


async def _ours(block: str, size: int, spools: Spools | None) -> tuple[float, float]:
    beats = _Beats()
    start = time.perf_counter()
    capture = Capture(None if spools is None else lambda: spools.open("a1"))
    finished = await runner.run(
        runner.Command(BASH.words(block), "/", command_environment(os.environ, BASH, "c"), 600),
        trees=PlainTrees(),
        control=Control(),
        capture=capture,
        on_start=lambda pid: None,
        on_output=lambda channel, data: None,
    )
    capture.close()
    value = capture.builder().ok("Command executed successfully.")
    took = time.perf_counter() - start
    assert finished.ending == Exited(code=0)
    assert value.extras is not None
    assert value.extras["output_bytes"] == size
    assert value.output.startswith("0" * 79 + "\n")
    assert value.output.endswith("0" * 79 + "\n")
    if spools is not None:
        spools.remove("a1")
    return took, beats.stop()


class _Beats:
    """Takes note of how long the loop was away at most."""

    def __init__(self) -> None:
        self._longest, self._last = 0.0, time.perf_counter()
        self._task = asyncio.ensure_future(self._beat())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            self._longest, self._last = max(self._longest, now - self._last - 0.001), now

    def stop(self) -> float:
        self._task.cancel()
        return self._longest


def main() -> None:
    """Measure in turns, so that a noisy minute hits all alike."""
    before = psutil.Process().memory_info().rss / 1e6
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    size = megabytes * 1_000_000 // 80 * 80
    rows: dict[str, list[float]] = {"bare os.read": [], "to a result": [], "to a result, whole on disk": []}
    stalls: dict[str, list[float]] = {name: [] for name in rows}
    with tempfile.TemporaryDirectory(prefix="ab-") as folder:
        lines = Path(folder) / "lines"
        lines.write_bytes((b"0" * 79 + b"\n") * 100_000)
        whole, rest = divmod(size, 8_000_000)
        block = f"for ((n = 0; n < {whole}; n++)); do cat {lines}; done; head -c {rest} {lines}"
        for _ in range(ROUNDS):
            rows["bare os.read"].append(_bare(block, size))
            for name, spools in (
                ("to a result", None),
                ("to a result, whole on disk", Spools(Path(folder) / "output")),
            ):
                took, stall = asyncio.run(_ours(block, size, spools))
                rows[name].append(took)
                stalls[name].append(stall)
    bare = rows["bare os.read"]
    for name, took in rows.items():
        ratio = statistics.median(base / ours for base, ours in zip(bare, took, strict=True))
        stall = f"   longest stall {statistics.median(stalls[name]) * 1e3:5.1f} ms" if stalls[name] else ""
        print(f"{name:<28} {size / statistics.median(took) / 1e6:8.0f} MB/s   ratio {ratio:.2f}{stall}")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6 - before
    print(f"target: ratio at least 0.50 of the bare loop; memory grew by {grown:.0f} MB (target: below 100)")


if __name__ == "__main__":
    main()
