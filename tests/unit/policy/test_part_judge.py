"""A rule allows a command of its words only if it is what the rule means, and does no more."""

import pytest

from assent.model.inspection import Inspection, Program, Repository
from assent.model.rules import Rule
from assent.policy.block import Certain
from assent.policy.circumstances import Circumstances
from assent.policy.layered import GivenRules
from assent.policy.lexer import read
from assent.policy.part_judge import Allowed, decided
from assent.policy.profiles.profiles import Profiles
from assent.policy.rule_index import RuleIndex
from builders import a_call, a_proposal

PROFILES = Profiles()
CWD = "/home/ada/work"


def why_not(rule: str, command: str, *programs: Program, repository: Repository | None = None) -> str:
    """Return why the rule does not allow the last part of the command, nothing when it does."""
    at = Circumstances(
        a_call(),
        a_proposal("x").model_copy(update={"cwd": CWD}),
        Inspection(programs=programs, repositories=() if repository is None else (repository,)),
    )
    block = read(command)
    assert isinstance(block, Certain), block
    index = RuleIndex(GivenRules([Rule(decision="allow", command=rule)], "x").layered(), PROFILES.use)
    found = decided(block.commands[-1], (index,), PROFILES, at)
    return "" if isinstance(found, Allowed) else found.why


@pytest.mark.parametrize(
    ("rule", "command"),
    [
        ("ls", "ls -la"),
        ("=make test", "make test"),
        ("=./run.sh", "./run.sh"),
        ("=unheard of", "unheard of"),
        ("*", "cat a.txt"),
        ("sort --compress-program=gzip", "sort --compress-program=gzip a"),
        ("git log", "cd src && git log"),
        ("grep", "cat a | grep x"),
        ("cat", "cat <<'E'\na\nE"),
    ],
)
def test_it_is_allowed(rule: str, command: str):
    assert why_not(rule, command) == ""


@pytest.mark.parametrize(
    ("rule", "command", "why"),
    [
        ("ls", "cat a", "no rule speaks of it"),
        ("unheard", "unheard of", "nothing is known"),
        ("=unheard *", "unheard of", "nothing is known"),
        ("sort", "sort --compress-program=sh a", "--compress-program"),
        ("* a", "mkdir a", "more than read"),
        ("*", "sudo ls", ""),
        ("git", "./git status", "no rule"),
        ("./run.sh", "cd src && ./run.sh", "another file"),
        ("=bash", "bash <<< ls", "text on its stdin"),
        ("=cat", "cat <<< ls", "text on its stdin"),
        ("=unheard", "ls | unheard", "nothing is known of what this program does with what it reads"),
        ("git status", "cd /tmp && git status", "/tmp"),
        ("make", "cd ../x && make", "did not start in"),
        ("git status", "cd src || git status", "not certain"),
    ],
)
def test_it_is_not_allowed(rule: str, command: str, why: str):
    found = why_not(rule, command)
    assert found
    assert why in found


def test_a_program_in_the_agents_folder_is_another_one():
    inside = Program(name="ls", kind="file", path=f"{CWD}/bin/ls", in_workspace=True)
    assert "the agent may write" in why_not("ls", "ls", inside)
    assert why_not("ls", "ls", inside.model_copy(update={"path": "/usr/bin/ls", "in_workspace": False})) == ""


def test_what_a_repository_executes_is_not_what_the_rule_allowed():
    repository = Repository(root=CWD, fingerprint="1", executes=("core.fsmonitor",))
    assert "core.fsmonitor" in why_not("git status", "git status", repository=repository)
    trusted = repository.model_copy(update={"is_trusted": True})
    assert why_not("git status", "git status", repository=trusted) == ""
    assert why_not("ls", "ls", repository=repository) == ""
