"""Server and clients find the same socket, also where a host hands on no environment."""

import os
import socket
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from assent.host import address as host_address
from assent.host.address import LONGEST_PATH, address, is_ours, is_private

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a named pipe has no folder")


@pytest.fixture
def short() -> Iterator[Path]:
    """Return a folder with a short path: pytest's own may be too long for a socket."""
    with tempfile.TemporaryDirectory(prefix="aa-") as folder:
        yield Path(folder)


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, short: Path) -> None:
    """Take away what the tests' own environment says."""
    monkeypatch.delenv("ASSENT_SOCKET", raising=False)
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 54321)  # nobody's: no /run/user of that name


def private(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make `folder` the runtime folder of the one who asks."""
    folder.mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


def test_the_chosen_address_wins(short: Path, monkeypatch: pytest.MonkeyPatch):
    private(short / "r", monkeypatch)
    monkeypatch.setenv("ASSENT_SOCKET", "/somewhere/else.sock")
    assert address() == "/somewhere/else.sock"


def test_it_is_in_the_runtime_folder(short: Path, monkeypatch: pytest.MonkeyPatch):
    folder = private(short / "r", monkeypatch)
    assert address() == f"{folder}/assent/assent.sock"


def test_without_the_variable_the_usual_runtime_folder_is_looked_at(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(host_address, "is_private", lambda folder: folder == "/run/user/54321")
    assert address() == "/run/user/54321/assent/assent.sock"


def test_without_any_runtime_folder_it_is_in_one_named_after_the_user():
    assert address() == "/tmp/assent-54321/assent.sock"


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701])
def test_a_runtime_folder_that_others_may_enter_is_not_used(
    short: Path, monkeypatch: pytest.MonkeyPatch, mode: int
):
    private(short / "r", monkeypatch).chmod(mode)
    assert address().startswith(("/tmp/assent-", "/run/user/"))


def test_a_runtime_folder_too_long_for_a_socket_is_not_used(short: Path, monkeypatch: pytest.MonkeyPatch):
    private(short / ("r" * (LONGEST_PATH - len(str(short)) - len("/assent/assent.sock"))), monkeypatch)
    assert address().startswith(("/tmp/assent-", "/run/user/"))


def test_the_longest_runtime_folder_still_gives_a_socket_that_can_be_bound(
    short: Path, monkeypatch: pytest.MonkeyPatch
):
    length = LONGEST_PATH - len(str(short)) - len("//assent/assent.sock")
    private(short / ("r" * length), monkeypatch)
    assert len(address()) == LONGEST_PATH
    Path(address()).parent.mkdir()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address())


def test_private_is_a_real_folder_of_ours(short: Path, monkeypatch: pytest.MonkeyPatch):
    folder = private(short / "r", monkeypatch)
    (short / "file").touch(mode=0o600)
    (short / "link").symlink_to(folder)
    assert is_private(str(folder))
    assert not is_private(str(short / "file"))
    assert not is_private(str(short / "link"))
    assert not is_private(str(short / "none"))
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    assert not is_private(str(folder))


def test_ours_is_a_socket_of_this_user(short: Path, monkeypatch: pytest.MonkeyPatch):
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(short / "s"))
    monkeypatch.setattr(os, "getuid", lambda: (short / "s").lstat().st_uid)
    (short / "link").symlink_to(short / "s")
    (short / "file").touch()
    assert is_ours(str(short / "s"))
    assert not is_ours(str(short / "link"))
    assert not is_ours(str(short / "file"))
    assert not is_ours(str(short / "none"))
    assert stat.S_ISSOCK((short / "s").lstat().st_mode)
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    assert not is_ours(str(short / "s"))
