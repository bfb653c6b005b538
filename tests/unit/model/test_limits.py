"""A limit is a whole number of at least one, or none."""

from typing import Any

import pytest
from pydantic import ValidationError

from assent.model.limits import Limits


def test_nothing_is_limited_but_what_is_kept_of_the_output():
    assert Limits() == Limits(memory_mib=None, processes=None, cpu_s=None, output_mib=64)


@pytest.mark.parametrize("name", ["memory_mib", "processes", "cpu_s", "output_mib"])
@pytest.mark.parametrize("value", [0, -1, 1.5, "1", True, 1 << 41])
def test_a_limit_that_is_none_names_its_key(name: str, value: Any):
    with pytest.raises(ValidationError, match=name):
        Limits(**{name: value})
