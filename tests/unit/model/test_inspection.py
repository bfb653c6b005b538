"""What was not looked at has no seal."""

from assent.model.inspection import Inspection


def test_nothing_is_sealed_that_nobody_looked_at():
    assert Inspection().seal is None
