"""Which starts need a display, which display there is, and who may look at a virtual one."""

import socket
import sys

import pytest

from unit.packaging.loading import load

display = load("display")


@pytest.mark.parametrize(
    "line", ["", "demo", "desktop", "--theme dark", "--theme dark demo", "demo --theme light"]
)
def test_a_start_that_opens_a_window(line: str) -> None:
    assert display.opens_window(line.split())


@pytest.mark.parametrize(
    "line",
    [
        "--headless",
        "--help",
        "-h",
        "--version",
        "demo --help",
        "run ls",
        "run -- demo",
        "schema",
        "mcp",
        "hook x",
    ],
)
def test_a_start_that_opens_none(line: str) -> None:
    assert not display.opens_window(line.split())


def test_wayland_and_offscreen_need_no_x() -> None:
    assert display.display_of({"WAYLAND_DISPLAY": "wayland-0"}) == "wayland"
    assert display.display_of({"QT_QPA_PLATFORM": "offscreen"}) == "none"
    assert display.display_of({"QT_QPA_PLATFORM": "offscreen:size=1x1", "DISPLAY": ""}) == "none"


def test_no_variable_means_no_display() -> None:
    assert display.display_of({}) is None


def test_a_display_on_another_machine_is_believed() -> None:
    assert display.display_of({"DISPLAY": "localhost:10.0"}) == "x"


@pytest.mark.skipif(sys.platform != "linux", reason="abstract sockets are Linux's")
def test_a_local_display_counts_only_if_its_server_answers() -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0/tmp/.X11-unix/X64321")
        server.listen()
        assert display.display_of({"DISPLAY": ":64321.0"}) == "x"
    assert display.display_of({"DISPLAY": ":64321.0"}) is None


def test_the_cookie_counts_for_every_display() -> None:
    cookie = bytes(range(16))
    assert display.cookie_file(cookie) == (
        b"\xff\xff" + b"\0\0" + b"\0\0" + b"\0\x12MIT-MAGIC-COOKIE-1" + b"\0\x10" + cookie
    )


def test_the_exit_code_of_the_program_is_handed_on() -> None:
    assert display.exit_code(7) == 7
    assert display.exit_code(-15) == 143
