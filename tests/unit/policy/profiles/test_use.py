"""A use says what its program takes stdin for: nothing, unless its profile tells."""

from assent.policy.profiles.use import Use


def test_stdin_is_for_nothing_unless_told():
    assert Use(is_known=True, why="", verb=1, effect="reads").stdin == "nothing"
