"""Which packages are named on which system, and when anything may be installed."""

import io
import sys

import pytest

from unit.packaging.loading import load

machine = load("machine")

BOOKWORM = {"ID": "debian", "VERSION_CODENAME": "bookworm"}
TRIXIE = {"ID": "debian", "VERSION_CODENAME": "trixie"}
JAMMY = {"ID": "ubuntu", "ID_LIKE": "debian", "VERSION_CODENAME": "jammy", "UBUNTU_CODENAME": "jammy"}
NOBLE = {"ID": "ubuntu", "ID_LIKE": "debian", "VERSION_CODENAME": "noble", "UBUNTU_CODENAME": "noble"}
MINT_21 = {"ID": "linuxmint", "ID_LIKE": "ubuntu", "VERSION_CODENAME": "vera", "UBUNTU_CODENAME": "jammy"}
FEDORA = {"ID": "fedora"}
ALMA = {"ID": "almalinux", "ID_LIKE": "rhel centos fedora"}
ARCH = {"ID": "arch"}
UNKNOWN = {"ID": "plan9"}


def absent(_name: str) -> bool:
    return False


LACKING = machine.Need(absent, "libabsent.so.1", "libabsent1", "absent", "absent")


@pytest.mark.parametrize(
    ("release", "name"),
    [
        (BOOKWORM, "libglib2.0-0"),
        (JAMMY, "libglib2.0-0"),
        (MINT_21, "libglib2.0-0"),
        (TRIXIE, "libglib2.0-0t64"),
        (NOBLE, "libglib2.0-0t64"),
        (FEDORA, "glib2"),
        (ALMA, "glib2"),
        (ARCH, "glib2"),
    ],
)
def test_a_library_has_the_name_of_the_system(release: dict[str, str], name: str) -> None:
    assert machine.packages(machine.DESKTOP_LIBRARIES, release)[0] == name


def test_an_unknown_system_gets_no_invented_names() -> None:
    assert machine.packages(machine.DESKTOP_LIBRARIES, UNKNOWN) == []


def test_a_package_that_brings_two_libraries_is_named_once() -> None:
    assert machine.packages(machine.X_LIBRARIES, FEDORA).count("libxcb") == 1


def test_the_venv_package_is_that_of_the_running_python() -> None:
    assert machine.packages([machine.VENV], BOOKWORM) == [f"python3.{sys.version_info.minor}-venv"]


def test_what_is_there_needs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    here = machine.Need(machine.module, "json", "none", "none", "none")
    machine.ensure([here], yes=False)
    assert capsys.readouterr().err == ""


def test_without_a_terminal_and_without_yes_the_exact_command_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine.platform, "freedesktop_os_release", lambda: BOOKWORM)
    monkeypatch.setattr(machine.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(machine.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(SystemExit) as stopped:
        machine.ensure([LACKING], yes=False)
    command = "apt-get update && apt-get install --yes --no-install-recommends libabsent1"
    assert str(stopped.value).endswith(f"\n  {command}")
    assert "libabsent.so.1" in capsys.readouterr().err


def test_a_user_who_cannot_become_root_is_told_what_to_ask_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.platform, "freedesktop_os_release", lambda: BOOKWORM)
    monkeypatch.setattr(machine.shutil, "which", lambda name: None if name == "sudo" else f"/usr/bin/{name}")
    monkeypatch.setattr(machine.os, "geteuid", lambda: 1000, raising=False)
    with pytest.raises(SystemExit, match="sudo apt-get install --yes --no-install-recommends libabsent1"):
        machine.ensure([LACKING], yes=True)


def test_on_other_systems_a_missing_library_is_named_and_left_for_qt_to_judge(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine.platform, "freedesktop_os_release", lambda: FEDORA)
    library = machine.Need(machine.library, "libabsent.so.1", "libabsent1", "absent", "absent")
    machine.ensure([library], yes=False)
    assert "dnf install absent" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("environ", "answer"),
    [({}, False), ({"ASSENT_YES": "1"}, True), ({"CI": "true"}, True), ({"ASSENT_YES": "0"}, False)],
)
def test_only_two_variables_answer_yes(environ: dict[str, str], answer: bool) -> None:
    assert machine.agreed(environ) is answer


def test_nobody_at_a_terminal_means_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert machine.ask("Install?") is False
