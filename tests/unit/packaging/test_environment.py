"""What the environments of both commands promise, as far as it shows without installing anything."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from unit.packaging.loading import ROOT, load

environment = load("environment")

CONSTRAINTS = """\
# Written by a program.
# for: base dev
pydantic==2 \\
    --hash=sha256:aa \\
    --hash=sha256:ab
# for: desktop
qasync==0.28 ; sys_platform == 'linux' \\
    --hash=sha256:bb
# for: dev
ruff==1 \\
    --hash=sha256:cc
"""
PYPROJECT = """\
[build-system]
requires = ["hatchling"]
[project]
name = "assent"
[tool.ruff]
line-length = 100
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the two files that decide what is installed; its name has a space."""
    root = tmp_path / "a checkout"
    (root / "packaging").mkdir(parents=True)
    (root / "packaging" / "constraints.txt").write_text(CONSTRAINTS)
    (root / "pyproject.toml").write_text(PYPROJECT)
    return root


def finish(folder: Path, key: str, *sets: str) -> None:
    """Leave what a finished install leaves."""
    python = environment.Environment(folder, sets).python
    python.parent.mkdir(parents=True)
    python.touch()
    (folder / environment.FINISHED).write_text(json.dumps({"key": key, "sets": sets}))


def test_a_set_gets_its_own_versions_with_all_their_hashes() -> None:
    assert environment.pinned(CONSTRAINTS, {"base"}) == (
        "pydantic==2 \\\n    --hash=sha256:aa \\\n    --hash=sha256:ab\n"
    )


def test_sets_are_joined_and_keep_their_markers() -> None:
    joined = environment.pinned(CONSTRAINTS, {"base", "desktop"})
    assert "pydantic==2 " in joined
    assert "qasync==0.28 ; sys_platform == 'linux' " in joined
    assert "ruff" not in joined


def test_an_unchanged_environment_stands(tmp_path: Path) -> None:
    finish(tmp_path / ".venv", "key", "base", "dev")
    assert environment.stands(environment.Environment(tmp_path / ".venv", ("base",)), "key")


@pytest.mark.parametrize(("sets", "key"), [(("base", "mcp"), "key"), (("base",), "another key")])
def test_an_environment_with_less_or_other_versions_does_not_stand(
    tmp_path: Path, sets: tuple[str, ...], key: str
) -> None:
    finish(tmp_path / ".venv", "key", "base", "dev")
    assert not environment.stands(environment.Environment(tmp_path / ".venv", sets), key)


def test_an_interrupted_install_is_noticed(tmp_path: Path) -> None:
    finish(tmp_path / ".venv", "key", "base")
    (tmp_path / ".venv" / environment.UNFINISHED).touch()
    assert environment.installed_sets(tmp_path / ".venv", "key") == set()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"key": "key"}', '{"key": "key", "sets": 3}'])
def test_a_damaged_record_counts_as_nothing_installed(tmp_path: Path, text: str) -> None:
    (tmp_path / environment.FINISHED).write_text(text)
    assert environment.installed_sets(tmp_path, "key") == set()


def test_an_environment_whose_python_is_gone_does_not_stand(tmp_path: Path) -> None:
    wanted = environment.Environment(tmp_path / ".venv", ("base",))
    finish(wanted.folder, "key", "base")
    wanted.python.unlink()
    assert not environment.stands(wanted, "key")


def test_other_constraints_ask_for_a_new_install(checkout: Path) -> None:
    before = environment.fingerprint(checkout)
    (checkout / "packaging" / "constraints.txt").write_text(CONSTRAINTS.replace("ruff==1", "ruff==2"))
    assert environment.fingerprint(checkout) != before


def test_another_dependency_asks_for_a_new_install_but_a_lint_option_does_not(checkout: Path) -> None:
    before = environment.fingerprint(checkout)
    (checkout / "pyproject.toml").write_text(PYPROJECT.replace("100", "110"))
    assert environment.fingerprint(checkout) == before
    (checkout / "pyproject.toml").write_text(PYPROJECT.replace("assent", "assent-2"))
    assert environment.fingerprint(checkout) != before


def test_a_moved_checkout_asks_for_a_new_install(checkout: Path) -> None:
    before = environment.fingerprint(checkout)
    moved = checkout.rename(checkout.with_name("moved"))
    assert environment.fingerprint(moved) != before


def test_the_constraints_name_no_host_and_hash_every_version() -> None:
    text = (ROOT / "packaging" / "constraints.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert "index" not in text.replace("--hash", "").lower().replace("sortedcontainers", "")
    entries = text.split(environment.SETS_LINE)[1:]
    assert all("--hash=sha256:" in entry for entry in entries)


def test_each_set_that_an_environment_asks_for_is_in_the_constraints() -> None:
    text = (ROOT / "packaging" / "constraints.txt").read_text(encoding="utf-8")
    for each in (environment.DESKTOP, environment.CHECKS, environment.WITHOUT_QT):
        for name in each.sets:
            assert environment.pinned(text, {name})


def test_the_environment_without_qt_has_no_qt() -> None:
    text = (ROOT / "packaging" / "constraints.txt").read_text(encoding="utf-8")
    found = environment.pinned(text, set(environment.WITHOUT_QT.sets)).lower()
    assert "pydantic==" in found
    assert "pytest==" in found
    assert "pyside" not in found
    assert "qt" not in found


def test_a_python_that_is_new_enough_goes_on() -> None:
    code = "import interpreter; interpreter.require_new_enough(); print('on')"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "packaging", capture_output=True, text=True, check=True
    )
    assert done.stdout == "on\n"


def test_a_python_that_is_too_old_says_so_when_there_is_no_newer_one(tmp_path: Path) -> None:
    code = "import sys; sys.version_info = (3, 9, 2); import interpreter; interpreter.require_new_enough()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT / "packaging",
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Assent needs Python 3.11 or newer. This is Python 3.9.2" in done.stderr
