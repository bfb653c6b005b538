"""What is known of a kept command never changes."""

from dataclasses import FrozenInstanceError

import pytest

from assent.host.trees.keeping import LONGEST_S, Clock, Ended, Order, Place
from assent.host.trees.usage import Usage

CLOCK = Clock(1.0, LONGEST_S, 0.5, None)
VALUES = (
    CLOCK,
    Order(1, 2, CLOCK, keeps_leftovers=True),
    Place("a", 3, 4),
    Ended(0, "", 0, 1, Usage(0, 0, 0), 0),
)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_it_is_frozen(value: object):
    for name in vars(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, None)
