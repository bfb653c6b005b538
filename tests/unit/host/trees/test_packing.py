"""What is to be run is said whole, with the limits that the kernel can hold, or not at all."""

import sys

import pytest

if sys.platform != "linux":
    pytest.skip("wardens stand on Linux only", allow_module_level=True)

from assent.host.trees import packing
from assent.host.trees.keeping import Clock, Order
from assent.host.trees.launch import Launch
from assent.host.trees.packing import packed, packed_order
from assent.model.limits import Limits


def test_what_cannot_be_said_is_refused():
    unsaid: list[tuple[list[str], dict[str, str]]] = [
        (["a\0b"], {}),
        ([], {}),
        (["", "a"], {}),
        (["a"], {"A=B": "c"}),
        (["a"], {"": "c"}),
    ]
    for words, environment in unsaid:
        with pytest.raises(ValueError, match=r"null|name|program"):
            packed(Launch(words, "/", environment), in_namespace=False)


def test_it_is_packed_whole():
    said = packed(Launch(["ls", ""], "/tmp", {"A": "=b"}), in_namespace=True)
    assert said == b"/tmp\x00\x00\x002\x00ls\x00\x00A==b"


def test_limits_are_said_where_the_kernel_has_them(monkeypatch: pytest.MonkeyPatch):
    what = Launch(["ls"], "/", {}, limits=Limits(cpu_s=4, processes=200, memory_mib=5))
    monkeypatch.setattr(packing, "resource_limits", lambda limits: [(0, limits.cpu_s + 1)])
    monkeypatch.setattr(packing, "most_numbers", lambda _limits: 1100)
    assert packed(what, in_namespace=True).split(b"\0")[2] == b"0=5:5 pid_max=1100"
    assert packed(what, in_namespace=False).split(b"\0")[2] == b"0=5:5"
    monkeypatch.setattr(packing, "most_numbers", lambda _limits: None)
    assert packed(what, in_namespace=True).split(b"\0")[2] == b"0=5:5"


def test_an_order_is_packed_as_the_keeper_reads_it():
    order = Order(10, 20, Clock(1.5, 60.0, 0.25, None), keeps_leftovers=True)
    assert packed_order("a", order) == b"a\x0010\x0020\x001.5\x0060.0\x000.25\x000.0\x001"
