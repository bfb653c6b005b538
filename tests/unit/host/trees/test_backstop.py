"""The kernel holds a command to what it can hold it to, and nobody else."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("these limits are Linux's", allow_module_level=True)

from assent.host.trees import backstop
from assent.host.trees.backstop import most_numbers, resource_limits
from assent.model.limits import Limits
from namespaces import need_namespaces
from unit.host.grown import grown


def test_without_limits_there_are_none():
    assert resource_limits(Limits(memory_mib=5)) == []
    assert most_numbers(Limits(memory_mib=5)) is None


def test_processor_time_has_a_second_more_than_whoever_counts():
    assert resource_limits(Limits(cpu_s=4)) == [(resource.RLIMIT_CPU, 5)]


def test_threads_are_counted_on_top_of_what_the_user_has(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backstop.os, "geteuid", lambda: 1000)
    [(kind, most)] = resource_limits(Limits(processes=200))
    assert kind == resource.RLIMIT_NPROC
    assert most > 800


def test_root_is_not_said_to_be_held(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backstop.os, "geteuid", lambda: 0)
    assert resource_limits(Limits(processes=200)) == []


def test_numbers_are_limited_only_where_that_is_a_namespaces_own_affair(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backstop, "_version", lambda: (6, 14))
    assert most_numbers(Limits(processes=10)) == 812
    assert most_numbers(Limits(processes=200)) == 1100
    monkeypatch.setattr(backstop, "_version", lambda: (6, 13))
    assert most_numbers(Limits(processes=200)) is None


def test_the_version_of_this_kernel_is_understood():
    running = subprocess.run(["uname", "-r"], capture_output=True, text=True, check=True).stdout
    major, minor = backstop._version()
    assert running.startswith(f"{major}.{minor}")


async def test_a_namespace_is_held_to_its_numbers_and_the_machine_is_not():
    need_namespaces()
    if most_numbers(Limits(processes=10)) is None:
        pytest.skip("this kernel has one limit for all")
    before = Path("/proc/sys/kernel/pid_max").read_text()
    async with grown("namespace", "cat /proc/sys/kernel/pid_max", limits=Limits(processes=10)) as running:
        await running.ended()
        assert running.text == "812\n"
    async with grown("namespace", "cat /proc/sys/kernel/pid_max") as running:
        await running.ended()
        assert running.text != "812\n"
    assert Path("/proc/sys/kernel/pid_max").read_text() == before
