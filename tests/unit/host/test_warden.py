"""The warden program obeys its protocol to the letter, and ends everything when its console is gone."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from waiting import processes_with, until_now

if sys.platform != "linux":
    pytest.skip("wardens stand on Linux only", allow_module_level=True)

import assent.host
from assent.host.tree_warden import packed

PROGRAM = Path(assent.host.__file__).with_name("warden.py")


@pytest.fixture
def warden() -> Iterator[tuple[socket.socket, subprocess.Popen[bytes]]]:
    """Start a forker without namespaces; yields one warden's socket and the forker."""
    requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    control, control_there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    words = [sys.executable, "-I", "-S", str(PROGRAM), "subreaper", str(theirs.fileno())]
    with requests, control, subprocess.Popen(words, pass_fds=[theirs.fileno()]) as forker:
        theirs.close()
        socket.send_fds(requests, [b"one"], [control_there.fileno()])
        control_there.close()
        yield control, forker
        control.close()
        requests.close()
        assert forker.wait(10) == 0


def heard(control: socket.socket) -> str:
    """Return the next packet; the descriptors that came with it are closed."""
    packet, descriptors, _, _ = socket.recv_fds(control, 1024, 2)
    for descriptor in descriptors:
        os.close(descriptor)
    return packet.decode()


def run(control: socket.socket, *words: str) -> None:
    what = os.memfd_create("what")
    os.write(what, packed(words, "/", {"PATH": os.defpath}))
    socket.send_fds(control, [b"run"], [what, 1, 2])
    os.close(what)


def test_it_says_each_step(warden: tuple[socket.socket, subprocess.Popen[bytes]]):
    control, _ = warden
    assert heard(control) == "ready"
    run(control, "/bin/sh", "-c", "exit 3")
    assert heard(control) == "started"
    control.send(b"seen")
    assert heard(control) == "exit 768 empty"
    assert heard(control) == ""


def test_it_says_what_cannot_be_run(warden: tuple[socket.socket, subprocess.Popen[bytes]]):
    control, _ = warden
    assert heard(control) == "ready"
    run(control, "/no/such")
    assert heard(control) == "refused 2 /no/such"


def test_it_outlives_nobody(warden: tuple[socket.socket, subprocess.Popen[bytes]]):
    control, forker = warden
    assert heard(control) == "ready"
    run(control, "/bin/sh", "-c", "trap '' TERM; setsid sleep 61.125 & sleep 61.125")
    assert heard(control) == "started"
    until_now(lambda: len(processes_with("61.125")) == 2)
    control.close()
    until_now(lambda: not processes_with("61.125"))
    until_now(lambda: not psutil.Process(forker.pid).children())


def test_it_imports_little():
    code = f"import runpy,sys; runpy.run_path({str(PROGRAM)!r}, run_name='w'); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert not {"asyncio", "subprocess", "psutil", "pydantic"} & set(ran.stdout.split())
