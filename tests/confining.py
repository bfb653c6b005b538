"""Runs blocks in bubblewrap: in a workspace below a home, as this user or as an ordinary one."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from assent.host.confining.bubblewrap import Bubblewrap
from assent.host.confining.placeholders import Placeholders
from assent.host.confining.start import Start
from assent.model.confinement import Profile
from builders import BASH
from namespaces import need_namespaces

ORDINARY = 1000
WORKSPACE = Profile(base="workspace")
READ_ONLY = Profile(base="read-only")


@dataclass
class Box:
    """A place to try confinements in: `folder` is the workspace, below `home`; `own` are the console's."""

    root: Path
    user: int | None

    @property
    def home(self) -> Path:
        """Return the home folder."""
        return self.root / "home"

    @property
    def folder(self) -> Path:
        """Return the workspace, whose name needs quoting."""
        return self.home / "my work"

    @property
    def own(self) -> Path:
        """Return the console's own folder."""
        return self.home / ".local" / "state" / "assent"

    def write(self, path: str, text: str = "") -> Path:
        """Write a file below the home."""
        place = self.home / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
        self.hand_over()
        return place

    def hand_over(self) -> None:
        """Give all to the user who runs the commands."""
        if self.user is not None:
            for path in (self.root, *self.root.rglob("*")):
                os.chown(path, self.user, self.user, follow_symlinks=False)

    async def run(
        self,
        block: str,
        profile: Profile = WORKSPACE,
        *,
        cwd: Path | None = None,
        environment: dict[str, str] | None = None,
    ) -> "subprocess.CompletedProcess[str]":
        """Run a block confined, and return what it wrote."""
        with tempfile.TemporaryDirectory() as accounts:
            way = Bubblewrap([str(self.own)], Placeholders(Path(accounts) / "ledger"))
            seen = {"PATH": os.environ["PATH"], "HOME": str(self.home), "ASSENT_CALL_ID": "call-1"}
            start = Start(BASH.words(block), str(cwd or self.folder), {**seen, **(environment or {})})
            async with way.around(profile, start) as confined:
                return self.spawn(confined)

    def spawn(self, start: Start) -> "subprocess.CompletedProcess[str]":
        """Run what was made of a block."""
        as_user: dict[str, Any] = {}
        if self.user is not None:
            as_user = {"user": self.user, "group": self.user, "extra_groups": []}
        return subprocess.run(
            list(start.words),
            cwd=start.cwd,
            env=dict(start.environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
            start_new_session=True,
            **as_user,
        )


@contextmanager
def box(monkeypatch: pytest.MonkeyPatch, *, ordinary: bool = False) -> Iterator[Box]:
    """Make a box; `ordinary`: for a user without rights, where root tests."""
    need_bubblewrap()
    user = None
    if ordinary:
        if os.getuid() != 0:
            pytest.skip("only root can be another user")
        user = ORDINARY
    # Not below /tmp, which is another one in a confinement: what is to be hidden must be there to be seen.
    root = Path(
        tempfile.mkdtemp(prefix="assent-box-", dir="/srv" if os.getuid() == 0 else Path.home())
    ).resolve()
    root.chmod(0o755)
    made = Box(root, user)
    try:
        made.folder.mkdir(parents=True)
        made.own.mkdir(parents=True)
        made.hand_over()
        monkeypatch.setenv("HOME", str(made.home))
        if user is not None:
            monkeypatch.setattr(os, "getuid", lambda: ORDINARY)
        yield made
    finally:
        shutil.rmtree(root)


def need_bubblewrap() -> None:
    """Skip the test where bubblewrap cannot be had."""
    need_namespaces()
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")


@contextmanager
def listening() -> Iterator[int]:
    """Listen on a port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]
