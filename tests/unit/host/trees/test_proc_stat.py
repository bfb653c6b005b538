"""The processes below another are found with their names and what they use."""

import os
import subprocess
import sys

import pytest

from waiting import until_now

if sys.platform != "linux":
    pytest.skip("/proc is Linux's", allow_module_level=True)

from assent.host.trees import proc_stat


def test_a_name_may_hold_anything_and_the_dead_do_not_count():
    code = "import ctypes; ctypes.CDLL(None).prctl(15, b') R 1 (x', 0, 0, 0); print(1, flush=True); input()"
    ends = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", code], **ends) as process:  # type: ignore[call-overload]
        process.stdout.readline()
        assert proc_stat.members(os.getpid())[process.pid] == ") R 1 (x"
        used = proc_stat.usage(os.getpid())
        assert used.processes >= 1
        assert used.memory_bytes > 1 << 20
        process.stdin.close()
        until_now(lambda: process.pid not in proc_stat.members(os.getpid()))  # not collected, but ended
    assert process.pid not in proc_stat.members(os.getpid())


def test_of_one_that_is_gone_nothing_is_said():
    with subprocess.Popen(["true"]) as process:
        pass
    assert proc_stat.members(process.pid) == {}
    assert proc_stat.usage(process.pid).processes == 0
