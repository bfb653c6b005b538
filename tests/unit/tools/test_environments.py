"""A command's environment is the console's own, less some, and its figure is the same for the same."""

import sys
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("the modes of folders are those of POSIX", allow_module_level=True)

from assent.model.settings import EnvironmentSettings, ShellSettings
from assent.tools.environments import Environments
from builders import BASH


class Settings:
    """The settings of the moment."""

    def __init__(self) -> None:
        self.now = ShellSettings()

    def __call__(self) -> ShellSettings:
        return self.now

    def change(self, **fields: Any) -> None:
        self.now = self.now.model_copy(update=fields)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[str, str]:
    """Return a folder of PATH elsewhere, and one in the workspace."""
    for name in ("bin", "work/bin"):
        (tmp_path / name).mkdir(parents=True, mode=0o755)
    return str(tmp_path / "bin"), str(tmp_path / "work" / "bin")


def test_what_is_in_the_workspace_is_left_out_unless_the_person_wants_it(
    tmp_path: Path, folders: tuple[str, str]
):
    safe, inside = folders
    settings = Settings()
    made = Environments({"PATH": f"{inside}:{safe}:rel"}, BASH, settings)
    found = made.of(str(tmp_path / "work"), has_terminal=False)
    assert found.variables["PATH"] == safe
    assert [folder for folder, _ in found.search.left_out] == [inside, "rel"]
    assert made.of("/elsewhere", has_terminal=False).variables["PATH"] == f"{inside}:{safe}"
    settings.change(path_in_workspace=True)
    assert made.of(str(tmp_path / "work"), has_terminal=False).variables["PATH"] == f"{inside}:{safe}"


def test_the_figure_is_the_same_for_the_same_and_another_for_another(folders: tuple[str, str]):
    settings = Settings()
    made = Environments({"PATH": folders[0], "A": "1", "B": "2"}, BASH, settings)
    first = made.of("/w", has_terminal=False)
    assert made.of("/w", has_terminal=False) is first
    figures = {first.sha256, made.of("/w", has_terminal=True).sha256}
    settings.change(environment=EnvironmentSettings(deny=("B",)))
    figures.add(made.of("/w", has_terminal=False).sha256)
    figures.add(
        Environments({"PATH": folders[0], "A": "1", "B": "2"}, BASH, settings)
        .of("/w", has_terminal=False)
        .sha256
    )
    # Keyed: another console has another figure for the very same, and nobody can try values.
    assert len(figures) == 4


def test_a_call_is_marked_and_the_mark_is_not_in_the_figure(folders: tuple[str, str]):
    made = Environments({"PATH": folders[0]}, BASH, ShellSettings)
    found = made.of("/w", has_terminal=False)
    assert found.of_call("c1")["ASSENT_CALL_ID"] == "c1"
    assert found.of_call("c2") == {**found.of_call("c1"), "ASSENT_CALL_ID": "c2"}


def test_no_secret_is_printed(folders: tuple[str, str]):
    made = Environments({"PATH": folders[0], "PLAIN": "hunter2"}, BASH, ShellSettings)
    assert "hunter2" not in repr(made.of("/w", has_terminal=False))


def test_without_a_path_there_is_none():
    assert "PATH" not in Environments({}, BASH, ShellSettings).of("/w", has_terminal=False).variables
