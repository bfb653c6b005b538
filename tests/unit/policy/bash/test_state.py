"""A builtin that changes what later words mean is told from one that does not."""

import pytest

from assent.policy.bash.state import why_uncertain
from assent.policy.block import Word


def why(command: str) -> str:
    return why_uncertain([Word(text, 0, 0, globs="*" in text) for text in command.split()])


@pytest.mark.parametrize(
    "command",
    [
        *(
            "git status",
            "cd a",
            "exit 0",
            "true",
            ":",
            "type git",
            "set -e",
            "set -euo pipefail",
            "set +e",
            "set -o pipefail",
        ),
        *(
            "command -v git",
            "command ls",
            "command",
            "printf %s *.py",
            "printf -- x",
            "test -d src",
            "[ -f a -a ! -d b ]",
        ),
    ],
)
def test_these_change_nothing(command: str):
    assert why(command) == ""


@pytest.mark.parametrize(
    "command",
    [
        *(
            "eval a",
            "exec a",
            "source a",
            ". a",
            "alias a=b",
            "trap a EXIT",
            "export A=b",
            "declare a",
            "read a",
            "unset a",
        ),
        *(
            "hash -p a b",
            "enable a",
            "shopt -s a",
            "builtin a",
            "let a",
            "jobs -x a",
            "wait -p a",
            "getopts a b",
            "mapfile a",
        ),
        *(
            "set",
            "set -f",
            "set a",
            "set --",
            "set -o",
            "set -o noglob",
            "set -k",
            "set -*",
            "set -x",
            "[[ a",
        ),
        *(
            "command eval a",
            "command cd a",
            "command -p ls",
            "command *",
            "command set -f",
            "command command exec",
        ),
        *("printf -v a b", "printf -va b", "printf *", "test -v a", "[ ! -v a ]", "[ -R a ]", "test -f *"),
    ],
)
def test_these_may(command: str):
    assert why(command)
