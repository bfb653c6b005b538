"""What every test must leave behind: nothing. No process, no descriptor, no task, no warning in the log."""

import asyncio
import ctypes
import gc
import inspect
import logging
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import psutil
import pytest
from hypothesis import settings

# No deadline: a slow machine is no failure. No database: the checkout stays as it was.
settings.register_profile("assent", deadline=None, database=None, print_blob=True)
settings.load_profile("assent")

T = TypeVar("T")

# Seconds in which what a test ended may go away by itself; reached only by a test that fails.
GOES_WITHIN_S = 3.0
_PR_SET_CHILD_SUBREAPER = 36


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers, and adopt whatever escapes from a tree of processes."""
    config.addinivalue_line("markers", "logs_warnings: this test makes the product log a warning")
    config.addinivalue_line("markers", "opens_for_good: a library opens descriptors here once and keeps them")
    if sys.platform == "linux":
        # An orphan becomes a child of this process instead of vanishing from its sight.
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


@pytest.fixture(autouse=True)
def leaves_nothing_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test after which there are more processes, descriptors, tasks or warnings than before."""
    if inspect.iscoroutinefunction(getattr(request, "function", None)):
        request.getfixturevalue("leaves_no_task")
    quiet = "caplog" in request.fixturenames or request.node.get_closest_marker("logs_warnings")
    keeps = request.node.get_closest_marker("opens_for_good")
    processes, descriptors, heard = _processes(), _descriptors(), _Heard()
    logging.getLogger().addHandler(heard)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(heard)
    left = _after_a_while(lambda: _processes() - processes)
    opened = {} if keeps else _after_a_while(lambda: _more(_descriptors(), descriptors))
    for process in left:
        process.kill()
    assert not left, f"the test left processes behind: {left}"
    assert not opened, f"the test left descriptors open: {opened}"
    assert quiet or not heard.records, f"the test made the product log: {heard.records}"


@pytest.fixture
async def leaves_no_task() -> AsyncIterator[None]:
    """Fail a coroutine test after which tasks of its loop still run."""
    before = asyncio.all_tasks()
    yield
    until = time.monotonic() + GOES_WITHIN_S
    while (left := _others() - before) and time.monotonic() < until:  # noqa: ASYNC110  # nothing tells
        await asyncio.sleep(0.005)
    assert not left, f"the test left tasks behind: {left}"


def _others() -> set["asyncio.Task[object]"]:
    return asyncio.all_tasks() - {asyncio.current_task()}


class _Heard(logging.Handler):
    """Keeps what is logged as a warning or worse."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(f"{record.name}: {record.getMessage()}")


def _after_a_while(look: Callable[[], T]) -> T:
    until = time.monotonic() + GOES_WITHIN_S
    while (found := look()) and time.monotonic() < until:
        gc.collect()
        time.sleep(0.01)
    return found


def _processes() -> set[psutil.Process]:
    """Return all descendants, and collect those that ended without anybody waiting for them."""
    found = set()
    for process in psutil.Process().children(recursive=True):
        try:
            if process.status() == psutil.STATUS_ZOMBIE:
                os.waitpid(process.pid, os.WNOHANG)
            elif not _stands_ready(process):
                found.add(process)
        except (psutil.NoSuchProcess, ChildProcessError):
            continue
    return found


def _stands_ready(process: psutil.Process) -> bool:
    """Tell a warden, and its child, that wait for the next command of a console which outlives the test."""
    family = [process, *process.children(recursive=True)]
    return all(any(word.endswith("/warden.py") for word in each.cmdline()) for each in family)


def _descriptors() -> dict[int, str]:
    """Return what this process has open: number and target."""
    found = {}
    for entry in Path("/dev/fd").iterdir() if sys.platform != "win32" else ():
        try:
            found[int(entry.name)] = str(entry.readlink())
        except OSError:
            continue  # the descriptor of the listing itself
    return found


def _more(now: dict[int, str], before: dict[int, str]) -> dict[int, str]:
    return {
        number: target for number, target in now.items() if before.get(number) != target and _counts(target)
    }


def _counts(target: str) -> bool:
    """Leave out what Qt opens once, at its first need, and keeps: it is not the test's."""
    if "PySide6" not in sys.modules:
        return True
    return not target.startswith(("anon_inode:[eventfd]", "/memfd:", "/dev/", "/usr/", "/etc/", "socket:"))
