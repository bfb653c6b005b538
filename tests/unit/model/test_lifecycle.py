"""What may follow what: every pair of states is in the table, or it is a bug."""

from itertools import product

import pytest

from assent.model.lifecycle import LEGAL, IllegalStep, Settled, State, step
from builders import STATES

WAYS = {
    "received": {"asking", "approved", "refused", "withdrawn", "failed"},
    "asking": {"approved", "refused", "expired", "withdrawn", "failed"},
    "approved": {"asking", "running", "returned", "permitted", "refused", "withdrawn", "failed"},
    "running": {"exited", "timed_out", "exceeded", "stopped", "withdrawn", "failed"},
}


def landing(state: State) -> str:
    return state.outcome.kind if isinstance(state, Settled) else state.kind


PAIRS = list(product(STATES, STATES))


@pytest.mark.parametrize(("old", "new"), PAIRS, ids=[f"{landing(a)}-{landing(b)}" for a, b in PAIRS])
def test_a_step_is_taken_if_it_is_legal_and_is_a_bug_if_not(old: State, new: State):
    if landing(new) in WAYS.get(landing(old), set()):
        assert step(old, new) is new
    else:
        with pytest.raises(IllegalStep, match=f"{old.kind} cannot become {landing(new).replace('_', '')}"):
            step(old, new)


def test_the_table_has_a_row_for_every_state_and_nothing_follows_the_end():
    assert LEGAL.keys() == {type(state) for state in STATES}
    assert LEGAL[Settled] == frozenset()


def test_from_every_state_an_end_can_be_reached():
    for state in STATES:
        if not isinstance(state, Settled):
            assert {"withdrawn", "failed"} <= WAYS[state.kind]


def test_a_bug_is_no_expected_failure():
    assert IllegalStep.__bases__ == (Exception,)
