"""What is used is a value."""

import dataclasses

import pytest

from assent.host.trees.usage import Usage


def test_it_does_not_change():
    used = Usage(cpu_s=1.5, memory_bytes=2, processes=3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        used.processes = 4  # type: ignore[misc]
