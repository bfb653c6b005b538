"""A family is found by parents, group and mark, and nobody else is taken for a member."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from assent.host.trees.family import Family, mark_of
from waiting import lives, until_now

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the commands are a POSIX shell's")


@pytest.fixture
def shell() -> Iterator["subprocess.Popen[bytes]"]:
    """A shell with two children, one in a session of its own that the mark alone tells, once it is left."""
    block = "sleep 30 & (setsid sleep 30 &); echo up; wait"
    environment = {"PATH": os.environ["PATH"], "ASSENT_CALL_ID": "family-1"}
    with subprocess.Popen(
        ["/bin/sh", "-c", block], env=environment, stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process
        Family(process.pid, mark_of(environment)).kill()
    Family(0x7FFF_FFFF, mark_of(environment)).kill()


def test_whoever_left_is_known_by_the_mark_once_they_are_told_to_end(shell: "subprocess.Popen[bytes]"):
    family = Family(shell.pid, b"ASSENT_CALL_ID=family-1")
    until_now(lambda: sorted(Family(shell.pid).members().values()) == ["sh", "sleep"])
    family.pause()
    members = until_now(lambda: len(found := family.members()) == 3 and found)
    family.terminate()  # which lets them go on too
    shell.wait()
    family.forget_first()
    until_now(lambda: not family.lives())
    assert not any(map(lives, members))


def test_a_number_that_was_given_back_is_nobodys(shell: "subprocess.Popen[bytes]"):
    family = Family(shell.pid)
    family.forget_first()
    family.end_one(os.getpid())
    assert os.getpid() not in family.members()
    assert Family(os.getpid()).members()[os.getpid()]  # which by itself it would find


def test_what_it_uses_is_counted(shell: "subprocess.Popen[bytes]"):
    until_now(lambda: Family(shell.pid).usage().processes == 2)
    assert Family(shell.pid).usage().memory_bytes > 100_000


def test_a_command_without_a_call_has_no_mark():
    assert mark_of({}) == mark_of({"ASSENT_CALL_ID": ""}) == b""
    assert mark_of({"ASSENT_CALL_ID": "c"}) == b"ASSENT_CALL_ID=c"
