"""The profiles of developers' tools know what is typed every day, and tell what a line would do."""

import json
import shlex
from pathlib import Path

import pytest

from assent.policy.profiles.profiles import Profiles
from assent.policy.profiles.use import Use

DATA = Path(__file__).parents[3] / "data"
PROFILES = Profiles()


def cases(name: str) -> list[object]:
    found = [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]
    return [pytest.param(case["command"], id=case["id"]) for case in found]


def use(command: str, spelled: int = 1) -> Use:
    """Return what the command line does by a rule of its first `spelled` words."""
    found = PROFILES.use(shlex.split(command), spelled)
    assert found is not None
    return found


@pytest.mark.parametrize("command", cases("everyday_tools.jsonl"))
def test_what_is_typed_every_day_is_known(command: str):
    assert use(command).why == ""


@pytest.mark.parametrize("command", cases("executing_tools.jsonl"))
def test_what_runs_or_replaces_by_an_argument_is_not_known(command: str):
    found = PROFILES.use(shlex.split(command), 1)
    assert found is None or not found.is_known


@pytest.mark.parametrize(
    ("command", "name", "verb"),
    [
        ("git --no-pager log -1", ("git", "log"), 3),
        ("git -C sub status", ("git", "status"), 4),
        ("git -c x=y push origin", ("git", "push"), 4),
        ("git --exec-path=x push", ("git", "push"), 3),
        ("git stash drop", ("git", "stash", "drop"), 3),
        ("npm --silent publish", ("npm", "publish"), 3),
        ("kubectl -n x delete pod y", ("kubectl", "delete"), 4),
        ("docker -H tcp://x run y", ("docker", "run"), 4),
        ("docker compose -f x up", ("docker", "compose", "up"), 5),
        ("python3 -u -m pytest -q", ("python3", "-m", "pytest"), 4),
        ("cargo -q publish", ("cargo", "publish"), 3),
    ],
)
def test_the_subcommand_is_found_behind_options(command: str, name: tuple[str, ...], verb: int):
    found = use(command)
    assert (found.name, found.verb) == (name, verb)


@pytest.mark.parametrize(
    ("command", "effect"),
    [
        ("git status", "reads"),
        ("git branch -a", "reads"),
        ("git branch topic", "writes"),
        ("git tag --list 'v*'", "reads"),
        ("git tag v1", "writes"),
        ("git stash list", "reads"),
        ("git stash", "writes"),
        ("git commit -m x", "writes"),
        ("git fetch", "network"),
        ("git push origin main", "network"),
        ("ruff check .", "reads"),
        ("ruff check --fix .", "writes"),
        ("pip list", "reads"),
        ("pip list --outdated", "network"),
        ("pytest", "executes"),
        ("python3 -m ruff check", "executes"),
        ("make", "executes"),
        ("npm view x", "network"),
        ("npm run x", "executes"),
        ("kubectl get pods", "network"),
        ("docker ps", "reads"),
    ],
)
def test_the_worst_that_it_does_is_told(command: str, effect: str):
    assert use(command).effect == effect


def test_what_it_would_start_is_told():
    assert use("git rebase -x 'rm -r x' main").texts == ("rm -r x",)
    assert use("git submodule foreach 'git push'").texts == ("git push",)
    assert use("git filter-branch --tree-filter 'rm x'").texts == ("rm x",)
    assert use("git bisect run rm x").runs == (("rm", "x"),)
    assert use("git fetch --upload-pack 'rm x' origin").runs == (("rm", "x"),)
    assert use("uv run rm x").runs == (("rm", "x"),)
    assert use("npx -c 'rm x'").texts == ("rm x",)


def test_the_files_that_run_are_told():
    assert use("make test").scripts == ("Makefile",)
    assert use("npm run build").scripts == ("package.json",)
    assert use("python3 x.py").scripts == ("x.py",)


def test_what_a_rule_spelled_out_is_meant():
    assert use("git -c core.pager=cat log", 4).is_known
    assert use("git remote add x https://example.org/x.git", 3).is_known
    assert not use("git remote add x ext::y", 3).is_known
    assert use("uv run pytest -q", 3).is_known
    assert not use("uv run pytest -p evil", 3).is_known
    assert use("python3 x.py --anything", 2).is_known
    assert use("npm publish", 2).is_known


def test_a_danger_is_told_of_what_removes_and_replaces():
    assert use("git push --force").danger == "may overwrite what is there"
    assert use("git reset --hard").danger == "throws changes away"
    assert use("git clean -fd").danger
    assert not use("git status").danger
