"""Without a question passes what only reads below the agent's folder, and no secret."""

from dataclasses import replace

import pytest

from assent.model.inspection import Expansion, Inspection
from assent.policy.block import Certain
from assent.policy.circumstances import Circumstances
from assent.policy.lexer import read
from assent.policy.part_judge import use_of
from assent.policy.profiles.profiles import Profiles
from assent.policy.reading import is_scaffold, read_only
from builders import a_call, a_proposal

PROFILES = Profiles()
AT = Circumstances(a_call(), a_proposal("x").model_copy(update={"cwd": "/home/ada/work"}), Inspection())


def passes(command: str, *expansions: Expansion) -> bool:
    block = read(command)
    at = replace(AT, inspection=Inspection(expansions=expansions))
    return isinstance(block, Certain) and all(
        not read_only().why_not(part, use_of(part, PROFILES), at) for part in block.commands
    )


@pytest.mark.parametrize(
    "command",
    [
        "ls -la",
        "cat src/a.txt",
        "grep -rn x .",
        "git status --short",
        "git log -1 | head",
        "find . -name '*.py'",
        "wc -l < a.txt",
        "cd src && ls",
        "sed -n 1,5p a.txt",
        "echo hello",
        "head -n 5 a.txt",
    ],
)
def test_what_only_reads_passes(command: str):
    assert passes(command)


@pytest.mark.parametrize(
    "command",
    [
        "rm x",
        "mkdir x",
        "cat /etc/passwd",
        "cat ../x",
        "cat src/../../x",
        "cat ~/x",
        'cat "$HOME"/x',
        "cat .env",
        "cat < .env",
        "cat config/.env.local",
        "cat id_rsa",
        "cat keys/server.pem",
        "ls .ssh",
        "grep -r x .aws",
        "cat Credentials.json",
        "grep --file=/etc/shadow x",
        "cd /tmp && ls",
        "cd .. && ls",
        "git push",
        "env",
        "printenv",
        "curl http://x",
        "find . -delete",
        "sed -i s/a/b/ x",
        "unheard-of",
        "pytest",
        "ls > x",
    ],
)
def test_what_does_more_asks(command: str):
    assert not passes(command)


def test_a_pattern_passes_where_all_that_it_stands_for_is_known():
    assert passes("cat *.py", Expansion(pattern="*.py", names=("a.py", "b.py")))
    assert not passes("cat *.py")
    assert not passes("cat *.py", Expansion(pattern="*.py", names=("a.py",), more=1))
    assert not passes("cat *", Expansion(pattern="*", names=("a.py", "server.pem")))


@pytest.mark.parametrize(
    ("command", "does"),
    [
        ("set -e", True),
        ("set -euo pipefail", True),
        ("test -f x", True),
        ("[ -d x ]", True),
        ("true", True),
        ("ls", False),
        ("rm x", False),
    ],
)
def test_conditions_only_hold_others_together(command: str, does: bool):
    block = read(command)
    assert isinstance(block, Certain)
    assert is_scaffold(block.commands[0], use_of(block.commands[0], PROFILES)) is does
