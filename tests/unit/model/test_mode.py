"""Out of the box the console asks."""

from assent.model.mode import Mode


def test_it_asks_and_somebody_is_there():
    assert Mode() == Mode(name="ask", until=None, is_away=False)
