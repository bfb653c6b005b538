"""Every wall of the house stands, and falls down on whoever breaks through it."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from architecture.reading import ROOT

CONTRACTS = [
    contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
]
FLOORS, QT, QASYNC, DESKTOP, CLIENTS, CIRCLES = (
    "Floors: an import may only go down",
    "Only the desktop knows Qt",
    "Only the desktop's loop knows qasync",
    "The desktop speaks to the console and the model only",
    "Clients reach the console by socket only",
    "The rooms have no circles",
)
# The contract, the file that breaks it, the line that does.
BREACHES = [
    (FLOORS, "console/breach.py", "import assent.desktop.app"),
    (FLOORS, "console/breach.py", "import assent.clients.cli"),
    (FLOORS, "tools/breach.py", "import assent.console.calls"),
    (FLOORS, "execution/breach.py", "import assent.tools.tool"),
    (FLOORS, "host/breach.py", "import assent.journal.journal"),
    (FLOORS, "model/breach.py", "import assent.host.errors"),
    (FLOORS, "resources.py", "import assent.host.errors"),
    (FLOORS, "desktop/breach.py", "import assent.clients.line"),
    (FLOORS, "clients/breach.py", "import assent.desktop.app"),
    (FLOORS, "wire/breach.py", "import assent.policy.lexer"),
    (FLOORS, "policy/breach.py", "import assent.execution.flow"),
    (FLOORS, "execution/breach.py", "import assent.journal.journal"),
    (FLOORS, "journal/breach.py", "import assent.wire.messages"),
    (FLOORS, "model/breach.py", "import assent.resources"),
    (FLOORS, "resources.py", "import assent.model.frozen"),
    (FLOORS, "console/breach.py", "import assent.__main__"),
    (FLOORS, "attic/__init__.py", "import json"),
    (FLOORS, "attic.py", "import json"),
    *((QT, f"{room}/breach.py", "import PySide6.QtCore") for room in ("console", "model", "host", "clients")),
    (QT, "execution/breach.py", "import shiboken6"),
    (QT, "resources.py", "import PySide6"),
    (QASYNC, "desktop/breach.py", "import qasync"),
    (QASYNC, "console/breach.py", "import qasync"),
    (QASYNC, "__main__.py", "import qasync"),
    *(
        (DESKTOP, "desktop/breach.py", f"import assent.{module}")
        for module in (
            "tools.tool",
            "wire.messages",
            "policy.lexer",
            "execution.flow",
            "journal.journal",
            "host.errors",
        )
    ),
    *(
        (CLIENTS, "clients/breach.py", f"import assent.{module}")
        for module in (
            "console.calls",
            "tools.tool",
            "policy.lexer",
            "execution.flow",
            "journal.journal",
            "model.call",
        )
    ),
    (CIRCLES, "model/breach.py", "import assent.console.calls"),
]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Copy the package and its contracts."""
    shutil.copytree(ROOT / "gui", tmp_path / "gui", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint(root: Path) -> tuple[int, str]:
    """Run import-linter on the package below `root`; return its exit code and what it said."""
    command = "import sys; from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-cache", "--no-logo"],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root / "gui"), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_every_contract_is_kept():
    code, told = lint(ROOT)
    assert code == 0, told
    for name in CONTRACTS:
        assert f"{name} KEPT" in told


def test_every_contract_has_a_breach_that_proves_it():
    assert {name for name, _, _ in BREACHES} == set(CONTRACTS)


@pytest.mark.parametrize(
    ("name", "file", "line"), BREACHES, ids=[f"{file}: {line}" for _, file, line in BREACHES]
)
def test_a_breach_is_found_and_its_contract_named(copy: Path, name: str, file: str, line: str):
    path = copy / "gui" / "assent" / file
    path.parent.mkdir(exist_ok=True)
    path.touch()
    path.write_text(path.read_text() + f"\n{line}\n")
    code, told = lint(copy)
    assert code == 1, told
    assert f"{name} BROKEN" in told


def test_a_copy_without_a_breach_is_kept(copy: Path):
    code, told = lint(copy)
    assert code == 0, told
