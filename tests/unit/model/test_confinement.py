"""Profiles say what their base knows, and nothing is taken for stricter that may not be."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from assent.model.confinement import (
    BUILT_IN,
    Choice,
    NoSuchProfile,
    Profile,
    is_within,
    mount_parts,
    profile_named,
    strictest,
)

WORKSPACE, READ_ONLY = Profile(base="workspace"), Profile(base="read-only")
ONLINE = Profile(base="workspace", network=True)
BOX = Profile(base="docker", image="debian:12")
OWN = {"online": ONLINE, "box": BOX}
places = st.sets(st.sampled_from(["/a", "/b", "c"])).map(lambda some: tuple(sorted(some)))
profiles = st.none() | st.builds(
    Profile,
    base=st.sampled_from(["workspace", "read-only"]),
    network=st.booleans(),
    writable=places,
    readable=places,
    hidden=places,
    protected=places,
)


def test_off_workspace_and_read_only_are_built_in():
    assert BUILT_IN == {"off": None, "workspace": WORKSPACE, "read-only": READ_ONLY}


def test_a_name_that_nothing_is_known_by_is_told_with_those_that_are():
    assert profile_named("box", OWN) == BOX
    with pytest.raises(NoSuchProfile) as told:
        profile_named("bo", OWN)
    there = "There are: `off`, `workspace`, `read-only`, `online`, `box`."
    assert str(told.value) == f"There is no confinement profile `bo`. {there}"


def test_nobody_can_give_a_built_in_name_another_meaning():
    assert profile_named("workspace", {"workspace": ONLINE}) == WORKSPACE


@pytest.mark.parametrize(
    "fields",
    [
        {"base": "off"},
        {"base": "workspace", "network": 1},
        {"base": "workspace", "image": "debian"},
        {"base": "read-only", "mounts": ["/a"]},
        {"base": "read-only", "environment": ["A=1"]},
        {"base": "workspace", "user": "ada"},
        {"base": "workspace", "writable": ["../x"]},
        {"base": "workspace", "hidden": ["a\0b"]},
        {"base": "workspace", "protected": [""]},
        {"base": "docker"},
        {"base": "docker", "image": "-v"},
        {"base": "docker", "image": "debian", "writable": ["/a"]},
        {"base": "podman", "image": "debian", "mounts": ["a"]},
        {"base": "podman", "image": "debian", "mounts": ["/a:/b:rx"]},
        {"base": "podman", "image": "debian", "mounts": ["/a:/b:rw:z"]},
        {"base": "podman", "image": "debian", "mounts": ["/a,readonly=false"]},
        {"base": "podman", "image": "debian", "environment": ["A B=1"]},
        {"base": "podman", "image": "debian", "user": "--privileged"},
        {"base": "workspace", "netwrok": True},
    ],
)
def test_what_is_no_profile_is_refused(fields: dict[str, Any]):
    with pytest.raises(ValidationError):
        Profile.model_validate(fields)


def test_a_mount_is_read_only_and_at_the_same_place_unless_it_says_otherwise():
    assert mount_parts("/a") == ("/a", "/a", "ro")
    assert mount_parts("~/a:/b") == ("~/a", "/b", "ro")
    assert mount_parts("/a:/b:rw") == ("/a", "/b", "rw")


def test_a_path_that_is_not_absolute_is_named():
    with pytest.raises(ValidationError, match=r"path 'data' must be absolute"):
        Profile(base="docker", image="debian", mounts=("data:/data",))


@pytest.mark.parametrize(
    ("tight", "wide"),
    [
        (WORKSPACE, None),
        (READ_ONLY, WORKSPACE),
        (WORKSPACE, ONLINE),
        (Profile(base="workspace", hidden=("/a",)), WORKSPACE),
        (Profile(base="workspace", protected=("a",)), WORKSPACE),
        (WORKSPACE, Profile(base="workspace", writable=("/a",))),
        (WORKSPACE, Profile(base="workspace", readable=("~/.ssh",))),
    ],
)
def test_less_that_is_allowed_is_within_more(tight: Profile, wide: Profile | None):
    assert is_within(tight, wide)
    assert not is_within(wide, tight)


def test_a_container_is_comparable_with_itself_only():
    other = Profile(base="docker", image="debian:12", network=True)
    assert is_within(BOX, BOX)
    for one, two in product([BOX], [None, WORKSPACE, READ_ONLY, other]):
        assert not is_within(one, two)
        assert not is_within(two, one)


@given(profiles, profiles, profiles)
def test_it_is_an_order(one: Profile | None, two: Profile | None, three: Profile | None):
    assert is_within(one, one)
    if is_within(one, two) and is_within(two, three):
        assert is_within(one, three)
    if is_within(one, two) and is_within(two, one):
        assert one == two


def test_the_strictest_is_within_all_others():
    assert strictest(["online", "off", "workspace"], OWN) == "workspace"
    assert strictest(["read-only", "online"], OWN) == "read-only"
    assert strictest(["off"], OWN) == "off"


def test_where_none_is_within_the_others_none_is_the_strictest():
    assert strictest(["workspace", "box"], OWN) is None
    own = {"one": Profile(base="workspace", hidden=("/a",)), "two": Profile(base="workspace", hidden=("/b",))}
    assert strictest(["one", "two"], own) is None


def test_of_nothing_there_is_no_strictest():
    with pytest.raises(ValueError, match="no profiles"):
        strictest([], OWN)


def test_each_is_described_in_a_sentence():
    assert (
        WORKSPACE.sentence
        == "Changes its folder and a /tmp of its own only, sees no secrets, without network."
    )
    assert READ_ONLY.sentence == "Changes nothing but a /tmp of its own, sees no secrets, without network."
    assert ONLINE.sentence.endswith("with network.")
    assert BOX.sentence == "In a container of debian:12 (docker), without network."
    wider = Profile(base="read-only", writable=("/a", "b"))
    assert wider.sentence == "Changes /a, b and a /tmp of its own, sees no secrets, without network."


def test_its_environment_is_not_printed():
    assert "hush" not in repr(Profile(base="docker", image="debian", environment=("KEY=hush",)))


def test_a_choice_is_to_be_had_unless_it_says_why_not():
    assert Choice(name="off", sentence="s").problem == ""
