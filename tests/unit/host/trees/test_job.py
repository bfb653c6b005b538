"""A job object is made, limited, asked and closed as Windows wants it, and every refusal is an error."""

import ctypes
from typing import Any

import pytest

from assent.host.trees.job import Accounting, ExtendedLimits, Job
from assent.host.trees.usage import Usage
from assent.model.limits import Limits

KILL_ON_CLOSE, ACTIVE_PROCESSES, JOB_MEMORY = 0x2000, 0x8, 0x200


class Kernel32:
    """Windows' kernel32: keeps what it is told, and refuses what a test wants refused."""

    def __init__(self, *refused: str) -> None:
        self.refused = refused
        self.limits = ExtendedLimits()
        self.accounting = Accounting()
        self.taken: list[int] = []
        self.ended: list[int] = []
        self.closed: list[int] = []

    def CreateJobObjectW(self, _attributes: None, _name: None) -> int:
        return 0 if "create" in self.refused else 77

    def SetInformationJobObject(self, job: int, kind: int, what: Any, size: int) -> int:
        assert (job, kind, size) == (77, 9, ctypes.sizeof(ExtendedLimits))
        ctypes.memmove(ctypes.byref(self.limits), what, size)
        return int("limit" not in self.refused)

    def QueryInformationJobObject(self, job: int, kind: int, what: Any, size: int, _: None) -> int:
        answer: ctypes.Structure = {1: self.accounting, 9: self.limits}[kind]
        assert (job, size) == (77, ctypes.sizeof(answer))
        ctypes.memmove(what, ctypes.byref(answer), size)
        return int("ask" not in self.refused)

    def AssignProcessToJobObject(self, _job: int, process: int) -> int:
        self.taken.append(process)
        return int("take" not in self.refused)

    def TerminateJobObject(self, job: int, _code: int) -> int:
        self.ended.append(job)
        return 1

    def CloseHandle(self, handle: int) -> int:
        self.closed.append(handle)
        return 1


@pytest.mark.skipif(ctypes.sizeof(ctypes.c_void_p) != 8, reason="the sizes are those of 64 bits")
def test_the_structures_are_as_large_as_windows_has_them():
    assert (ctypes.sizeof(ExtendedLimits), ctypes.sizeof(Accounting)) == (144, 48)


def test_all_of_it_ends_when_it_is_closed_and_it_is_closed_once():
    system = Kernel32()
    job = Job(system, Limits())
    assert system.limits.Basic.LimitFlags == KILL_ON_CLOSE
    job.take(5)
    job.end()
    job.close()
    job.close()
    assert (system.taken, system.ended, system.closed) == ([5], [77], [77])


def test_it_is_held_to_what_it_may_use():
    system = Kernel32()
    Job(system, Limits(memory_mib=100, processes=7))
    assert system.limits.Basic.LimitFlags == KILL_ON_CLOSE | ACTIVE_PROCESSES | JOB_MEMORY
    assert (system.limits.Basic.ActiveProcessLimit, system.limits.JobMemoryLimit) == (7, 100 << 20)


def test_it_says_what_it_used_and_whether_anybody_is_left():
    system = Kernel32()
    job = Job(system, Limits())
    system.accounting.TotalUserTime, system.accounting.TotalKernelTime = 15_000_000, 5_000_000
    system.accounting.ActiveProcesses, system.limits.PeakJobMemoryUsed = 3, 4_096
    assert job.usage() == Usage(cpu_s=2.0, memory_bytes=4_096, processes=3)
    assert not job.is_empty()
    system.accounting.ActiveProcesses = 0
    assert job.is_empty()


def test_one_that_cannot_be_asked_is_not_taken_for_empty():
    assert not Job(Kernel32("ask"), Limits()).is_empty()


@pytest.mark.parametrize(("refused", "closed"), [("create", []), ("limit", [77])])
def test_what_is_refused_is_an_error_and_leaves_no_handle(refused: str, closed: list[int]):
    system = Kernel32(refused)
    with pytest.raises(OSError, match="Windows does not let us"):
        Job(system, Limits())
    assert system.closed == closed


def test_a_process_that_cannot_be_taken_in_is_an_error():
    with pytest.raises(OSError, match="put a process into its job"):
        Job(Kernel32("take"), Limits()).take(5)
