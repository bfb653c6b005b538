"""Every file can be unpacked everywhere: Windows knows fewer names, and neither it nor macOS two cases."""

from collections import Counter
from pathlib import Path

import pytest

from assent.policy.profiles.profiles import Profiles

ROOT = Path(__file__).parents[2]
SHIPPED = ("gui", "packaging", "resources", "tests")
MADE = {"__pycache__", ".mypy_cache", ".ruff_cache"}
FORBIDDEN = frozenset('<>:"|?*\\') | frozenset(map(chr, range(32)))
DEVICES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{name}{number}" for name in ("com", "lpt") for number in range(10)),
}


def names() -> list[str]:
    """Return the paths of all shipped files and folders, as they are seen from the root."""
    found = (path.relative_to(ROOT) for folder in SHIPPED for path in (ROOT / folder).rglob("*"))
    return [path.as_posix() for path in found if MADE.isdisjoint(path.parts)]


def is_portable(name: str) -> bool:
    """Tell whether Windows can have a file of this name in a folder."""
    is_device = name.split(".", 1)[0].lower() in DEVICES
    return FORBIDDEN.isdisjoint(name) and not name.endswith((".", " ")) and not is_device


def test_no_name_is_one_that_windows_cannot_have():
    assert [name for name in names() if not is_portable(name.rsplit("/", 1)[-1])] == []


def test_no_two_names_differ_in_their_case_only():
    assert [name for name, count in Counter(map(str.lower, names())).items() if count > 1] == []


@pytest.mark.parametrize("name", [":.toml", "a?", "nul.txt", "COM1", "x.", "x ", 'a"b'])
def test_such_a_name_would_be_found(name: str):
    assert not is_portable(name)


def test_a_program_whose_name_no_file_can_have_has_its_profile_all_the_same():
    use = Profiles().use((":",))
    assert use is not None
    assert use.is_known
