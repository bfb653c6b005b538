"""A rule that forbids speaks of a command however its options are mixed, and not of what is only alike."""

import pytest

from assent.policy.forbidding.match import base_name, follows
from assent.policy.patterns import pattern_of


@pytest.mark.parametrize(
    ("rule", "command", "does"),
    [
        ("rm", "rm -rf x", True),
        ("git push", "git push origin", True),
        ("git push", "git -C x --no-pager -c a.b=c push", True),
        ("git push", "git log push", False),
        ("git push", "git commit -q -m wip x push", False),
        ("npm publish", "npm --silent publish", True),
        ("npm publish", "npm publ", True),
        ("npm publish", "npm run publish", False),
        ("git push --force", "git push origin --force", True),
        ("git push --force", "git push --forc origin", True),
        ("git push --force", "git push --force-with-lease", False),
        ("rm -rf", "rm -f -r x", True),
        ("rm -rf", "rm -fvr x", True),
        ("rm -rf", "rm -r x", False),
        ("=rm x", "rm x", True),
        ("=rm x", "rm x y", False),
        ("=rm *", "rm y", True),
        ("cargo publish", "cargo +nightly publish", True),
        ("make install", "make CC=gcc install", True),
        ("kubectl * delete", "kubectl prod delete", True),
    ],
)
def test_it_speaks(rule: str, command: str, does: bool):
    assert follows(pattern_of(rule), command.split(), 0, set()) is does


def test_many_options_before_a_subcommand_do_not_hide_it():
    words = ["git", *["-c", "a=b"] * 200, "push"]
    assert follows(pattern_of("git push"), words, 0, set())
    missing: set[str] = set()
    assert not follows(pattern_of("git push"), words[:-1], 0, missing)
    assert "push" in missing


@pytest.mark.parametrize("word", ["rm", "/bin/rm", "./RM", "..//rm.exe"])
def test_a_program_is_known_by_its_name_alone(word: str):
    assert base_name(word) == "rm"
