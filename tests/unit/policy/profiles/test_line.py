"""The rest of a command line counts its words anew."""

from assent.policy.profiles.line import Line


def test_the_rest_begins_at_a_word():
    line = Line(("env", "ls", "*", "$HOME"), 2, frozenset([2]), frozenset([3]))
    assert line.rest(1) == Line(("ls", "*", "$HOME"), 1, frozenset([1]), frozenset([2]))
