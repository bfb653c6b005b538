"""The repository of a folder is the one that git would use, with all that git goes by in it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from assent.host.digests import Digests
from assent.host.repositories import Repositories, RepositoryFiles

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
AS_SOMEBODY = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home in which git finds nothing of this machine's."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return tmp_path / "home"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a fresh repository."""
    return made(tmp_path / "root")


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *AS_SOMEBODY, *words], cwd=folder, check=True, capture_output=True)


def made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet")
    git(folder, "commit", "--allow-empty", "--message", "x")
    return folder


def hook(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def found(folder: Path) -> RepositoryFiles:
    files = Repositories(Digests()).of(str(folder))
    assert files is not None
    return files


def names(files: RepositoryFiles) -> set[str]:
    return {entry.spelled for entry in files.entries}


def test_there_is_none_outside(tmp_path: Path):
    assert Repositories(Digests()).of(str(tmp_path)) is None


def test_it_is_found_from_below_and_through_links(root: Path, tmp_path: Path):
    (root / "a" / "b").mkdir(parents=True)
    (tmp_path / "link").symlink_to(root / "a")
    for folder in (root, root / "a" / "b", tmp_path / "link", root / ".git"):
        assert found(folder).root in (str(root), str(root / ".git"))
    assert found(root).problem == ""
    assert "core.repositoryformatversion" in names(found(root))


def test_a_bare_one_within_another_is_the_nearer(root: Path):
    """A folder of a checkout that looks like a repository is taken for one by git."""
    git(root, "init", "--quiet", "--bare", "deep/evil")
    git(root / "deep" / "evil", "config", "core.fsmonitor", "x")
    files = found(root / "deep" / "evil")
    assert files.root == str(root / "deep" / "evil")
    assert "core.fsmonitor" in names(files)


def test_a_linked_work_tree_has_the_settings_of_both(root: Path, tmp_path: Path):
    git(root, "worktree", "add", "--quiet", str(tmp_path / "other"))
    git(root, "config", "extensions.worktreeConfig", "true")
    git(tmp_path / "other", "config", "--worktree", "core.pager", "x")
    hook(root / ".git" / "hooks" / "pre-commit")
    files = found(tmp_path / "other")
    assert files.root == str(tmp_path / "other")
    assert {"core.pager", "extensions.worktreeconfig"} <= names(files)
    assert [path for path, _ in files.hooks] == [f"{root}/.git/hooks/pre-commit"]


def test_submodules_are_named_with_or_without_their_file(root: Path, tmp_path: Path):
    git(root, "submodule", "add", "--quiet", str(made(tmp_path / "lib")), "libs/lib")
    made(root / "own")
    git(root, "add", "own")
    assert set(found(root).submodules) == {"libs/lib", "own"}
    git(root, "update-index", "--split-index")
    assert set(found(root).submodules) == {"libs/lib", "own"}


def test_what_is_included_is_read_under_whatever_condition(root: Path, home: Path):
    (root / "inner.cfg").write_text("[core]\n\tfsmonitor = x\n[include]\n\tpath = more.cfg\n")
    (root / "more.cfg").write_text("[diff]\n\texternal = y\n")
    (home / "mine.cfg").write_text("[gpg]\n\tprogram = z\n")
    git(root, "config", "includeIf.onbranch:none.path", "../inner.cfg")
    git(root, "config", "include.path", "~/mine.cfg")
    assert {"core.fsmonitor", "diff.external", "gpg.program"} <= names(found(root))


def test_includes_that_go_round_or_too_deep_end(root: Path):
    (root / "a.cfg").write_text("[include]\n\tpath = a.cfg\n[x]\n\ty = 1\n")
    git(root, "config", "include.path", "../a.cfg")
    assert "x.y" in names(found(root))
    for number in range(40):
        (root / f"{number}.cfg").write_text(f"[include]\n\tpath = {number + 1}.cfg\n")
    (root / "a.cfg").write_text("[include]\n\tpath = 0.cfg\n")
    assert "includes too much" in found(root).problem


def test_hooks_are_those_that_git_would_run(root: Path, home: Path):
    hook(root / ".git" / "hooks" / "pre-push.sample")
    (root / ".git" / "hooks" / "notes").write_text("not executable")
    assert found(root).hooks == ()
    own = hook(root / ".git" / "hooks" / "post-index-change")
    assert [path for path, _ in found(root).hooks] == [own]
    theirs = hook(root / ".githooks" / "pre-commit")
    (home / ".gitconfig").write_text("[core]\n\thooksPath = .githooks\n")
    assert [path for path, _ in found(root).hooks] == [theirs]


@pytest.mark.parametrize(
    "change",
    [
        lambda root: git(root, "config", "remote.origin.url", "https://example.org/x"),
        lambda root: (root / ".gitattributes").write_text("* diff=x\n"),
        lambda root: (
            (root / ".git" / "info").mkdir(exist_ok=True)
            or (root / ".git" / "info" / "attributes").write_text("* filter=x\n")
        ),
        lambda root: hook(root / ".git" / "hooks" / "pre-commit"),
    ],
)
def test_any_change_makes_another_state(root: Path, change: object):
    repositories = Repositories(Digests())
    before = repositories.of(str(root))
    assert repositories.of(str(root)) == before
    change(root)  # type: ignore[operator]
    after = repositories.of(str(root))
    assert before is not None
    assert after is not None
    assert before.state != after.state


def test_it_is_not_read_again_while_it_is_as_it_was(root: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("assent.host.repositories.is_settled", lambda _found: True)
    repositories = Repositories(Digests())
    before = repositories.of(str(root))
    monkeypatch.setattr(repositories, "_read", lambda *_: pytest.fail("read again"))
    assert repositories.of(str(root)) is before


def test_what_cannot_be_read_is_a_problem(root: Path):
    (root / ".git" / "config").write_text("[core\n")
    assert "config" in found(root).problem
    (root / ".git" / "config").unlink()
    (root / ".git" / "config").mkdir()
    assert "it is no file" in found(root).problem


def test_a_folder_of_gits_own_can_be_named(root: Path):
    git(root, "config", "core.fsmonitor", "x")
    files = Repositories(Digests()).at(str(root / ".git"))
    assert "core.fsmonitor" in names(files)


def test_a_link_to_nowhere_is_no_reason_to_look_further(root: Path):
    (root / "inner").mkdir()
    (root / "inner" / ".git").write_text("gitdir: nowhere\n")
    assert found(root / "inner").root == str(root / "inner")
    os.truncate(root / "inner" / ".git", 0)
    assert found(root / "inner").root == str(root / "inner")
