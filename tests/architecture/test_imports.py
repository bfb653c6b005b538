"""What is imported when: no Qt outside of the desktop, and next to nothing in a client."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from architecture.reading import PACKAGE, SOURCES, module_of, name_of

BLOCKED = """
import importlib, json, sys

class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"PySide6", "qasync", "shiboken6"}:
            raise ImportError(f"{name} is on the other side of the wall")

sys.meta_path.insert(0, Wall())
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
print("in")
"""
LOADED = "import sys, json; import {module}; print(json.dumps(sorted(sys.modules)))"
# Standard library only, and of that not what costs: a hook is started for every command of an agent.
LIGHT = [path for name in ("cli.py", "line.py", "hook.py") if (path := PACKAGE / "clients" / name).exists()]
DEAR = {"asyncio", "pydantic", "pydantic_core", "psutil", "platformdirs", "PySide6", "sqlite3", "ssl"}


def run(code: str, *arguments: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everything_outside_of_the_desktop_is_imported_without_qt():
    other_system = {"endpoint_windows", "tree_job"} if sys.platform != "win32" else {"endpoint_posix"}
    names = [
        module_of(path)
        for path in SOURCES
        if PACKAGE / "desktop" not in path.parents and path.stem not in other_system
    ]
    assert len(names) > 40
    assert run(BLOCKED, json.dumps(names)) == "in\n"


def test_the_wall_of_that_test_stands():
    with pytest.raises(AssertionError, match="other side of the wall"):
        run(BLOCKED, json.dumps(["assent.desktop.app"]))


def test_the_command_line_and_its_protocol_are_there():
    assert {path.name for path in LIGHT} >= {"cli.py", "line.py"}


@pytest.mark.parametrize("path", LIGHT, ids=name_of)
def test_a_client_is_light(path: Path):
    loaded = set(json.loads(run(LOADED.format(module=module_of(path)))))
    roots = {name.partition(".")[0] for name in loaded}
    assert not roots & DEAR
    before = {name.partition(".")[0] for name in json.loads(run(LOADED.format(module="sys")))}
    # What a site's own .pth files load is there before us.
    assert roots - before <= sys.stdlib_module_names | {"assent"}


def test_the_command_itself_is_light():
    loaded = set(json.loads(run(LOADED.format(module="assent.__main__"))))
    assert not {name.partition(".")[0] for name in loaded} & (DEAR | {"argparse"})
