"""What stands in for missing paths is there as long as somebody needs it, and never takes anything along."""

import json
from pathlib import Path

import pytest

from assent.host.confining.placeholders import Placeholders


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a workspace."""
    made = tmp_path / "work"
    made.mkdir()
    return made


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Return where the account is kept."""
    return tmp_path / "placeholders.json"


def test_they_are_there_meanwhile_and_nothing_of_them_afterwards(folder: Path, ledger: Path):
    with Placeholders(ledger).held([str(folder / ".envrc"), str(folder / ".git")]):
        assert sorted(path.name for path in folder.iterdir() if path.is_dir()) == [".envrc", ".git"]
        noted = [json.loads(line) for line in ledger.read_text().splitlines()]
        assert noted == [str(folder / ".envrc"), str(folder / ".git")]
    assert list(folder.iterdir()) == []
    assert not ledger.exists()


def test_the_last_who_needs_one_takes_it_away(folder: Path, ledger: Path):
    placeholders, path = Placeholders(ledger), folder / ".envrc"
    first, second = placeholders.held([str(path)]), placeholders.held([str(path)])
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert path.is_dir()
    second.__exit__(None, None, None)
    assert not path.exists()


def test_what_is_there_already_is_no_placeholder_and_stays(folder: Path, ledger: Path):
    (folder / "b").write_text("mine")
    with pytest.raises(FileExistsError), Placeholders(ledger).held([str(folder / n) for n in "abc"]):
        pass
    assert [path.name for path in folder.iterdir()] == ["b"]
    assert (folder / "b").read_text() == "mine"
    assert not ledger.exists()


def test_an_empty_folder_that_was_there_already_stays(folder: Path, ledger: Path):
    (folder / "b").mkdir()
    with pytest.raises(FileExistsError), Placeholders(ledger).held([str(folder / "b")]):
        pass
    assert (folder / "b").is_dir()


@pytest.mark.parametrize("name", [".envrc", "commondir", "config.worktree"])
def test_what_somebody_made_of_one_meanwhile_stays(folder: Path, ledger: Path, name: str):
    path = folder / name
    with Placeholders(ledger).held([str(path)]):
        (path / "new" if path.is_dir() else path).write_text("by the person")
    assert path.exists()


def test_what_git_would_stumble_over_as_a_folder_is_a_file(folder: Path, ledger: Path):
    with Placeholders(ledger).held([str(folder / "commondir"), str(folder / "config.worktree")]):
        assert (folder / "commondir").read_text() == ".\n"
        assert (folder / "config.worktree").read_text() == ""
    assert list(folder.iterdir()) == []


def test_what_a_killed_console_left_is_taken_away_by_the_next(folder: Path, ledger: Path):
    for name in ("a", "b"):
        (folder / name).mkdir()
    (folder / "b" / "file").write_text("by the person")
    (folder / "commondir").write_text(".\n")
    paths = [str(folder / name) for name in ("a", "b", "commondir", "gone")]
    ledger.write_text("".join(f"{json.dumps(path)}\n" for path in paths))
    Placeholders(ledger)
    assert [path.name for path in folder.iterdir()] == ["b"]
    assert not ledger.exists()


@pytest.mark.parametrize("text", ["", "{", "null", "5"])
def test_a_broken_ledger_keeps_nobody_from_starting(folder: Path, ledger: Path, text: str):
    ledger.write_text(text)
    with Placeholders(ledger).held([str(folder / "a")]):
        assert (folder / "a").is_dir()
    assert list(folder.iterdir()) == []
