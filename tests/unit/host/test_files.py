"""A file of settings is believed only when nobody else can have written it."""

import os
import sys
from pathlib import Path

import pytest

from assent.host.errors import UnsafePlace
from assent.host.files import check_root_owned, check_trusted, write_whole

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the profile's access list does this there")


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o400, 0o755])
def test_ours_alone_is_believed(tmp_path: Path, mode: int):
    (tmp_path / "f").touch()
    (tmp_path / "f").chmod(mode)
    check_trusted(tmp_path / "f")


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666, 0o777])
def test_what_others_may_write_is_not(tmp_path: Path, mode: int):
    (tmp_path / "f").touch()
    (tmp_path / "f").chmod(mode)
    with pytest.raises(UnsafePlace, match=f"{mode:04o}"):
        check_trusted(tmp_path / "f")


def test_what_another_user_owns_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "f").touch()
    owner = (tmp_path / "f").stat().st_uid
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    if owner == 0:
        check_trusted(tmp_path / "f")  # root may write everywhere anyway
    else:
        with pytest.raises(UnsafePlace, match="another user"):
            check_trusted(tmp_path / "f")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can give a file away")
def test_what_was_given_away_is_not(tmp_path: Path):
    (tmp_path / "f").touch()
    os.chown(tmp_path / "f", 65534, -1)
    with pytest.raises(UnsafePlace, match="65534"):
        check_trusted(tmp_path / "f")


def test_what_a_link_leads_to_counts(tmp_path: Path):
    (tmp_path / "f").touch(mode=0o600)
    (tmp_path / "f").chmod(0o666)
    (tmp_path / "link").symlink_to(tmp_path / "f")
    with pytest.raises(UnsafePlace):
        check_trusted(tmp_path / "link")


def test_a_missing_file_is_told_as_missing(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        check_trusted(tmp_path / "none")


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path):
    path = tmp_path / "f"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o600
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        write_whole(tmp_path / "folder", b"x")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["f", "folder"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_a_file_of_the_administrators_is_theirs_alone_and_so_is_its_folder(tmp_path: Path):
    folder, path = tmp_path / "etc", tmp_path / "etc" / "rules.toml"
    folder.mkdir(mode=0o755)
    path.write_text("")
    path.chmod(0o644)
    check_root_owned(path)
    link = tmp_path / "link.toml"
    link.symlink_to(path)
    check_root_owned(link)
    for spoil, mend in (
        (lambda: os.chown(path, 65534, -1), lambda: os.chown(path, 0, -1)),
        (lambda: path.chmod(0o666), lambda: path.chmod(0o644)),
        (lambda: folder.chmod(0o777), lambda: folder.chmod(0o755)),
        (lambda: os.chown(folder, 65534, -1), lambda: os.chown(folder, 0, -1)),
    ):
        spoil()
        with pytest.raises(UnsafePlace):
            check_root_owned(path)
        mend()
    os.chown(link, 65534, -1, follow_symlinks=False)
    with pytest.raises(UnsafePlace):
        check_root_owned(link)
