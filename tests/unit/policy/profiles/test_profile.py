"""A table is made ready for looking up, or refused where it contradicts itself."""

import pytest

from assent.policy.profiles.profile import Operands, profile_of
from assent.policy.profiles.profile_file import Table


def test_each_spelling_of_an_option_is_found():
    profile = profile_of(Table(flags="-n --number", values={"read": "-f --file"}, choices={"-X": "GET HEAD"}))
    assert {name: option.takes for name, option in profile.options.items()} == {
        "-n": "none",
        "--number": "none",
        "-f": "value",
        "--file": "value",
        "-X": "value",
    }
    assert profile.options["-X"].choices == {"GET", "HEAD"}


def test_options_of_the_program_hold_behind_its_subcommands_where_it_says_so():
    sub = {"run r": Table(flags="-x")}
    assert profile_of(Table(flags="-q", sub=sub)).sub["r"].options.keys() == {"-x"}
    assert profile_of(Table(flags="-q", sub=sub, everywhere=True)).sub["run"].options.keys() == {"-q", "-x"}


@pytest.mark.parametrize(
    ("text", "count", "kinds"),
    [
        ("", 1, (None,)),
        ("text read*", 3, ("text", "read", "read")),
        ("read* write", 3, ("read", "read", "write")),
        ("read* write", 1, ("write",)),
        ("read output", 3, ("read", "output", None)),
        ("text", 0, ()),
    ],
)
def test_each_operand_has_its_kind(text: str, count: int, kinds: tuple[str | None, ...]):
    assert profile_of(Table(operands=text)).operands.kinds(count) == kinds


def test_only_the_middle_may_grow():
    operands = Operands(("text",), "read", ("write",))
    assert [operands.is_middle(index, 4) for index in range(4)] == [False, True, True, False]


@pytest.mark.parametrize(
    "table",
    [
        Table(flags="-n -n"),
        Table(flags="-n", values={"text": "-n"}),
        Table(operands="path"),
        Table(operands="text* read*"),
    ],
)
def test_a_contradiction_is_refused(table: Table):
    with pytest.raises(ValueError, match=r"twice|no kind|only one"):
        profile_of(table)
