"""Programs are looked for only where nobody else can put one."""

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("the modes of folders are those of POSIX", allow_module_level=True)

from assent.host import search_path
from assent.host.search_path import SearchPaths, holds

ELSEWHERE = "it is in the folder that the agent works in"


def folder(root: Path, name: str, mode: int = 0o755) -> str:
    path = root / name
    path.mkdir(parents=True)
    path.chmod(mode)
    return str(path)


def why_not(path: str, *workspaces: str) -> str:
    found = SearchPaths().cleaned(path, workspaces)
    return found.left_out[0][1] if found.left_out else ""


def test_what_is_safe_stays_in_its_order(tmp_path: Path):
    a, b = folder(tmp_path, "a"), folder(tmp_path, "b")
    found = SearchPaths().cleaned(f"{b}:{a}:{b}")
    assert (found.value, found.folders, found.left_out) == (f"{b}:{a}", (b, a), ())


@pytest.mark.parametrize("relative", ["", ".", "bin", "./bin", "~/bin"])
def test_a_relative_folder_is_left_out(tmp_path: Path, relative: str):
    safe = folder(tmp_path, "a")
    found = SearchPaths().cleaned(f"{relative}:{safe}")
    assert (found.value, found.left_out) == (safe, ((relative, "it is relative"),))


def test_so_is_one_that_is_not_there_or_no_folder(tmp_path: Path):
    (tmp_path / "file").touch()
    assert why_not(f"{tmp_path}/none") == "it is not there"
    assert why_not(f"{tmp_path}/file") == "it is no folder"


def test_so_is_one_that_others_may_write_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    assert why_not(folder(tmp_path, "open", 0o777)) == "everybody may write to it"
    assert why_not(folder(tmp_path, "sticky", 0o1777)) == "everybody may write to it"
    monkeypatch.setattr(search_path, "_is_nobody_elses", lambda _group: False)
    assert why_not(folder(tmp_path, "group", 0o775)) == "a group may write to it"
    monkeypatch.setattr(search_path, "_is_nobody_elses", lambda _group: True)
    assert why_not(folder(tmp_path, "own", 0o775)) == ""


def test_so_is_one_of_another_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = folder(tmp_path, "a")
    mine = Path(path).stat().st_uid
    monkeypatch.setattr(search_path.os, "getuid", lambda: mine + 1)
    if mine == 0:
        assert why_not(path) == ""  # root may do all
    else:
        assert why_not(path) == "it belongs to another user"


def test_so_is_one_that_somebody_could_replace(tmp_path: Path):
    inside = folder(tmp_path, "open/bin")
    (tmp_path / "open").chmod(0o777)
    assert why_not(inside) == "everybody may write to it, above it"
    # Nobody takes away what is another's from a folder that is sticky, such as /tmp.
    (tmp_path / "open").chmod(0o1777)
    assert why_not(inside) == ""


def test_a_change_is_seen(tmp_path: Path):
    path, paths = folder(tmp_path, "a"), SearchPaths()
    assert paths.cleaned(path).folders == (path,)
    Path(path).chmod(0o777)
    assert paths.cleaned(path).folders == ()


def test_what_lies_in_the_workspace_is_left_out_links_followed(tmp_path: Path):
    inside = folder(tmp_path, "work/bin")
    (tmp_path / "link").symlink_to(inside)
    (tmp_path / "place").symlink_to(tmp_path / "work")
    assert why_not(inside, str(tmp_path / "work")) == ELSEWHERE
    assert why_not(inside, "", str(tmp_path / "place")) == ELSEWHERE
    assert why_not(str(tmp_path / "link"), str(tmp_path / "work")) == ELSEWHERE
    assert why_not(inside, str(tmp_path / "wor")) == ""


def test_whoever_works_in_the_home_keeps_what_is_below_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    inside = folder(tmp_path, ".local/bin")
    assert why_not(inside, str(tmp_path)) == ""
    assert why_not(inside, "/") == ""
    assert why_not(inside, str(tmp_path / ".local")) == ELSEWHERE


def test_a_group_of_its_own_is_nobody_elses():
    assert search_path._is_nobody_elses(0)
    assert not search_path._is_nobody_elses(987_654_321)


def test_a_folder_holds_itself_and_what_is_below():
    assert holds("/a", "/a")
    assert holds("/a", "/a/b")
    assert holds("/", "/a")
    assert not holds("/a", "/ab")
