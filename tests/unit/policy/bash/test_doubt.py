"""A doubt carries its reason and its place."""

from assent.policy.bash.doubt import Doubt


def test_it_says_why_and_where():
    doubt = Doubt("It may be arithmetic.", 3)
    assert (doubt.why, doubt.offset, str(doubt)) == ("It may be arithmetic.", 3, "It may be arithmetic.")
