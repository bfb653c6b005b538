"""A job object of Windows: processes that end together, at the latest with the last handle to it."""

import ctypes
from typing import Any, ClassVar, Protocol

from assent.host.trees.usage import Usage
from assent.model.limits import Limits

# As winnt.h has them.
_ACCOUNTING, _EXTENDED_LIMITS = 1, 9
_ACTIVE_PROCESS, _JOB_MEMORY, _KILL_ON_JOB_CLOSE = 0x8, 0x200, 0x2000
_TICKS_A_SECOND = 10_000_000
_KILLED = 1  # the exit code of those that are ended


class System(Protocol):
    """The functions of kernel32 that are used; each returns 0 when it fails."""

    def CreateJobObjectW(self, attributes: None, name: None) -> int: ...  # noqa: N802
    def SetInformationJobObject(self, job: int, kind: int, what: Any, size: int) -> int: ...  # noqa: N802
    def QueryInformationJobObject(  # noqa: N802
        self, job: int, kind: int, what: Any, size: int, returned: None
    ) -> int: ...
    def AssignProcessToJobObject(self, job: int, process: int) -> int: ...  # noqa: N802
    def TerminateJobObject(self, job: int, code: int) -> int: ...  # noqa: N802
    def CloseHandle(self, handle: int) -> int: ...  # noqa: N802


class _BasicLimits(ctypes.Structure):
    _fields_: ClassVar = [
        ("PerProcessUserTimeLimit", ctypes.c_int64),
        ("PerJobUserTimeLimit", ctypes.c_int64),
        ("LimitFlags", ctypes.c_uint32),
        ("MinimumWorkingSetSize", ctypes.c_size_t),
        ("MaximumWorkingSetSize", ctypes.c_size_t),
        ("ActiveProcessLimit", ctypes.c_uint32),
        ("Affinity", ctypes.c_size_t),
        ("PriorityClass", ctypes.c_uint32),
        ("SchedulingClass", ctypes.c_uint32),
    ]


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION; sizes in bytes."""

    _fields_: ClassVar = [
        ("Basic", _BasicLimits),
        ("IoInfo", ctypes.c_uint64 * 6),
        ("ProcessMemoryLimit", ctypes.c_size_t),
        ("JobMemoryLimit", ctypes.c_size_t),
        ("PeakProcessMemoryUsed", ctypes.c_size_t),
        ("PeakJobMemoryUsed", ctypes.c_size_t),
    ]


class Accounting(ctypes.Structure):
    """JOBOBJECT_BASIC_ACCOUNTING_INFORMATION; times in units of 100 ns."""

    _fields_: ClassVar = [
        ("TotalUserTime", ctypes.c_int64),
        ("TotalKernelTime", ctypes.c_int64),
        ("ThisPeriodTotalUserTime", ctypes.c_int64),
        ("ThisPeriodTotalKernelTime", ctypes.c_int64),
        ("TotalPageFaultCount", ctypes.c_uint32),
        ("TotalProcesses", ctypes.c_uint32),
        ("ActiveProcesses", ctypes.c_uint32),
        ("TotalTerminatedProcesses", ctypes.c_uint32),
    ]


class Job:
    """One job. What a process in it starts is in it, too: it may not break away."""

    def __init__(self, system: System, limits: Limits) -> None:
        """Make one that ends all of it when it is closed, and holds it to `limits`; raises OSError."""
        self._system = system
        self._handle = _checked(system.CreateJobObjectW(None, None), "make a job object")
        try:
            wanted = _wanted(limits)
            size = ctypes.sizeof(wanted)
            held = system.SetInformationJobObject(self._handle, _EXTENDED_LIMITS, ctypes.byref(wanted), size)
            _checked(held, "limit a job object")
        except BaseException:
            self.close()
            raise

    def take(self, process: int) -> None:
        """Take in a process by its handle, before it has started another; raises OSError."""
        _checked(self._system.AssignProcessToJobObject(self._handle, process), "put a process into its job")

    def end(self) -> None:
        """End all of it at once."""
        self._system.TerminateJobObject(self._handle, _KILLED)

    def usage(self) -> Usage:
        """Return what it used so far, and the most memory that it held at one time."""
        used, limits = Accounting(), ExtendedLimits()
        self._ask(_ACCOUNTING, used)
        self._ask(_EXTENDED_LIMITS, limits)
        ticks = used.TotalUserTime + used.TotalKernelTime
        return Usage(ticks / _TICKS_A_SECOND, limits.PeakJobMemoryUsed, used.ActiveProcesses)

    def is_empty(self) -> bool:
        """Tell whether none of it runs any more; one that cannot be asked is not known to be empty."""
        used = Accounting()
        return self._ask(_ACCOUNTING, used) and used.ActiveProcesses == 0

    def close(self) -> None:
        """Give the handle back, and end what still runs."""
        if self._handle:
            self._system.CloseHandle(self._handle)
            self._handle = 0

    def _ask(self, kind: int, what: ctypes.Structure) -> bool:
        size = ctypes.sizeof(what)
        asked = self._system.QueryInformationJobObject(self._handle, kind, ctypes.byref(what), size, None)
        return bool(asked)


def _wanted(limits: Limits) -> ExtendedLimits:
    wanted, flags = ExtendedLimits(), _KILL_ON_JOB_CLOSE
    if limits.processes is not None:
        flags |= _ACTIVE_PROCESS
        wanted.Basic.ActiveProcessLimit = min(limits.processes, 0xFFFF_FFFF)
    if limits.memory_mib is not None:
        flags |= _JOB_MEMORY
        wanted.JobMemoryLimit = limits.memory_mib << 20
    wanted.Basic.LimitFlags = flags
    return wanted


def _checked(result: int, what: str) -> int:
    if not result:
        raise OSError(f"Windows does not let us {what}")
    return result
