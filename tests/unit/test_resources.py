"""Shipped files are found from a checkout and from an installed wheel, and a missing one is told."""

import subprocess
import sys
from pathlib import Path

import pytest

from assent import resources

GUI = Path(resources.__file__).parents[1]


def test_a_text_is_read_as_utf_8():
    assert resources.text("tools/bash.md").startswith("Execute a ${SHELL} command block.")


def test_a_file_is_found_below_folders():
    assert resources.resource("icons/assent.svg").read_bytes().lstrip().startswith(b"<")


@pytest.mark.parametrize("name", ["none", "tools", "tools/none.md", ""])
def test_what_is_not_shipped_is_a_damaged_installation(name: str):
    with pytest.raises(FileNotFoundError, match="the installation is damaged"):
        resources.resource(name)


def test_an_installed_package_brings_its_own(tmp_path: Path):
    package = tmp_path / "assent"
    (package / "_resources" / "tools").mkdir(parents=True)
    (package / "__init__.py").write_text('"""A wheel, unpacked."""\n')
    (package / "resources.py").write_text((GUI / "assent" / "resources.py").read_text())
    (package / "_resources" / "tools" / "bash.md").write_text("from the wheel")
    code = "from assent.resources import text; print(text('tools/bash.md'))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "from the wheel\n"


def test_the_files_of_a_folder_are_named():
    assert {"bash.md", "tasks.md"} & set(resources.names("tools"))
    assert "tabler" not in resources.names("icons")


def test_a_folder_that_is_not_shipped_is_a_damaged_installation():
    with pytest.raises(FileNotFoundError, match="the installation is damaged"):
        resources.names("none")
