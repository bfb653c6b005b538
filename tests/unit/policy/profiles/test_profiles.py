"""The shipped profiles say what their samples say, and know no argument that runs, writes, loads or sends."""

import asyncio
import json
from pathlib import Path

import pytest

from assent import resources
from assent.policy.block import Certain
from assent.policy.lexer import read
from assent.policy.profiles import profiles as module
from assent.policy.profiles.profiles import BadProfile, Profiles
from assent.policy.profiles.use import Use

DATA = Path(__file__).parents[3] / "data"
PROFILES = Profiles()


def cases(name: str) -> list[object]:
    found = [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]
    return [pytest.param(case["command"], id=case["id"]) for case in found]


def uses(command: str) -> list[Use | None] | None:
    """Return what is known of each command by a rule of its bare name; None for an uncertain block."""
    block = read(command)
    if not isinstance(block, Certain):
        return None
    return [
        PROFILES.use(
            simple.argv,
            1,
            frozenset(index for index, word in enumerate(simple.words) if word.globs),
            frozenset(index for index, word in enumerate(simple.words) if word.expands),
        )
        for simple in block.commands
    ]


@pytest.mark.parametrize("program", PROFILES.names())
def test_its_samples_hold(program: str):
    assert PROFILES.samples(program) > 0


@pytest.mark.parametrize("command", cases("executing.jsonl"))
def test_what_runs_by_an_argument_is_not_known(command: str):
    found = uses(command)
    assert found is None or any(use is None or not use.is_known for use in found)


@pytest.mark.parametrize("command", cases("everyday.jsonl"))
def test_what_is_typed_every_day_is_known(command: str):
    found = uses(command)
    assert found is not None
    assert [use.why if use else "no profile" for use in found if use is None or not use.is_known] == []


def test_the_yardstick_is_long_enough():
    commands = [json.loads(line)["command"] for line in (DATA / "executing.jsonl").read_text().splitlines()]
    assert len(commands) >= 300
    assert len({command.split()[0] for command in commands}) >= 80
    assert len((DATA / "everyday.jsonl").read_text().splitlines()) >= 200


def test_a_program_without_a_profile_is_not_spoken_of():
    assert PROFILES.use(["frobnicate", "-x"]) is None
    assert PROFILES.use([]) is None
    assert PROFILES.use(["aliases"]) is None


def test_a_program_is_known_by_its_name_and_its_other_names():
    for name in ("grep", "egrep", "/usr/bin/grep", "./grep"):
        use = PROFILES.use([name, "-n", "x", "a"])
        assert use is not None
        assert (use.is_known, use.name, use.reads) == (True, (name,), ("a",))


def test_other_names_are_those_of_profiles():
    shipped = set(resources.names("profiles"))
    assert set(PROFILES._aliases.values()) <= {name.removesuffix(".toml") for name in shipped}
    assert not {name + ".toml" for name in PROFILES._aliases} & shipped


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("about = 'x'\nmatch = ['odd -x']", "`odd -x` should be known: `-x` is not an option"),
        ("about = 'x'\nmatch = ['odd']\nnot_match = ['odd']", "`odd` should not be known"),
        ("about = 'x'\nmatch = ['odd']\nflags = '-a -a'", "-a is listed twice"),
        ("about = 'x'\nmatch = ['odd']\nunknown = 1", "unknown field"),
        ("about =", "odd: "),
    ],
)
def test_a_profile_that_is_wrong_is_a_bug(text: str, message: str, monkeypatch: pytest.MonkeyPatch):
    texts = {"profiles/aliases.toml": "", "profiles/odd.toml": text}
    monkeypatch.setattr(module.resources, "text", texts.__getitem__)
    monkeypatch.setattr(module.resources, "names", lambda _folder: ("aliases.toml", "odd.toml"))
    with pytest.raises(BadProfile) as raised:
        Profiles().use(["odd"])
    assert message in str(raised.value)


async def test_all_of_them_are_read_one_after_the_other_while_others_get_their_turn():
    profiles, turns = Profiles(), 0
    reading = asyncio.create_task(profiles.read_all())
    while not reading.done():
        turns += 1
        await asyncio.sleep(0)
    reading.result()
    assert turns > 100
    assert set(profiles._read) == profiles._files
