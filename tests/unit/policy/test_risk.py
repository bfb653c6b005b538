"""The risk of a command rises with what it may do, and says why."""

import pytest

from assent.policy.block import Certain
from assent.policy.lexer import read
from assent.policy.part_judge import use_of
from assent.policy.profiles.profiles import Profiles
from assent.policy.risk import risk_of

PROFILES = Profiles()


@pytest.mark.parametrize(
    ("command", "risk"),
    [
        ("echo a", "none"),
        ("cat a.txt", "none"),
        ("mkdir a", "medium"),
        ("rm -rf a", "high"),
        ("sudo ls", "high"),
        ("find . -delete", "high"),
        ("unheard-of", "high"),
        ("bash <<< ls", "high"),
    ],
)
def test_it_rises_with_what_a_command_may_do(command: str, risk: str):
    block = read(command)
    assert isinstance(block, Certain)
    found, danger = risk_of(block.commands[0], use_of(block.commands[0], PROFILES), reads_outside=False)
    assert found == risk
    assert (risk == "none") == (danger == "")


def test_reading_elsewhere_is_told():
    block = read("cat /etc/hosts")
    assert isinstance(block, Certain)
    use = use_of(block.commands[0], PROFILES)
    assert risk_of(block.commands[0], use, reads_outside=True) == (
        "low",
        "It reads outside of the agent's folder.",
    )
