"""Submodules are found in an index of each form that git writes."""

import shutil
import subprocess
from pathlib import Path

import pytest

from assent.host.git_index import Unreadable, submodules

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
LINK = "160000,1234567890123456789012345678901234567890"


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


@pytest.mark.parametrize("version", ["2", "3", "4"])
@pytest.mark.parametrize("names", [(), ("sub",), ("a/b/sub", "a/c", "z" * 300)])
def test_they_are_those_that_were_added(tmp_path: Path, version: str, names: tuple[str, ...]):
    git(tmp_path, "init", "--quiet")
    for name in ("a/file", "b", "c" * 130, "m/" * 40 + "n"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    git(tmp_path, "add", ".")
    for name in names:
        git(tmp_path, "update-index", "--add", "--cacheinfo", f"{LINK},{name}")
    if version == "3":  # which git writes only where it needs it
        (tmp_path / "later").touch()
        git(tmp_path, "add", "--intent-to-add", "later")
    else:
        git(tmp_path, "update-index", "--index-version", version)
    assert submodules((tmp_path / ".git" / "index").read_bytes()) == tuple(sorted(names))


def test_an_index_of_longer_names_of_objects_is_read_too(tmp_path: Path):
    git(tmp_path, "init", "--quiet", "--object-format=sha256")
    (tmp_path / "file").touch()
    git(tmp_path, "add", ".")
    git(tmp_path, "update-index", "--add", "--cacheinfo", f"160000,{'ab' * 32},sub")
    assert submodules((tmp_path / ".git" / "index").read_bytes()) == ("sub",)


@pytest.mark.parametrize(
    "data",
    [
        b"\0\0\xe0\0",
        b"DIRC\0\0\0\x09\0\0\0\x01\0\0\xe0\0",
        b"DIRC\0\0\0\x02\0\0\0\x09\0\0\xe0\0",
        b"DIRC\0\0\0\x04\0\0\0\x01" + b"\0\0\xe0\0" * 20,
    ],
)
def test_what_is_no_index_is_not_guessed_at(data: bytes):
    with pytest.raises(Unreadable):
        submodules(data)


def test_an_index_without_any_takes_one_look():
    assert submodules(b"no index, and nothing that could be one") == ()
