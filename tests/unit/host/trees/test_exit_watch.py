"""The end of a process is heard once, with what it used, and never waited for without limit."""

import os
import subprocess
import sys

import pytest

from assent.host.trees.exit_watch import ExitWatch
from waiting import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the commands are a POSIX shell's")


def started(*words: str) -> tuple["subprocess.Popen[bytes]", ExitWatch, list[str]]:
    process = subprocess.Popen(words)
    ends: list[str] = []
    return process, ExitWatch(process, on_end=lambda: ends.append("end")), ends


async def test_the_end_is_told_with_what_was_used():
    burn = "import time; held = bytearray(300 << 20)\nwhile time.process_time() < 0.1: pass"
    process, watch, ends = started(sys.executable, "-I", "-S", "-c", f"{burn}\nraise SystemExit(3)")
    assert not watch.is_done
    assert await watch.code() == process.returncode == 3
    assert watch.used is not None
    assert watch.used[0] >= 0.1
    assert watch.used[1] == 0 or watch.used[1] >= 300 << 20  # 0: this process held more
    assert ends == ["end"]
    watch.close()


async def test_a_wait_without_the_loop_ends_in_time():
    process, watch, _ = started("/bin/sleep", "30")
    watch.wait(0.01)
    assert process.returncode is None
    process.kill()
    watch.wait(10)
    assert process.returncode == -9
    await until(lambda: watch.is_done)
    watch.wait(10)  # nothing to wait for
    watch.close()


async def test_one_that_somebody_else_collected_is_not_a_success():
    process, watch, _ = started("/bin/true")
    os.waitpid(process.pid, 0)  # noqa: ASYNC222  # it ends at once
    assert await watch.code() == -9
    watch.close()


async def test_closed_it_hears_no_more():
    process, watch, ends = started("/bin/sleep", "30")
    watch.close()
    watch.close()
    process.kill()
    process.wait()
    assert ends == []
