"""Places are protected whether they are there or not, and what cannot be protected is refused."""

import os
from pathlib import Path

import pytest

from assent.host.confining import places
from assent.host.confining.places import Access, Areas, areas, is_below
from assent.host.errors import Unconfinable
from assent.model.confinement import Profile

WORKSPACE, READ_ONLY = Profile(base="workspace"), Profile(base="read-only")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home folder with a workspace in it."""
    home = tmp_path.resolve() / "home"
    (home / "work").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    # The tests' folders are below /tmp, of which nothing would be seen and so nothing had to be hidden.
    monkeypatch.setattr(places, "PRIVATE", ("/var/tmp", "/run"))
    return home


def found(profile: Profile, folder: Path, own: Path | None = None) -> Areas:
    return areas(profile, str(folder), [] if own is None else [str(own)])


def accesses(areas: Areas, folder: Path) -> dict[str, str]:
    """Return the places in a folder by their names in it."""
    return {
        os.path.relpath(path, folder): access.value
        for path, access in areas.places.items()
        if is_below(path, str(folder))
    }


def test_below_is_a_matter_of_whole_names():
    assert is_below("/a/b", "/a")
    assert is_below("/a", "/a")
    assert is_below("/a", "/")
    assert not is_below("/ab", "/a")


def test_of_a_workspace_git_and_what_runs_by_itself_is_protected_though_missing(home: Path):
    areas = found(WORKSPACE, home / "work")
    assert accesses(areas, home / "work") == {
        ".": "write",
        **dict.fromkeys(
            [".git", ".envrc", ".vscode", ".idea", ".devcontainer", ".mcp.json", ".claude", ".codex"], "read"
        ),
        **dict.fromkeys([".cursor", ".gemini"], "read"),
    }
    assert {str(home / "work" / name) for name in (".git", ".envrc", ".mcp.json")} <= {*areas.missing()}


def test_a_folder_on_the_way_is_a_mount_of_its_own_so_that_it_cannot_be_renamed(home: Path):
    (home / "work" / ".git" / "hooks").mkdir(parents=True)
    (home / "work" / ".git" / "config").touch()
    areas = found(WORKSPACE, home / "work")
    git = accesses(areas, home / "work" / ".git")
    assert git == {
        ".": "write",
        **dict.fromkeys(["hooks", "config", "config.worktree", "commondir", "modules"], "read"),
    }
    missing = {Path(path).name for path in areas.missing()}
    assert {"config.worktree", "commondir", "modules"} <= missing
    assert not {"hooks", "config", ".git"} & missing


def test_in_a_worktree_git_is_a_file_and_protected_as_one(home: Path):
    (home / "work" / ".git").write_text("gitdir: /elsewhere")
    assert accesses(found(WORKSPACE, home / "work"), home / "work" / ".git") == {".": "read"}


def test_a_git_folder_without_a_tree_is_protected_too(home: Path):
    for name in ("objects", "hooks"):
        (home / "work" / name).mkdir()
    for name in ("HEAD", "config"):
        (home / "work" / name).touch()
    protected = accesses(found(WORKSPACE, home / "work"), home / "work")
    assert protected["hooks"] == protected["config"] == "read"


def test_a_symbolic_link_that_could_be_replaced_refuses_the_workspace(home: Path):
    (home / "work" / ".envrc").symlink_to("/etc/passwd")
    with pytest.raises(Unconfinable, match=r"\.envrc` is a symbolic link"):
        found(WORKSPACE, home / "work")
    kept = Profile(base="workspace", writable=(str(home / "work" / "x"),))
    with pytest.raises(Unconfinable, match="is not there"):
        found(kept, home / "work")


def test_a_symbolic_link_inside_of_git_makes_all_of_it_read_only(home: Path):
    (home / "work" / ".git").mkdir()
    (home / "work" / ".git" / "hooks").symlink_to("../hooks")
    assert accesses(found(WORKSPACE, home / "work"), home / "work" / ".git")["."] == "read"


def test_what_the_person_names_writable_is_not_protected(home: Path):
    (home / "work" / ".vscode").mkdir()
    areas = found(Profile(base="workspace", writable=(".vscode",)), home / "work")
    assert accesses(areas, home / "work")[".vscode"] == "write"


def test_what_the_person_protects_and_hides_is(home: Path):
    (home / "work" / "src").mkdir()
    (home / "work" / "keys").mkdir()
    profile = Profile(base="workspace", protected=("src", "new/deep"), hidden=("keys", "~/diary"))
    (home / "diary").touch()
    areas = found(profile, home / "work")
    mine = accesses(areas, home / "work")
    assert (mine["src"], mine["new"], mine["keys"]) == ("read", "read", "none")
    assert areas.places[str(home / "diary")] is Access.NONE
    assert str(home / "work" / "new") in areas.missing()


def test_secrets_and_the_consoles_own_are_hidden_unless_the_person_shows_them(home: Path):
    for name in (".ssh", ".aws", "state"):
        (home / name).mkdir()
    areas = found(WORKSPACE, home / "work", own=home / "state")
    for name in (".ssh", ".aws", "state"):
        assert areas.places[str(home / name)] is Access.NONE
    shown = found(Profile(base="workspace", readable=("~/.aws",)), home / "work", own=home / "state")
    assert {*areas.places} - {*shown.places} == {str(home / ".aws")}


def test_what_is_hidden_may_not_come_into_being_where_the_command_may_write(home: Path):
    areas = found(WORKSPACE, home / "work", own=home / "work" / "own" / "state")
    assert areas.places[str(home / "work" / "own")] is Access.READ
    assert str(home / "work" / "own") in areas.missing()


def test_what_a_private_folder_hides_is_not_hidden_again(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(places, "PRIVATE", (str(home),))
    (home / ".ssh").mkdir()
    (home / "work" / "own").mkdir()
    areas = found(READ_ONLY, home / "work", own=home / "work" / "own")
    assert accesses(areas, home) == {"work": "read", "work/own": "none"}


def test_what_lies_in_a_private_folder_can_be_shown(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(places, "PRIVATE", (str(home),))
    (home / "tools").mkdir()
    areas = found(Profile(base="read-only", readable=("~/tools", "~/gone")), home / "work")
    assert accesses(areas, home) == {"work": "read", "tools": "read"}


def test_what_stands_in_for_another_command_is_missing_all_the_same(home: Path):
    (home / "work" / ".git").mkdir()
    git = str(home / "work" / ".git")
    areas_then = areas(WORKSPACE, str(home / "work"), [], {git})
    assert accesses(areas_then, home / "work" / ".git") == {".": "read"}
    assert git in areas_then.missing()


def test_read_only_writes_nowhere(home: Path):
    areas = found(READ_ONLY, home / "work")
    assert Access.WRITE not in areas.places.values()
    assert areas.missing() == []


def test_a_link_to_a_folder_is_the_folder(home: Path):
    (home / "link").symlink_to(home / "work")
    assert found(WORKSPACE, home / "link").folder == str(home / "work")


@pytest.mark.parametrize("folder", ["/", "/tmp", "/run", "/var", "/proc/self", "/sys", "/dev/shm"])
def test_a_folder_of_the_system_is_no_workspace(folder: str):
    with pytest.raises(Unconfinable, match="cannot be a workspace"):
        found(WORKSPACE, Path(folder))


def test_the_home_and_what_holds_it_is_no_workspace(home: Path):
    for folder in (home, home.parent):
        with pytest.raises(Unconfinable, match="whole home folder"):
            found(WORKSPACE, folder)


def test_neither_is_a_hidden_folder_nor_git_itself(home: Path):
    (home / ".ssh" / "deep").mkdir(parents=True)
    (home / "work" / ".git" / "hooks").mkdir(parents=True)
    with pytest.raises(Unconfinable, match="is hidden"):
        found(WORKSPACE, home / ".ssh" / "deep")
    with pytest.raises(Unconfinable, match="git's own"):
        found(WORKSPACE, home / "work" / ".git" / "hooks")


def test_neither_is_what_holds_the_sockets_of_the_session(home: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(home / "work" / "run"))
    with pytest.raises(Unconfinable, match="sockets of other programs"):
        found(WORKSPACE, home / "work")


def test_a_folder_that_went_away_is_none(home: Path):
    with pytest.raises(Unconfinable, match="is not there"):
        found(WORKSPACE, home / "gone")
