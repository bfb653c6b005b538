"""A real `assent --headless` in a process of its own, for the clients to talk to."""

import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from assent.clients.line import ConsoleAbsent, Line
from e2e.running import exactly

# What only prints or reads is allowed, and what a test names; `refused-program` is not.
RULES = """
[[rule]]
command = "*"
decision = "allow"

[[rule]]
command = "refused-program"
decision = "deny"
"""


@dataclass(frozen=True)
class Console:
    """Where it is and how to call it."""

    environment: dict[str, str]
    address: str
    rules: Path

    def allow(self, *words: str) -> None:
        """Let exactly these words run from now on."""
        with self.rules.open("a", encoding="utf-8") as rules:
            rules.write(exactly(shlex.join(words)))

    def assent(self, *words: str, cwd: Path | None = None) -> "subprocess.CompletedProcess[bytes]":
        """Run `assent` against it and return what came of it."""
        command = [sys.executable, "-m", "assent", *words]
        return subprocess.run(
            command, env=self.environment, capture_output=True, timeout=30, check=False, cwd=cwd
        )

    def start(self, *words: str) -> "subprocess.Popen[bytes]":
        """Start `assent` against it, its output in pipes."""
        command = [sys.executable, "-m", "assent", *words]
        return subprocess.Popen(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.fixture(scope="module")
def console() -> Iterator[Console]:
    """Start a console with RULES; what no rule decides is refused."""
    # Not pytest's own folder: a socket's path must be short.
    with tempfile.TemporaryDirectory(prefix="at-") as folder:
        root = Path(folder)
        (root / "c" / "assent").mkdir(parents=True)
        rules = root / "c" / "assent" / "rules.toml"
        rules.write_text(RULES)
        address = str(root / "r" / "a.sock")
        places = {"ASSENT_SOCKET": address, "XDG_STATE_HOME": f"{root}/s", "XDG_CONFIG_HOME": f"{root}/c"}
        environment = os.environ | places
        command = [sys.executable, "-m", "assent", "--headless"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
            try:
                _wait_for(address)
                yield Console(environment, address, rules)
            finally:
                process.terminate()


def _wait_for(address: str) -> None:
    until = time.monotonic() + 20
    while True:
        try:
            Line(address).close()
        except ConsoleAbsent:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return
