"""What is found is kept: the worst effect, the first objection that is not the person's own word."""

from assent.policy.profiles.findings import Findings


def test_the_first_objection_is_told():
    found = Findings(("a", "b", "c"), 1)
    found.object(2, "later")
    found.object(1, "first")
    assert (found.use().is_known, found.use().why) == (False, "first")


def test_nothing_is_objected_to_words_of_the_person():
    found = Findings(("a", "b", "c"), 2)
    found.object(1, "no")
    assert found.use().is_known


def test_what_another_command_line_does_is_taken_over():
    inner = Findings(("b", "c"), 1)
    inner.reads.append("c")
    inner.object(1, "no")
    outer = Findings(("a", "b", "c"), 2)
    outer.adopt(inner.use(), 2)
    assert (outer.use().reads, outer.use().why) == (("c",), "no")


def test_the_worst_effect_stays():
    found = Findings(("a",), 1)
    found.at_least("writes")
    found.at_least("reads")
    assert found.use().effect == "writes"
