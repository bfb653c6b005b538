"""The person's settings: read from `settings.toml`, read again when it changes, strict while it is bad."""

from pathlib import Path

from assent.model.problem import FileProblem
from assent.model.settings import STRICT, Settings
from assent.policy.toml_file import TomlFile


class SettingsFile:
    """The settings in force."""

    def __init__(self, path: Path) -> None:
        """Keep settings in `path`; without the file the defaults hold."""
        self._file = TomlFile(path, parse=Settings.model_validate, missing=Settings())

    def settings(self) -> Settings:
        """Return the settings, after a look whether the file has changed; of a bad file nothing is obeyed."""
        settings = self._file.value()
        return settings if self.problem is None else STRICT

    @property
    def problem(self) -> FileProblem | None:
        """Why the file as it was last seen isn't in force, or None when it is."""
        return self._file.problem
