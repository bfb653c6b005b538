"""`assent run` against a real console: bytes, exit codes, cancellation."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from waiting import processes_with, until_now


def test_binary_output_is_exact(console, tmp_path):
    data = bytes(range(256)) * 8192
    (tmp_path / "bytes").write_bytes(data)
    assert console.assent("run", "--", "cat", str(tmp_path / "bytes")).stdout == data


def test_standard_error_stays_apart(console):
    ran = console.assent("run", "--", "ls", "/nowhere-at-all", "/dev/null")
    assert ran.stdout == b"/dev/null\n"
    assert b"/nowhere-at-all" in ran.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--", "true"], 0, b""),
        (["--", "false"], 1, b""),
        (["--timeout", "1", "--", "sleep", "30"], 124, b"Command killed by timeout (1s)"),
        (["--", "refused-program"], 125, b"denied by policy"),
        (["one $(two)"], 125, b"nobody is there to approve"),
        (["--timeout", "301", "--", "true"], 2, b"timeout must be <= 300s for foreground commands"),
        (["--cwd", "/nowhere-at-all", "--", "true"], 2, b"is not a folder"),
        (["   "], 2, b"Command cannot be empty."),
    ],
)
def test_the_exit_code_says_what_happened(console, words, code, said):
    ran = console.assent("run", *words)
    assert (ran.returncode, said in ran.stderr) == (code, True), ran.stderr


def test_a_command_ended_by_a_signal_exits_as_a_shell_would_say(console, tmp_path):
    script = tmp_path / "die"
    script.write_text("#!/bin/sh\nkill -9 $$\n")
    script.chmod(0o755)
    console.allow(str(script))
    # bash execs its only command, so the signal is the shell's own end.
    assert console.assent("run", "--", str(script)).returncode == 137


def test_json_prints_the_result_and_nothing_else(console):
    ran = console.assent("run", "--json", "--", "echo", "hi there")
    result = json.loads(ran.stdout)
    assert (result["outcome"], result["result"]["output"]) == ({"kind": "exited", "code": 0}, "hi there\n")
    assert ran.stderr == b""


def test_it_runs_where_the_client_stands(console, tmp_path):
    assert console.assent("run", "--", "pwd", cwd=tmp_path).stdout == f"{tmp_path}\n".encode()
    assert (
        console.assent("run", "--cwd", "..", "--", "pwd", cwd=tmp_path).stdout
        == f"{tmp_path.parent}\n".encode()
    )


def test_lines_arrive_while_the_command_runs(console, tmp_path):
    script = tmp_path / "slow"
    script.write_text("#!/bin/sh\necho first\nread line < $1\necho $line\n")
    script.chmod(0o755)
    os.mkfifo(tmp_path / "gate")
    console.allow(str(script), str(tmp_path / "gate"))
    with console.start("run", "--", str(script), str(tmp_path / "gate")) as client:
        assert client.stdout.readline() == b"first\n"  # the command waits at the gate
        (tmp_path / "gate").write_text("second\n")
        assert client.stdout.readline() == b"second\n"


def test_interrupting_the_client_ends_the_command(console, tmp_path):
    script = tmp_path / "long"
    script.write_text("#!/bin/sh\necho up\nexec sleep 300.125\n")
    script.chmod(0o755)
    console.allow(str(script))
    with console.start("run", "--", str(script)) as client:
        assert client.stdout.readline() == b"up\n"
        until_now(lambda: processes_with("300.125"))
        client.send_signal(signal.SIGINT)
        assert client.wait(20) == 130
    until_now(lambda: not processes_with("300.125"))


def test_a_reader_that_goes_away_ends_the_command(console):
    console.allow("yes")
    with console.start("run", "--", "yes") as client:
        assert client.stdout.readline() == b"y\n"
        client.stdout.close()
        assert client.wait(20) == 141


def test_a_client_killed_outright_ends_the_command(console, tmp_path):
    script = tmp_path / "long"
    script.write_text("#!/bin/sh\necho up\nexec sleep 300.125\n")
    script.chmod(0o755)
    console.allow(str(script))
    with console.start("run", "--", str(script)) as client:
        assert client.stdout.readline() == b"up\n"
        until_now(lambda: processes_with("300.125"))
        client.kill()
    until_now(lambda: not processes_with("300.125"))


def test_a_slow_reader_gets_every_byte(console):
    with console.start("run", "--", "seq", "1", "2000000") as client:
        time.sleep(0.5)  # long enough for every buffer on the way to be full
        lines = client.stdout.read().split()
        assert (len(lines), lines[-1]) == (2_000_000, b"2000000")


def test_without_a_console_it_says_so(tmp_path):
    environment = os.environ | {"ASSENT_SOCKET": str(tmp_path / "none.sock")}
    command = [sys.executable, "-m", "assent", "run", "--", "true"]
    ran = subprocess.run(command, env=environment, capture_output=True, timeout=30, check=False)
    assert ran.returncode == 126
    assert b"no console listens on" in ran.stderr


def test_a_second_console_is_refused_and_names_the_first(console):
    ran = console.assent("--headless")
    assert ran.returncode == 1
    assert f"already running: it listens on {console.address}".encode() in ran.stderr


def test_a_background_task_is_started_and_named(console):
    ran = console.assent("run", "--background", "--description", "Wait a little", "--", "sleep", "0.2")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(b"task_id: bash-")


def test_a_confinement_that_is_none_is_refused(console):
    ran = console.assent("run", "--confinement", "nowhere", "--", "true")
    assert (ran.returncode, b"no confinement profile `nowhere`" in ran.stderr) == (2, True), ran.stderr
