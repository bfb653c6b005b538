"""An agent can tighten what the person demands and never loosen it; the strictest demand holds."""

import pytest

from assent.model.confinement import NoSuchProfile, Profile
from assent.policy.confining import Demand, Refused, chosen, is_met

OWN = {
    "online": Profile(base="workspace", network=True),
    "box": Profile(base="docker", image="debian"),
}


def demands(*names: str) -> list[Demand]:
    return [Demand(name, f"The rule {name!r}") for name in names]


@pytest.mark.parametrize(
    ("demanded", "requested", "name"),
    [
        (["off"], "", "off"),
        (["off"], "off", "off"),
        (["off"], "workspace", "workspace"),
        (["off"], "box", "box"),
        (["workspace"], "", "workspace"),
        (["workspace"], "read-only", "read-only"),
        (["online"], "workspace", "workspace"),
        (["online", "read-only", "off"], "", "read-only"),
        (["box"], "box", "box"),
        (["box", "workspace"], "", "box"),
    ],
)
def test_a_command_is_confined_as_demanded_or_more(demanded: list[str], requested: str, name: str):
    assert chosen(requested, demands(*demanded), OWN) == name


@pytest.mark.parametrize(
    ("demanded", "requested"),
    [
        (["workspace"], "off"),
        (["workspace"], "online"),
        (["read-only"], "workspace"),
        (["workspace"], "box"),
        (["box"], "read-only"),
        (["off", "workspace"], "online"),
        (["box", "workspace"], "workspace"),
    ],
)
def test_an_agent_cannot_loosen_it(demanded: list[str], requested: str):
    with pytest.raises(Refused, match=f"`{requested}` is not certain to forbid as much"):
        chosen(requested, demands(*demanded), OWN)


def test_who_demands_it_is_named():
    with pytest.raises(Refused, match=r"^The rule 'workspace' confines this command to `workspace`"):
        chosen("off", demands("off", "workspace"), OWN)


@pytest.mark.parametrize(("demanded", "requested"), [("gone", ""), ("gone", "workspace"), ("off", "gone")])
def test_an_unknown_name_is_an_error_wherever_it_stands(demanded: str, requested: str):
    with pytest.raises(NoSuchProfile, match="`gone`"):
        chosen(requested, demands(demanded), OWN)


@pytest.mark.parametrize(
    ("name", "demanded", "met"),
    [
        ("workspace", ["workspace"], True),
        ("read-only", ["workspace", "online"], True),
        ("off", ["off"], True),
        ("workspace", ["off"], True),
        ("off", ["workspace"], False),
        ("online", ["workspace"], False),
        ("box", ["off"], False),
        ("box", ["box", "workspace"], False),
    ],
)
def test_a_rule_may_allow_what_meets_every_demand(name: str, demanded: list[str], met: bool):
    assert is_met(name, demands(*demanded), OWN) is met
