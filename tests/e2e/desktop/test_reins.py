"""A person holds the reins of a running command by hand: its time, its pace, its end, and what it asks."""

import shlex
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from waiting import processes_with, until_now

# How long a request must have been on the screen before Approve works, and a little more.
ARMED_AFTER_S = 0.9
SECRET = "zebra-4711-Qx"
# Asks twice as programs do that want to be sure; says no more of it than how long it is.
ASKS = "import getpass; print('length', len(getpass.getpass('Secret: ')))"


def approve(desktop):
    desktop.modal()
    time.sleep(ARMED_AFTER_S)
    desktop.screen.key("ctrl+Return")
    desktop.no_modal()
    desktop.to_front()


def deeds(desktop):
    """Return what is on record as done to commands."""
    state = Path(desktop.screen.environment["XDG_STATE_HOME"]) / "assent" / "journal.sqlite3"
    with closing(sqlite3.connect(state)) as journal:
        return [row[0] for row in journal.execute("SELECT kind FROM interventions ORDER BY number")]


def test_a_minute_more_comes_by_keys(desktop):
    with desktop.run("--timeout", "4", "echo up; sleep 5; echo still there") as client:
        approve(desktop)
        assert client.stdout.readline() == b"up\n"
        desktop.screen.key("ctrl+shift+m")
        out, _ = client.communicate(timeout=20)
        assert (client.returncode, out) == (0, b"still there\n")
    assert deeds(desktop) == ["extended"]


def test_a_command_is_paused_and_goes_on(desktop):
    with desktop.run("echo up; sleep 300.625") as client:
        approve(desktop)
        assert client.stdout.readline() == b"up\n"
        (sleeping,) = until_now(lambda: processes_with("300.625"))
        desktop.screen.key("ctrl+shift+p")
        until_now(lambda: sleeping.status() == psutil.STATUS_STOPPED)
        desktop.screen.key("ctrl+shift+p")
        until_now(lambda: sleeping.status() == psutil.STATUS_SLEEPING)
        desktop.screen.key("ctrl+shift+k")
        assert client.wait(20) == 143
        until_now(lambda: not processes_with("300.625"))
    assert deeds(desktop) == ["paused", "resumed", "killed"]


def test_an_interrupt_is_the_commands_own_affair(desktop):
    with desktop.run("trap 'echo caught; exit 5' INT; echo up; while :; do sleep 0.1; done") as client:
        approve(desktop)
        assert client.stdout.readline() == b"up\n"
        desktop.screen.key("ctrl+shift+i")
        out, _ = client.communicate(timeout=20)
        assert (client.returncode, out) == (5, b"caught\n")


def test_stop_asks_before_it_kills(desktop):
    with desktop.run("trap 'echo tidied; exit 0' TERM; echo up; while :; do sleep 0.1; done") as client:
        approve(desktop)
        assert client.stdout.readline() == b"up\n"
        desktop.screen.key("ctrl+shift+s")
        out, _ = client.communicate(timeout=20)
        assert (client.returncode, out) == (143, b"tidied\n")


@pytest.mark.parametrize("where", ["terminal", "line"])
def test_a_secret_is_given_to_the_command_and_kept_nowhere(desktop, where):
    block = f"{shlex.quote(sys.executable)} -c {shlex.quote(ASKS)}"
    with desktop.run("--interactive", block) as client:
        approve(desktop)
        asked = b""
        while not asked.endswith(b"Secret: "):
            asked += client.stdout.read(1)
        desktop.click_output()
        if where == "line":
            desktop.screen.key("ctrl+Tab")
        desktop.screen.xdotool("type", SECRET)
        desktop.screen.key("Return")
        out, err = client.communicate(timeout=20)
        assert client.returncode == 0
        assert f"length {len(SECRET)}".encode() in out
        assert SECRET.encode() not in out + err
    assert deeds(desktop) == ["typed"]
    state = Path(desktop.screen.environment["XDG_STATE_HOME"])
    kept = [path for path in state.rglob("*") if path.is_file()]
    assert any(path.name == "journal.sqlite3" for path in kept)
    assert not [path for path in kept if SECRET.encode() in path.read_bytes()]


def test_a_conversation_is_held_in_the_terminal(desktop):
    block = "printf 'Name: '; read name; echo \"Hello $name\"; printf 'Sure? '; read sure; echo \"$sure\" >&2"
    with desktop.run("--interactive", block) as client:
        approve(desktop)
        asked = b""
        while not asked.endswith(b"Name: "):
            asked += client.stdout.read(1)
        desktop.click_output()
        desktop.screen.xdotool("type", "Adx")
        desktop.screen.key("BackSpace")
        desktop.screen.xdotool("type", "a")
        desktop.screen.key("Return")
        while not asked.endswith(b"Sure? "):
            asked += client.stdout.read(1)
        assert b"Hello Ada" in asked
        desktop.screen.key("ctrl+c")
        assert client.wait(20) == 130
