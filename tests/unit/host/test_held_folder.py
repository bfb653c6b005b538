"""A folder that is held is the same one, whatever comes to its place."""

import errno
import sys
from contextlib import closing
from pathlib import Path

import pytest

from assent.host.held_folder import HeldFolder


def test_it_is_known_again_until_another_one_is_in_its_place(tmp_path: Path):
    (tmp_path / "a").mkdir()
    with closing(HeldFolder(str(tmp_path / "a"))) as held:
        held.check()
        (tmp_path / "a").rename(tmp_path / "b")
        with pytest.raises(FileNotFoundError):
            held.check()
        (tmp_path / "a").mkdir()
        with pytest.raises(OSError, match="another folder") as raised:
            held.check()
        assert raised.value.errno == errno.ESTALE
        assert held.identity == f"{(tmp_path / 'b').stat().st_dev}:{(tmp_path / 'b').stat().st_ino}"
        held.renew()
        held.check()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is known by its path and number")
def test_what_is_in_it_is_found_wherever_it_went(tmp_path: Path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x").write_text("here")
    with closing(HeldFolder(str(tmp_path / "a"))) as held:
        (tmp_path / "a").rename(tmp_path / "b")
        assert Path(held.place, "x").read_text() == "here"


def test_a_link_is_followed_and_a_file_is_none(tmp_path: Path):
    (tmp_path / "a").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "a")
    with closing(HeldFolder(str(tmp_path / "link"))) as held:
        assert held.inode == (tmp_path / "a").stat().st_ino
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match=r"file"):
        HeldFolder(str(tmp_path / "file"))


def test_once_let_go_its_path_is_all_that_is_left(tmp_path: Path):
    held = HeldFolder(str(tmp_path))
    held.close()
    held.close()
    assert held.place == str(tmp_path)
