"""Waits for a condition with a deadline, never for a time."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import TypeVar

import psutil

T = TypeVar("T")
# Seconds after which a condition will not come any more; reached only by a test that fails.
WITHIN_S = 15.0
_LOOK_EVERY_S = 0.005


async def until(condition: Callable[[], T], within_s: float = WITHIN_S) -> T:
    """Let the loop run until `condition` holds and return what it returned."""
    deadline = time.monotonic() + within_s
    while not (found := condition()):
        assert time.monotonic() < deadline, f"not within {within_s:g} s: {condition}"
        await asyncio.sleep(_LOOK_EVERY_S)
    return found


def until_now(condition: Callable[[], T], within_s: float = WITHIN_S) -> T:
    """Do the same where there is no loop."""
    deadline = time.monotonic() + within_s
    while not (found := condition()):
        assert time.monotonic() < deadline, f"not within {within_s:g} s: {condition}"
        time.sleep(_LOOK_EVERY_S)
    return found


def lives(pid: int) -> bool:
    """Tell whether a process runs; one that only waits to be collected does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def commands_of(console: psutil.Process) -> list[psutil.Process]:
    """Return the processes of the commands that a console runs now, without those that stand over them."""
    found = []
    for process in console.children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            if not any(word.endswith("/warden.py") for word in process.cmdline()):
                found.append(process)
    return found


def processes_with(word: str) -> list[psutil.Process]:
    """Return the living processes that have exactly `word` among their arguments."""
    found = []
    for process in psutil.process_iter():
        try:
            if word in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except (psutil.NoSuchProcess, psutil.ZombieProcess):
            continue
    return found
