"""Medians and percentiles for the benchmarks, and a console without a window to measure."""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from assent.clients.line import ConsoleAbsent, Line, initialize
from assent.model.guarantee import Kind


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which `share` of the values lie."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def row(name: str, seconds: Sequence[float]) -> str:
    """Return a line with p50 and p99 in milliseconds."""
    middle, worst = statistics.median(seconds) * 1e3, percentile(seconds, 0.99) * 1e3
    return f"{name:<44} p50 {middle:7.2f} ms   p99 {worst:7.2f} ms"


@contextlib.contextmanager
def headless_console(rules: str, kind: Kind | None = None) -> Iterator[str]:
    """Start `assent --headless` with these rules, and one guarantee if named; yields the socket's address."""
    with tempfile.TemporaryDirectory(prefix="ab-") as folder:
        root = Path(folder)
        (root / "c" / "assent").mkdir(parents=True)
        (root / "c" / "assent" / "rules.toml").write_text(rules)
        address = str(root / "r" / "a.sock")
        places = {"ASSENT_SOCKET": address, "XDG_STATE_HOME": f"{root}/s", "XDG_CONFIG_HOME": f"{root}/c"}
        if kind is not None:
            (root / "c" / "assent" / "settings.toml").write_text(f'[tools.shell]\nsupervision = "{kind}"\n')
        command = [sys.executable, "-m", "assent", "--headless"]
        with subprocess.Popen(command, env=os.environ | places, stdout=subprocess.DEVNULL) as console:
            try:
                wait_for(address)
                yield address
            finally:
                console.terminate()


def wait_for(address: str) -> None:
    """Return when a console answers at `address`; raises ConsoleAbsent after ten seconds."""
    until = time.monotonic() + 10
    while True:
        try:
            line = Line(address)
        except ConsoleAbsent:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)
            continue
        line.close()
        return


def connect(address: str) -> Line:
    """Return an initialized connection."""
    line = Line(address)
    line.send(initialize("benchmark", request_id=0, cwd="/"))
    return line
