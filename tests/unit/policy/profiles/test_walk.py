"""On the way through a command line each word is an option, a value, a subcommand or an operand."""

import shlex

import pytest

from assent.policy.profiles.line import Line
from assent.policy.profiles.profile import Profile, profile_of
from assent.policy.profiles.profile_file import Table
from assent.policy.profiles.use import Use
from assent.policy.profiles.walk import Walk

TOOL = Table(
    flags="-a -b --all ( !",
    closed="-z",
    values={
        "text": "-t --text",
        "read": "-f --file",
        "program": "-p --prog",
        "output": "-o",
        "exec": "-exec",
    },
    attached={"text": "-c --colour", "output": "-i"},
    pairs={"text": "--arg"},
    choices={"-X": "GET"},
    numeric=True,
    operands="text read*",
    operands_after={"-f --file": "read*"},
    deep="-a",
    dangers={"-b": "it is loud"},
)
WRAPPER = Table(permutes=False, flags="-v --version", values={"text": "-u"}, operands="assignment* command")
FEEDER = Table(permutes=False, stdin="code", stdin_alone="data", operands="command")
SINGLE = Table(dashes="single", values={"text": "-name"}, operands="read*")
EITHER = Table(dashes="either", flags="-v", values={"text": "-run"}, operands="inside*")
GROUP = Table(
    flags="-q",
    values={"text": "-C"},
    everywhere=True,
    sub={"log l": Table(flags="-p", effect="reads"), "-m": Table(sub={"tool": Table(profile="tool")})},
)
SHELL = Table(
    stdin="data",
    stdin_alone="code",
    permutes=False,
    values={"shell": "-c"},
    operands="script text*",
    operands_after={"-c": "text*"},
)
SAFE = Table(patterns="harmless", operands="read*")
PROFILES = {
    name: profile_of(table)
    for name, table in {
        "tool": TOOL,
        "wrap": WRAPPER,
        "feed": FEEDER,
        "single": SINGLE,
        "either": EITHER,
        "group": GROUP,
        "shell": SHELL,
        "safe": SAFE,
        "words": Table(dashes="none", operands="text*"),
        "count": Table(operands="number"),
        "copy": Table(operands="read* write"),
        "edit": Table(operands="sed read*"),
        "endless": Table(ends=False, flags="-n", operands="read*"),
        "plus": Table(flags="-n +e", values={"code": "-o +o"}, operands="read*"),
        "pack": Table(dashless=True, flags="-t tf", values={"read": "-f"}, operands="text*"),
        "ask": Table(dashes="none", grammar="test"),
    }.items()
}


def lookup(name: str) -> Profile | None:
    return PROFILES.get(name)


def use(text: str, spelled: int = 1, globs: tuple[int, ...] = (), expands: tuple[int, ...] = ()) -> Use:
    argv = tuple(shlex.split(text))
    walk = Walk(Line(argv, spelled, frozenset(globs), frozenset(expands)), lookup)
    walk.go(PROFILES[argv[0]])
    return walk.found.use()


@pytest.mark.parametrize(
    "text",
    [
        "tool",
        "tool -a -b --all",
        "tool -ab",
        "tool -abt x",
        "tool -tx -t x --text x --text=x --text=",
        "tool -t -z",
        "tool -c --colour --colour=always -calways",
        "tool -5",
        "tool --arg a b",
        "tool -X GET",
        "tool -XGET",
        "tool ( !",
        "tool pattern a b -a",
        "tool -- -z -y",
        "tool - -",
        "single -name -x a",
        "either -run x --run y --run=z -v --v src",
        "words -x --y",
        "plus -n +e x",
        "endless -n x",
        "pack tf x",
        "pack -tf x y",
        "group",
        "group -q log -p",
        "group -C x l -q -p -C y",
        "group -m tool -a x",
    ],
)
def test_known(text: str):
    assert use(text).is_known, use(text).why


@pytest.mark.parametrize(
    "text",
    [
        "tool --al",
        "tool --tex=x",
        "tool --all=x",
        "tool -ay",
        "tool -z",
        "tool -az",
        "tool -t",
        "tool -p x",
        "tool -px",
        "tool -ap x",
        "tool --prog=x",
        "tool -i",
        "tool -ix",
        "tool -ai",
        "tool -exec a ;",
        "tool -5x",
        "tool -X POST",
        "tool -X=GET",
        "tool --text=x --unknown",
        "single -ab",
        "single -name",
        "single --name x",
        "either ../a",
        "group push",
        "group log x",
        "group -p log",
        "group -m other",
        "wrap tool",
        "wrap a=b tool",
        "wrap -- tool",
        "wrap -u x tool",
        "feed tool",
        "plus +n x",
        "endless -- -n",
        "plus -n +o noexec x",
        "pack fI x -t",
        "shell x.sh",
        "shell -c x",
        "shell -",
    ],
)
def test_not_known(text: str):
    assert not use(text).is_known


def test_paths_are_told():
    assert use("tool x a b").reads == ("a", "b")
    assert use("tool -f list a").reads == ("list", "a")
    assert use("tool -a x a b/").reads == ("a/", "b/")
    assert use("tool -a x").reads == ("./",)
    assert (use("copy a b c").reads, use("copy a b c").writes) == (("a", "b"), ("c",))


def test_a_danger_of_an_option_is_told():
    assert use("tool -ab").danger == "it is loud"


def test_the_subcommand_is_named_without_the_options_between():
    found = use("group -q -C x log -p")
    assert (found.name, found.verb, found.effect) == (("group", "log"), 5, "reads")
    assert use("group -m tool x y").name == ("group", "-m", "tool")


def test_what_is_started_is_told():
    assert use("tool -exec a b ; c").runs == (("a", "b"),)
    assert use("tool -exec a {} + -p x").runs == (("a", "{}"), ("x",))
    assert use("wrap a=b tool -p x").runs == (("tool", "-p", "x"),)
    assert use("wrap 'a b' c").texts == ("a b c",)
    assert use("wrap --odd 5 tool x").runs == (("5", "tool", "x"), ("tool", "x"), ("x",))
    assert use("shell -c 'a b'").texts == ("a b",)
    assert use("shell x.sh").scripts == ("x.sh",)


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("tool -p x", 3),
        ("tool -p x -a", 3),
        ("tool --prog=x y", 2),
        ("tool -exec a ;", 4),
        ("wrap tool", 2),
        ("wrap tool -a x", 2),
        ("wrap -u x tool -a x", 4),
        ("feed tool x", 3),
        ("shell x.sh a b", 2),
        ("shell", 1),
    ],
)
def test_what_a_rule_spelled_out_is_meant(text: str, spelled: int):
    assert use(text, spelled).is_known, use(text, spelled).why


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("tool -p x", 2),
        ("tool --unlisted x", 2),
        ("tool -y x", 2),
        ("tool -ay x", 2),
        ("tool -z x", 2),
        ("tool -exec a ;", 3),
        ("wrap tool -p x", 2),
        ("wrap unknown x", 2),
        ("wrap -u x tool", 3),
        ("feed tool x", 2),
        ("shell -c x", 2),
        ("shell x.sh", 1),
    ],
)
def test_what_follows_the_words_of_a_rule_is_not(text: str, spelled: int):
    assert not use(text, spelled).is_known


def test_a_wrapper_in_a_wrapper_comes_to_an_end():
    assert not use(" ".join(["wrap"] * 9) + " tool", 9).is_known


def test_a_pattern_may_stand_for_options_and_for_many_words():
    assert use("tool x src/*", globs=(2,)).is_known
    assert use("tool x -- *", globs=(3,)).is_known
    assert not use("tool x *", globs=(2,)).is_known
    assert not use("tool x ?a", globs=(2,)).is_known
    assert not use("tool src/* x", globs=(1,)).is_known
    assert not use("tool -t src/*", globs=(2,)).is_known
    assert use("tool --text=src/*", globs=(1,)).is_known
    assert not use("copy a src/*", globs=(2,)).is_known
    assert use("safe * ?a", globs=(1, 2)).is_known
    assert not use("ask -f a*", globs=(2,)).is_known


def test_a_pattern_may_lead_upwards():
    assert use("either src/*", globs=(1,)).is_known
    assert not use("either src/.*", globs=(1,)).is_known
    assert not use("either .?/a", globs=(1,)).is_known


def test_what_the_shell_puts_in_may_be_read_but_not_computed():
    assert use("tool x $HOME/a", expands=(2,)).is_known
    assert not use("edit s/a/$HOME/", expands=(1,)).is_known
    assert use("count $?", expands=(1,)).is_known


def test_stdin_is_told():
    assert use("feed").stdin == "data"
    assert use("feed tool").stdin == "code"
    assert use("shell").stdin == "code"
    assert use("shell x.sh").stdin == "data"
    assert use("tool").stdin == "nothing"


def test_the_profile_of_another_program_must_be_there():
    table = profile_of(Table(sub={"x": Table(profile="none")}))
    with pytest.raises(ValueError, match="no profile"):
        Walk(Line(("a", "x"), 1, frozenset(), frozenset()), lookup).go(table)
