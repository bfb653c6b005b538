"""Each system has its endpoint under one name."""

import sys

from assent.host.endpoint import Endpoint


def test_it_is_the_endpoint_of_this_system():
    expected = "endpoint_windows" if sys.platform == "win32" else "endpoint_posix"
    assert Endpoint.__module__ == f"assent.host.{expected}"
