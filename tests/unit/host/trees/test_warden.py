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
from assent.host.trees.launch import Launch
from assent.host.trees.packing import packed
from assent.model.limits import Limits

PROGRAM = Path(assent.host.__file__).parent / "trees" / "warden.py"


class Line:
    """What a console holds of one warden."""

    def __init__(self) -> None:
        self.control, self.there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

    def heard(self) -> str:
        """Return the next packet of the warden; the descriptors that came with it are closed."""
        packet, descriptors, _, _ = socket.recv_fds(self.control, 1024, 2)
        for descriptor in descriptors:
            os.close(descriptor)
        return packet.decode()

    def run(self, *words: str, output: int = 1, limits: Limits | None = None) -> str:
        """Have it run these words; returns what it says to that."""
        what = os.memfd_create("what")
        launch = Launch(words, "/", {"PATH": os.defpath}, limits=limits or Limits())
        os.write(what, packed(launch, in_namespace=False))
        socket.send_fds(self.control, [b"run"], [what, output, 2])
        os.close(what)
        return self.heard()


@pytest.fixture
def line() -> Iterator[Line]:
    """Start a forker without namespaces; yields the line to one warden."""
    requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    found = Line()
    words = [sys.executable, "-I", "-S", str(PROGRAM), "subreaper", str(theirs.fileno())]
    with requests, found.control, subprocess.Popen(words, pass_fds=[theirs.fileno()]) as forker:
        theirs.close()
        socket.send_fds(requests, [b"one"], [found.there.fileno()])
        found.there.close()
        assert found.heard() == "ready"
        yield found
        found.control.close()
        requests.close()
        assert forker.wait(10) == 0


def test_it_says_each_step(line: Line):
    assert line.run("/bin/sh", "-c", "exit 3") == "started"
    line.control.send(b"seen")
    assert re.fullmatch(r"exit 768 empty \d+\.\d+ \d+", line.heard())
    assert line.heard() == "ready"  # for another one
    assert line.run("/bin/sh", "-c", "exit 4") == "started"
    line.control.send(b"seen")
    assert line.heard().startswith("exit 1024 empty")
    assert line.heard() == "ready"


def test_one_that_is_not_as_it_was_ends(line: Line):
    assert line.run("/bin/true", limits=Limits(cpu_s=5)) == "started"
    line.control.send(b"seen")
    assert line.heard().startswith("exit 0 empty")
    assert line.heard() == ""


def test_it_says_what_cannot_be_run(line: Line):
    assert line.run("/no/such") == "refused 2 /no/such"


def test_it_does_as_it_is_told(line: Line):
    block = "trap 'echo int' INT; trap 'echo term; exit 4' TERM; echo up; while :; do sleep 0.01; done"
    read, write = os.pipe()
    assert line.run("/bin/bash", "-c", block, output=write) == "started"
    line.control.send(b"seen")
    os.close(write)
    with os.fdopen(read) as output:
        assert output.readline() == "up\n"
        line.control.send(b"I")
        assert output.readline() == "int\n"
        line.control.send(b"P")
        line.control.send(b"T")  # which lets it go on too
        assert output.readline() == "term\n"
    assert line.heard().startswith("exit 1024 empty")


def test_it_outlives_nobody(line: Line):
    assert line.run("/bin/sh", "-c", "trap '' TERM; setsid sleep 61.125 & sleep 61.125") == "started"
    until_now(lambda: len(processes_with("61.125")) == 2)
    line.control.close()
    until_now(lambda: not processes_with("61.125"))


def test_it_imports_little():
    code = f"import runpy,sys; runpy.run_path({str(PROGRAM)!r}, run_name='w'); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert not {"asyncio", "subprocess", "psutil", "pydantic"} & set(ran.stdout.split())
