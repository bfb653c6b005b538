"""What a start asks of the system: nothing that it will not use."""

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from unit.packaging.loading import ROOT, load

SIBLINGS = ("interpreter", "display", "environment", "machine")


@pytest.fixture
def start() -> Iterator[ModuleType]:
    """The start script, whose siblings are found beside it, as Python does for a script."""
    folder = str(ROOT / "packaging")
    sys.path.insert(0, folder)
    try:
        yield load("start")
    finally:
        sys.path.remove(folder)
        for name in SIBLINGS:
            sys.modules.pop(name, None)


def names(start: ModuleType, shown: str | None, *, window: bool) -> set[str]:
    return {need.name for need in start.needs(shown, window=window)}


def test_a_start_without_a_window_asks_for_no_library(start: ModuleType) -> None:
    assert not any(".so." in name for name in names(start, "none", window=False))


def test_an_x_display_asks_for_its_libraries(start: ModuleType) -> None:
    assert {"libEGL.so.1", "libxcb-cursor.so.0"} <= names(start, "x", window=True)


def test_drawing_into_memory_asks_for_no_x_library(start: ModuleType) -> None:
    found = names(start, "none", window=True)
    assert "libEGL.so.1" in found
    assert "libxcb-cursor.so.0" not in found


def test_wayland_asks_for_its_own_libraries_only_if_those_of_x_are_not_whole(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent = start.machine.Need(lambda _name: False, "libabsent.so.1", "a", "a", "a")
    monkeypatch.setattr(start.machine, "X_LIBRARIES", ())
    assert "libwayland-client.so.0" not in names(start, "wayland", window=True)
    monkeypatch.setattr(start.machine, "X_LIBRARIES", (absent,))
    assert "libwayland-client.so.0" in names(start, "wayland", window=True)


def test_a_virtual_display_asks_for_its_server_only_if_there_is_none(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    for there in (True, False):
        server = start.machine.Need(lambda _name, there=there: there, "Xvfb", "xvfb", "x", "x")
        monkeypatch.setattr(start.machine, "XVFB", server)
        assert ("openbox" in names(start, None, window=True)) is not there


def test_a_finished_environment_needs_no_venv_module(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    for ready in (True, False):
        monkeypatch.setattr(start.environment, "is_ready", lambda _environment, ready=ready: ready)
        assert ("ensurepip" in names(start, "none", window=False)) is not ready
