"""The places on disk: the system's conventions, or a place of one's own for a trial; private either way."""

import os
import stat
import sys
from pathlib import Path

import pytest

from assent.host.folders import Folders, make_private

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes are of POSIX")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other conventions")
def test_the_conventions_of_the_system_are_followed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_STATE_HOME", "/x/state")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/x/config")
    monkeypatch.setenv("ASSENT_SOCKET", "/x/s")
    assert Folders.of_this_user() == Folders(
        "/x/s", Path("/x/state/assent"), Path("/x/config/assent"), Path("/etc/assent")
    )


def test_a_trial_shares_nothing_with_the_user(tmp_path: Path):
    folders = Folders.below(tmp_path)
    places = (Path(folders.address), folders.state, folders.configuration, folders.managed)
    assert all(place.is_relative_to(tmp_path) for place in places)
    assert len(set(places)) == 4


@posix
@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_a_new_folder_is_private(tmp_path: Path, umask: int):
    before = os.umask(umask)
    try:
        made = make_private(tmp_path / "a" / "b")
    finally:
        os.umask(before)
    assert stat.S_IMODE(made.stat().st_mode) == 0o700


@posix
def test_a_folder_of_ours_that_was_open_is_closed(tmp_path: Path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o755)
    assert stat.S_IMODE(make_private(tmp_path / "open").stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_refused(tmp_path: Path):
    (tmp_path / "theirs").mkdir()
    os.chown(tmp_path / "theirs", 65534, -1)
    with pytest.raises(PermissionError):
        make_private(tmp_path / "theirs")


def test_a_file_in_the_place_is_refused(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        make_private(tmp_path / "file")
