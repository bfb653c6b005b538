"""A person at the window: approves with the pointer, with keys alone, refuses, stops, goes away."""

import signal
import sqlite3
import time
from pathlib import Path

import pytest

from waiting import processes_with, until_now

# How long a request must have been on the screen before Approve works, and a little more.
ARMED_AFTER_S = 0.9


def test_a_click_on_approve_runs_the_command_and_each_line_comes_as_it_is_written(desktop):
    block = "for i in 1 2 3; do echo $i; sleep 1; done"
    with desktop.run("--", "bash", "-c", block) as client:
        modal = desktop.modal()
        time.sleep(ARMED_AFTER_S)
        desktop.screen.click_approve(modal)
        came = []
        for line in client.stdout:
            came.append((line, time.monotonic()))
        assert [line for line, _ in came] == [b"1\n", b"2\n", b"3\n"]
        # Not all at once at the end: a second lies between them, whatever the machine does besides.
        assert came[2][1] - came[0][1] > 1.5
        assert client.wait(20) == 0
    desktop.no_modal()


def test_keys_alone_are_enough(desktop):
    with desktop.run("echo approved; echo by keys >&2") as client:
        desktop.modal()
        time.sleep(ARMED_AFTER_S)
        desktop.screen.key("ctrl+Return")
        out, err = client.communicate(timeout=20)
        assert (client.returncode, out, err) == (0, b"approved\n", b"by keys\n")


def test_a_refusal_takes_a_word_to_the_agent(desktop):
    with desktop.run("--", "touch", "never") as client:
        desktop.modal()
        time.sleep(ARMED_AFTER_S)  # a refusal, too, is not for a key in flight
        desktop.screen.key("ctrl+k")  # to the line for the advice
        desktop.screen.xdotool("type", "not here")
        desktop.screen.key("Return")
        _, err = client.communicate(timeout=20)
        assert client.returncode == 125
        assert b"User feedback: not here" in err


def test_escape_leaves_a_request_for_later_and_keys_bring_it_back(desktop):
    with desktop.run("echo later") as client:
        desktop.modal()
        time.sleep(ARMED_AFTER_S)
        desktop.screen.key("Escape")
        desktop.no_modal()
        assert client.poll() is None
        desktop.to_front()
        desktop.screen.key("ctrl+j")
        modal = until_now(lambda: next(iter(desktop.modals()), ""))
        until_now(lambda: desktop.screen.active() == modal)  # it was asked for: it takes the focus
        time.sleep(ARMED_AFTER_S)
        desktop.screen.key("ctrl+Return")
        assert client.communicate(timeout=20)[0] == b"later\n"


def test_a_request_comes_without_the_focus(desktop):
    desktop.to_front()
    with desktop.run("--", "touch", "never") as client:
        until_now(desktop.modals)
        assert desktop.screen.active() == desktop.main_window
        client.kill()
        desktop.no_modal()


def test_keys_that_were_meant_for_something_else_answer_nothing(desktop):
    with desktop.run("--", "touch", "never") as client:
        until = time.monotonic() + 1.5
        while time.monotonic() < until:
            desktop.screen.xdotool("key", "Return", "space", "y", "a", "KP_Enter")
        assert client.poll() is None
        modal = desktop.modal()
        client.kill()
        until_now(lambda: modal not in desktop.screen.windows())


def test_the_next_request_is_asked_after_the_first_is_answered(desktop):
    with desktop.run("--session", "first", "echo 1") as first:
        one = desktop.modal()
        with desktop.run("--session", "second", "echo 2") as second:
            time.sleep(ARMED_AFTER_S)
            assert desktop.modal() == one
            desktop.screen.key("ctrl+Return")
            assert first.communicate(timeout=20)[0] == b"1\n"
            assert second.poll() is None
            desktop.modal()
            time.sleep(ARMED_AFTER_S)
            desktop.screen.key("ctrl+Return")
            assert second.communicate(timeout=20)[0] == b"2\n"


def test_a_second_start_raises_the_window_and_says_so(desktop):
    with desktop.start() as second:
        _, err = second.communicate(timeout=30)
    assert second.returncode == 1
    assert b"already running" in err
    assert b"its window was raised" in err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_quitting_kills_what_runs_for_sure(desktop, number):
    with desktop.run("trap '' TERM; echo up; sleep 300.375") as client:
        desktop.modal()
        time.sleep(ARMED_AFTER_S)
        desktop.screen.key("ctrl+Return")
        assert client.stdout.readline() == b"up\n"
        desktop.process.send_signal(number)
        assert desktop.process.wait(30) == 0
        assert not processes_with("300.375")
        state = Path(desktop.screen.environment["XDG_STATE_HOME"]) / "assent" / "journal.sqlite3"
        with sqlite3.connect(state) as journal:
            last = journal.execute("SELECT kind, body FROM steps ORDER BY number DESC LIMIT 1").fetchone()
        journal.close()
        assert last[0] == "settled"
        assert '"withdrawn"' in last[1]
