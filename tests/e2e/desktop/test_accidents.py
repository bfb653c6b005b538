"""Keys and clicks that were meant for something else approve nothing: `accidents.py`, for a few rounds."""

import os

from e2e.desktop.accidents import a_trial, all_kinds

ROUNDS = int(os.environ.get("ASSENT_ACCIDENTS", "3"))


def test_nothing_is_approved_by_accident_and_nobody_is_interrupted(screen):
    with a_trial(screen) as trial:
        results = all_kinds(trial, ROUNDS)
    assert len(results) == 5
    for kind, found in results.items():
        assert (found.rounds, found.approved, found.refused) == (ROUNDS, 0, 0), kind
        assert (found.shown, found.taken_focus) == (ROUNDS, 0), kind
        assert found.hit == (ROUNDS if "click" in kind else 0), kind
