"""Out of the box the console asks, and trust always has an end."""

import pytest
from pydantic import ValidationError

from assent.model.mode import Mode, ModeName
from builders import AT


def test_it_asks_and_somebody_is_there():
    assert Mode() == Mode(name="ask", until=None, is_away=False)


@pytest.mark.parametrize("name", ["ask", "auto-read", "lockdown"])
def test_only_trust_has_an_end(name: ModeName):
    with pytest.raises(ValidationError, match="until"):
        Mode(name=name, until=AT)
    with pytest.raises(ValidationError, match="until"):
        Mode(name="trust")
    assert Mode(name="trust", until=AT).until == AT
