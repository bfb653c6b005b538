"""Every expected failure of the host is one family, and its text is for a person."""

import pytest

from assent.host.errors import AlreadyRunning, HostError, PeerRefused, UnsafePlace


@pytest.mark.parametrize("kind", [UnsafePlace, PeerRefused])
def test_each_is_a_host_error(kind: type[HostError]):
    assert str(kind("the reason")) == "the reason"
    assert issubclass(kind, HostError)


def test_one_that_runs_already_says_where():
    error = AlreadyRunning("/run/user/1/assent/assent.sock")
    assert isinstance(error, HostError)
    assert error.address in str(error)
