"""A pattern stands for the names that bash would put in its place."""

import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("there is no bash", allow_module_level=True)

from assent.host import expanding
from assent.host.expanding import expanded

NAMES = ("a.py", "b.py", "B.py", ".hidden.py", "c.txt", "x*y", "x1y", "[z]", "-n", "ä.py", "sp ace")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with odd names in it."""
    for name in NAMES:
        (tmp_path / name).touch()
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "e.py").touch()
    (tmp_path / "d" / ".f.py").touch()
    return tmp_path


@pytest.mark.parametrize(
    "pattern",
    [
        *("*.py", "*", "?.py", "[ab].py", "[!a].py", "[^a].py", ".*.py", "d/*", "*/*.py", "x\\*y", "x*y"),
        *("\\[z\\]", "[[]z]", "-*", "none*", "*\\ *", "./*.py", "d/../*.txt", "[a-c].*", "*/.f*", "?.p\\y"),
    ],
)
def test_it_is_what_bash_makes_of_it(folder: Path, pattern: str):
    block = f'shopt -s nullglob; for name in {pattern}; do printf "%s\\0" "$name"; done'
    done = subprocess.run(
        ["/bin/bash", "-c", block], cwd=folder, env={"LC_ALL": "C.UTF-8"}, capture_output=True, check=True
    )
    by_bash = {name.decode() for name in done.stdout.split(b"\0") if name}
    if not any(sign in pattern.replace("\\*", "").replace("\\[", "") for sign in "*?["):
        by_bash = {name for name in by_bash if (folder / name).exists()}
    names, more = expanded(pattern, str(folder), 100)
    assert ({name.removeprefix("./") for name in names}, more) == (
        {name.removeprefix("./") for name in by_bash},
        0,
    )
    assert list(names) == sorted(names)


def test_an_absolute_one_starts_at_the_root(folder: Path):
    assert expanded(f"{folder}/?.txt", "/nowhere", 10) == ((f"{folder}/c.txt",), 0)


def test_more_than_wanted_are_counted(folder: Path):
    names, more = expanded("*", str(folder), 3)
    assert (len(names), more) == (3, len(NAMES) - 1 + 1 - 3)


def test_a_pattern_over_everything_ends(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(expanding, "MOST_LOOKED_AT", 4)
    names, _ = expanded("*", str(folder), 100)
    assert len(names) <= 4


def test_no_folder_has_no_names():
    assert expanded("*", "/no/such/folder", 10) == ((), 0)
    assert expanded("*", "a\0b", 10) == ((), 0)
