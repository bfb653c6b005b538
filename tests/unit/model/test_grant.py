"""A grant has an end, but for one that was written down as a rule."""

import pytest
from pydantic import ValidationError

from assent.model.grant import ForUses


@pytest.mark.parametrize("uses", [0, -1, 10_001])
def test_a_number_of_uses_has_bounds(uses: int):
    with pytest.raises(ValidationError):
        ForUses(uses=uses)
