"""Refuses the one pairing of Python and Qt that is known to abort."""

import re
import sys
from collections.abc import Sequence
from importlib import metadata


def problem(python: Sequence[int], pyside: str) -> str | None:
    """Say why this Python and this PySide6 cannot work together, or None when they can.

    PySide6 6.12.0 drops a reference to None in every void call; before Python 3.12 made None immortal, a
    window lives for some thousand calls.
    """
    if tuple(python[:2]) >= (3, 12) or numbers(pyside) < (6, 12, 0):
        return None
    return (
        f"PySide6 {pyside} aborts on Python {'.'.join(map(str, python[:3]))}. "
        "Install PySide6-Essentials older than 6.12, or use Python 3.12 or later."
    )


def numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version, so that 6.9 sorts before 6.12."""
    found = re.match(r"\d+(\.\d+)*", version)
    return tuple(int(part) for part in found.group().split(".")) if found else ()


def installed_problem() -> str | None:
    """Say why this process must not load Qt, or None; loads nothing of it."""
    try:
        return problem(sys.version_info[:3], metadata.version("PySide6-Essentials"))
    except metadata.PackageNotFoundError:
        return "PySide6 is not installed: the window needs it (pip install 'assent[desktop]')."


def require_sound() -> None:
    """End the program with a sentence when this process must not load Qt."""
    if told := installed_problem():
        raise SystemExit(f"assent: {told}")
