"""The settings have defaults, and strict ones for when nobody knows what the person wants."""

import pytest
from pydantic import ValidationError

from assent.model.confinement import Profile
from assent.model.settings import (
    STRICT,
    BackgroundSettings,
    EnvironmentSettings,
    Settings,
    ShellSettings,
    ToolsSettings,
)


def test_by_default_secrets_are_left_out():
    assert Settings().tools.shell.environment == EnvironmentSettings(secrets="on", allow=(), deny=())


def test_the_strict_settings_allow_nothing_of_their_own():
    assert STRICT.tools.shell.environment == EnvironmentSettings(secrets="strict", allow=(), deny=())


def test_supervision_changes_nothing_unless_more_is_asked_for_and_is_the_strongest_in_doubt():
    assert Settings().tools.shell.supervision == "auto"
    assert ShellSettings(supervision="namespace").supervision == "namespace"
    assert STRICT.tools.shell.supervision == "strongest"


@pytest.mark.parametrize("number", [-1, 1_001, 4.0, "4", True])
def test_background_tasks_are_four_or_a_sane_number(number: object):
    assert Settings().tools.shell.background.most_running == 4
    assert BackgroundSettings(most_running=0).most_running == 0
    with pytest.raises(ValidationError):
        BackgroundSettings.model_validate({"most_running": number})


@pytest.mark.parametrize("name", ["", "A=B", "A\0", "x" * 201])
def test_what_cannot_be_a_variables_name_is_refused(name: str):
    with pytest.raises(ValidationError):
        EnvironmentSettings(allow=(name,))


def test_commands_are_not_confined_unless_that_is_asked_for_and_to_their_workspace_in_doubt():
    assert Settings().tools.shell.confinement == "off"
    assert STRICT.tools.shell.confinement == "workspace"


def test_the_confinement_may_be_a_profile_of_the_persons():
    online = Profile(base="workspace", network=True)
    tools = ToolsSettings(shell=ShellSettings(confinement="online"))
    assert Settings(tools=tools, confinement={"online": online}).confinement["online"] == online
    with pytest.raises(ValidationError, match="There is no confinement profile `online`"):
        Settings(tools=tools)
    with pytest.raises(ValidationError, match="it is built in"):
        Settings(confinement={"off": online})
