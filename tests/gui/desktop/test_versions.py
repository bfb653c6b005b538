"""The pairing of Python and Qt that aborts is refused, and no other."""

import subprocess
import sys

import pytest

from assent.desktop import versions


@pytest.mark.parametrize("pyside", ["6.12.0", "6.12.0.1", "6.13.0", "7.0", "6.100.2"])
def test_a_qt_that_aborts_is_refused_with_a_sentence(pyside: str) -> None:
    told = versions.problem((3, 11, 7), pyside)
    assert told is not None
    assert pyside in told
    assert "3.11.7" in told


@pytest.mark.parametrize(
    ("python", "pyside"),
    [
        ((3, 11, 7), "6.11.3"),
        ((3, 11, 7), "6.9.1"),
        ((3, 12, 0), "6.12.0"),
        ((3, 14, 0), "7.0"),
        ((4, 0), "6.12"),
    ],
)
def test_a_sound_pairing_is_not_refused(python: tuple[int, ...], pyside: str) -> None:
    assert versions.problem(python, pyside) is None


def test_versions_are_compared_as_numbers() -> None:
    assert versions.numbers("6.9.1") < versions.numbers("6.12.0") < versions.numbers("6.12.1")


def test_what_is_installed_here_is_sound() -> None:
    assert versions.installed_problem() is None
    versions.require_sound()


def test_an_unsound_pairing_ends_the_program_before_qt_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "installed_problem", lambda: "it would abort")
    with pytest.raises(SystemExit, match="it would abort"):
        versions.require_sound()


def test_fifty_thousand_void_calls_survive() -> None:
    code = (
        "from PySide6.QtWidgets import QApplication, QWidget\n"
        "app = QApplication([])\nwidget = QWidget()\n"
        "for number in range(50_000): widget.setWindowTitle('x')\n"
        "print('alive')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr
