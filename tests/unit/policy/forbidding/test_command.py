"""What may be a command begins empty, and each is one of its own."""

from assent.policy.forbidding.command import Loose


def test_two_are_never_the_same():
    one, other = Loose(0), Loose(0)
    one.words.append("rm")
    assert other.words == []
    assert one != other
