"""Each kind that is never known says why."""

from typing import get_args

from assent.policy.profiles.kind import CLOSED, Closed


def test_each_closed_kind_has_its_reason():
    assert set(get_args(Closed)) == CLOSED.keys()
