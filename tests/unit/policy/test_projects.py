"""A project's rules are those on the way up to its root, and trusted only as they were looked at."""

from pathlib import Path

import pytest

from assent.policy.projects import Projects, TrustedFiles

RULES = '[[rule]]\ncommand = "ls"\ndecision = "allow"\n'


def place(folder: Path) -> Path:
    """Give a folder rules."""
    (folder / ".assent").mkdir(parents=True)
    path = folder / ".assent" / "rules.toml"
    path.write_text(RULES)
    path.chmod(0o600)
    return path


@pytest.fixture
def projects(tmp_path: Path) -> Projects:
    """Return projects of which none is trusted."""
    return Projects(TrustedFiles(tmp_path / "trusted.json").known)


def found(projects: Projects, folder: Path) -> list[Path]:
    return [layer.path for layer in projects.layers_for(str(folder))]


def test_the_way_goes_up_to_the_root_of_the_repository(tmp_path: Path, projects: Projects):
    outer, root, inner = (place(tmp_path / name) for name in ("a", "a/b", "a/b/c/d"))
    (tmp_path / "a" / "b" / ".git").touch()  # a file, as that of a work tree is
    assert found(projects, tmp_path / "a/b/c/d/e") == [inner, root]
    assert found(projects, tmp_path / "a") == [outer]
    assert found(projects, tmp_path) == []
    assert projects.layers_for("") == ()


def test_a_link_to_a_folder_is_followed(tmp_path: Path, projects: Projects):
    path = place(tmp_path / "a")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    assert found(projects, tmp_path / "link") == [path]


def test_rules_that_are_gone_are_forgotten(tmp_path: Path, projects: Projects):
    path = place(tmp_path / "a")
    [layer] = projects.layers_for(str(tmp_path / "a"))
    assert len(layer.book().rules) == 1
    path.unlink()
    assert projects.layers_for(str(tmp_path / "a"))[0].book().rules == ()


def test_trust_is_of_what_was_looked_at_and_is_kept(tmp_path: Path):
    path = place(tmp_path / "a")
    trusted = TrustedFiles(tmp_path / "trusted.json")
    projects = Projects(trusted.known)
    [layer] = projects.layers_for(str(tmp_path / "a"))
    assert projects.untrusted() == ((str(path), layer.sha256),)
    trusted.trust(*projects.untrusted()[0])
    assert projects.may_allow(layer)
    again = TrustedFiles(tmp_path / "trusted.json")
    assert again.known() == {str(path): layer.sha256}
    again.trust(str(path), "")
    assert TrustedFiles(tmp_path / "trusted.json").known() == {}
    again.trust(str(path), "")


@pytest.mark.parametrize("text", ["", "[", "[]", '{"a": 1}'])
def test_what_cannot_be_read_trusts_nothing(tmp_path: Path, text: str):
    (tmp_path / "t.json").write_text(text)
    (tmp_path / "t.json").chmod(0o600)
    assert TrustedFiles(tmp_path / "t.json").known() == {}


def test_what_others_may_write_trusts_nothing(tmp_path: Path):
    (tmp_path / "t.json").write_text('{"a": "b"}')
    (tmp_path / "t.json").chmod(0o666)
    assert TrustedFiles(tmp_path / "t.json").known() == {}


def test_a_bad_file_is_told_until_it_is_gone(tmp_path: Path, projects: Projects):
    path = place(tmp_path / "a")
    path.write_text("x = 1\n")
    projects.layers_for(str(tmp_path / "a"))
    assert projects.problem is not None
    path.unlink()
    assert projects.problem is None
