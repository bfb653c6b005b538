"""A part that nothing is known of is not harmless."""

import pytest

from assent.model.authority import ByMode
from assent.model.judgement import Disguise, Judgement, Part

LS = Part(start=0, end=2, text="ls", words=("ls",), decision="ask")


def test_what_nothing_is_known_of_has_a_risk():
    assert Part(start=0, end=1, text="x", decision="ask").risk != "none"


@pytest.mark.parametrize(
    ("changes", "may"),
    [
        ({}, True),
        ({"decision": "deny"}, False),
        ({"by": ByMode(mode="trust")}, False),
        ({"disguises": (Disguise(offset=0, code_points=(0x200B,), kind="invisible"),)}, False),
        ({"parts": ()}, False),
        ({"parts": (LS, LS.model_copy(update={"words": ()}))}, False),
    ],
)
def test_what_is_decided_hidden_or_not_certain_is_not_to_be_granted(changes: dict[str, object], may: bool):
    judgement = Judgement(decision="ask", reason="No rule.", parts=(LS,))
    assert judgement.model_copy(update=changes).may_be_granted is may
