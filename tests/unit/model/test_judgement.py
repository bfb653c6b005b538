"""A part that nothing is known of is not harmless."""

from assent.model.judgement import Part


def test_what_nothing_is_known_of_has_a_risk():
    assert Part(start=0, end=1, text="x", decision="ask").risk != "none"
