"""The only door to shipped files, from a checkout, an installed wheel or a frozen program."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

_PACKAGED = "_resources"  # where the wheel puts the folder (pyproject.toml, force-include)


def resource(name: str) -> Traversable:
    """Return the shipped file `name`, a path with slashes below `resources/`.

    Raises FileNotFoundError when there is none: a broken install is a bug to be told, not to be hidden.
    """
    for root in _roots():
        found = root.joinpath(*name.split("/"))
        if found.is_file():
            return found
    raise FileNotFoundError(f"Assent's resource {name!r} is missing: the installation is damaged")


def text(name: str) -> str:
    """Return the shipped text file `name`, decoded as UTF-8."""
    return resource(name).read_text(encoding="utf-8")


def names(folder: str) -> tuple[str, ...]:
    """Return the names of the shipped files in `folder`, a path with slashes below `resources/`.

    Raises FileNotFoundError as `resource` does.
    """
    for root in _roots():
        found = root.joinpath(*folder.split("/"))
        if found.is_dir():
            return tuple(sorted(file.name for file in found.iterdir() if file.is_file()))
    raise FileNotFoundError(f"Assent's resource {folder!r} is missing: the installation is damaged")


def _roots() -> tuple[Traversable, ...]:
    return (files(__package__) / _PACKAGED, Path(__file__).parents[2] / "resources")
