"""The warden program obeys its protocol to the letter, and ends everything when its console is gone."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from waiting import processes_with, until_now

if sys.platform != "linux":
    pytest.skip("wardens stand on Linux only", allow_module_level=True)

import assent.host
from assent.host.launch import Launch
from assent.host.packing import packed

PROGRAM = Path(assent.host.__file__).with_name("warden.py")


class Lines:
    """Both ends that a console holds of one warden: CONTROL, and START of its child."""

    def __init__(self) -> None:
        self.control, self.control_there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.start, self.start_there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

    def heard(self) -> str:
        """Return the next packet of the warden; the descriptors that came with it are closed."""
        packet, descriptors, _, _ = socket.recv_fds(self.control, 1024, 2)
        for descriptor in descriptors:
            os.close(descriptor)
        return packet.decode()

    def run(self, *words: str) -> str:
        """Have the child run these words; returns what it says to that."""
        what = os.memfd_create("what")
        os.write(what, packed(Launch(words, "/", {"PATH": os.defpath}), in_namespace=False))
        socket.send_fds(self.start, [b"run"], [what, 1, 2])
        os.close(what)
        return self.start.recv(1024).decode()


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Start a forker without namespaces; yields one warden's lines."""
    requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    found = Lines()
    words = [sys.executable, "-I", "-S", str(PROGRAM), "subreaper", str(theirs.fileno())]
    forker = subprocess.Popen(words, pass_fds=[theirs.fileno()])
    with requests, found.control, found.start, forker:
        theirs.close()
        numbers = [found.control_there.fileno(), found.start_there.fileno()]
        socket.send_fds(requests, [b"one"], numbers)
        found.control_there.close()
        found.start_there.close()
        assert found.heard() == "ready"
        yield found
        found.control.close()
        requests.close()
        assert forker.wait(10) == 0


def test_it_says_each_step(lines: Lines):
    assert lines.run("/bin/sh", "-c", "exit 3") == ""
    assert re.fullmatch(r"exit 768 empty \d+\.\d+ \d+", lines.heard())
    assert lines.heard() == ""


def test_it_says_what_cannot_be_run(lines: Lines):
    assert lines.run("/no/such") == "2 /no/such"


def test_it_does_as_it_is_told(lines: Lines):
    read, write = os.pipe()
    what = os.memfd_create("what")
    block = "trap 'echo int' INT; trap 'echo term; exit 4' TERM; echo up; while :; do sleep 0.01; done"
    os.write(what, packed(Launch(["/bin/bash", "-c", block], "/", {"PATH": os.defpath}), in_namespace=False))
    socket.send_fds(lines.start, [b"run"], [what, write, 2])
    os.close(what)
    os.close(write)
    with os.fdopen(read) as output:
        assert output.readline() == "up\n"
        lines.control.send(b"I")
        assert output.readline() == "int\n"
        lines.control.send(b"P")
        lines.control.send(b"T")  # which lets it go on too
        assert output.readline() == "term\n"
    assert lines.heard().startswith("exit 1024 empty")


def test_it_outlives_nobody(lines: Lines):
    assert lines.run("/bin/sh", "-c", "trap '' TERM; setsid sleep 61.125 & sleep 61.125") == ""
    until_now(lambda: len(processes_with("61.125")) == 2)
    lines.control.close()
    until_now(lambda: not processes_with("61.125"))


def test_one_that_is_not_needed_goes_with_its_child(lines: Lines):
    wardens = [each for each in processes_with("subreaper") if each.ppid() != os.getpid()]
    assert len(wardens) >= 2
    lines.control.close()
    until_now(lambda: not any(each.is_running() and each.status() != "zombie" for each in wardens))


def test_it_imports_little():
    code = f"import runpy,sys; runpy.run_path({str(PROGRAM)!r}, run_name='w'); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert not {"asyncio", "subprocess", "psutil", "pydantic"} & set(ran.stdout.split())
