"""A rule's conditions hold only where they are known to, and where a doubt forbids they do in doubt."""

from datetime import UTC, datetime, timedelta

import pytest

from assent.model.inspection import Inspection, Program
from assent.model.rules import Rule
from assent.policy.circumstances import Circumstances, is_inside
from builders import a_call, a_proposal

HASH = "a" * 64
AT = Circumstances(
    a_call(),
    a_proposal("x").model_copy(update={"cwd": "/home/ada/work"}),
    Inspection(programs=(Program(name="git", kind="file", path="/usr/bin/git", sha256=HASH),)),
)


def holds(
    doubt: bool = False, folder: str | None = ".", program: str | None = "git", **conditions: object
) -> bool:
    rule = Rule.model_validate({"decision": "allow", "command": "git", **conditions})
    return AT.hold(rule, folder=folder, program=program, doubt=doubt)


def test_a_rule_without_conditions_holds():
    assert holds()


def test_the_folder_is_that_of_the_rule_or_one_in_it():
    assert holds(cwd="/home/ada")
    assert holds(cwd="/home/ada/work/", folder="src")
    assert not holds(cwd="/home/ada/work/src")
    assert not holds(cwd="/home/ada/wor")
    assert not holds(cwd="/home/ada/work", folder="..")
    assert not holds(cwd="/home/ada/work", folder="/tmp")
    assert [holds(cwd="/home/ada", folder=None, doubt=doubt) for doubt in (False, True)] == [False, True]


def test_the_agent_is_who_asks_or_a_parent_of_it():
    process = AT.call.asker.process
    assert holds(agent=process.name)
    assert holds(agent=process.executable)
    assert not holds(agent="another", doubt=True)


def test_the_program_is_the_one_with_this_content():
    assert holds(tool=AT.call.tool)
    assert AT.hold(
        Rule(decision="allow", command="git", program=HASH), folder=".", program="git", doubt=False
    )
    assert not AT.hold(
        Rule(decision="allow", command="git", program="b" * 64), folder=".", program="git", doubt=True
    )
    unknown = Rule(decision="allow", command="ls", program=HASH)
    assert [AT.hold(unknown, folder=".", program="ls", doubt=doubt) for doubt in (False, True)] == [
        False,
        True,
    ]


def test_what_is_over_and_what_is_of_another_tool_does_not_hold():
    assert not holds(expires=datetime.now(UTC) - timedelta(seconds=1))
    assert holds(expires=datetime.now(UTC) + timedelta(hours=1))
    assert not holds(tool="Another")


@pytest.mark.parametrize(
    ("folder", "outside"),
    [
        (".", False),
        ("src", False),
        ("..", True),
        ("src/../..", True),
        ("/tmp", True),
        (None, True),
        ("/home/ada/work/src", False),
    ],
)
def test_what_leaves_the_agents_folder_is_outside(folder: str | None, outside: bool):
    assert AT.is_outside(folder) is outside


def test_without_a_folder_only_what_is_relative_is_inside():
    at = Circumstances(AT.call, a_proposal("x").model_copy(update={"cwd": ""}), Inspection())
    assert [at.is_outside(folder) for folder in (".", "src", "../x", "/x")] == [False, False, True, True]
    assert at.folder("src") is None


def test_a_folder_is_inside_itself():
    assert is_inside("/a/b/", "/a/b")
    assert is_inside("/a", "/")
    assert not is_inside("/a/bc", "/a/b")
