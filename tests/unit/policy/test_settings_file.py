"""The settings are those of the file, the defaults without one, and the strict ones while it is bad."""

from pathlib import Path

import pytest

from assent.model.settings import STRICT, EnvironmentSettings, Settings
from assent.policy.settings_file import SettingsFile

GOOD = '[tools.shell.environment]\nsecrets = "off"\nallow = ["GH_*"]\ndeny = ["AWS_*"]\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the settings are to be."""
    return tmp_path / "settings.toml"


def write(path: Path, text: str, mode: int = 0o600) -> None:
    new = path.with_name("new")
    new.write_text(text)
    new.chmod(mode)
    new.replace(path)


def test_without_a_file_the_defaults_hold(path: Path):
    file = SettingsFile(path)
    assert (file.settings(), file.problem) == (Settings(), None)


def test_what_the_file_says_holds(path: Path):
    write(path, GOOD)
    settings = SettingsFile(path).settings().tools.shell.environment
    assert settings == EnvironmentSettings(secrets="off", allow=("GH_*",), deny=("AWS_*",))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[tools.shell.enviroment]\n", "tools.shell.enviroment: unknown field"),
        ("[tool.shell]\n", "tool: unknown field"),
        (GOOD + "alow = []\n", "tools.shell.environment.alow: unknown field"),
        ('[tools.shell.environment]\nsecrets = "no"\n', "tools.shell.environment.secrets: "),
        ("[tools.shell.environment]\nsecrets = false\n", "tools.shell.environment.secrets: "),
        ('[tools.shell.environment]\nallow = "PATH"\n', "tools.shell.environment.allow: "),
        ('[tools.shell.environment]\ndeny = ["A", ""]\n', "tools.shell.environment.deny.2: "),
        ('[tools.shell.environment]\ndeny = ["A=1"]\n', "tools.shell.environment.deny.1: "),
        (
            '[tools.shell]\nconfinement = "x"\n',
            "tools.shell.confinement: There is no confinement profile `x`",
        ),
        ('[confinement.workspace]\nbase = "workspace"\n', "confinement.workspace: it is built in"),
        ('[confinement.a]\nbase = "bwrap"\n', "confinement.a.base: "),
        ('[confinement.a]\nbase = "docker"\n', "confinement.a: Value error, image: `docker` needs one"),
        ('[confinement.a]\nbase = "workspace"\nwriteable = []\n', "confinement.a.writeable: unknown field"),
        ('[confinement.a]\nbase = "workspace"\nhidden = ["../x"]\n', "confinement.a.hidden.1: "),
        ("tools =\n", "Invalid value"),
    ],
)
def test_of_a_bad_file_nothing_is_obeyed_and_the_strict_settings_hold(path: Path, text: str, told: str):
    write(path, GOOD)
    file = SettingsFile(path)
    assert file.settings() != STRICT
    write(path, text)
    assert file.settings() == STRICT
    assert file.problem is not None
    assert told in file.problem.message
    write(path, GOOD)
    assert file.settings().tools.shell.environment.secrets == "off"
    assert file.problem is None


def test_a_file_that_others_may_write_is_a_bad_one(path: Path):
    write(path, GOOD, 0o666)
    file = SettingsFile(path)
    assert file.settings() == STRICT
    assert file.problem is not None
