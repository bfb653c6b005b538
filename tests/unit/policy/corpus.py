"""Cases of rules and commands with the answers that are right, and what the judge says of them."""

import json
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any

from assent.console.rules_look import Looking
from assent.model.judgement import Judgement
from assent.model.rules import Rule
from assent.policy.layered import GivenRules

DATA = Path(__file__).parents[2] / "data"
Case = dict[str, Any]


def cases(name: str) -> list[Case]:
    """Return the cases of a file of `tests/data`."""
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


@lru_cache(maxsize=1)
def _looking() -> Looking:
    return Looking()


def judged(case: Case, cwd: str = "") -> Judgement:
    """Return what the judge says of a case; with a `cwd`, of what it comes to there."""
    rules = [
        Rule(command=command, decision=decision)
        for decision in ("deny", "ask", "allow")
        for command in case["rule_set"].get(decision, [])
    ]
    return _looking().judgement(GivenRules(rules, "the case"), case["command"], cwd)


def is_right(case: Case, decision: str) -> bool:
    """Tell whether a decision is right: nothing is allowed, and no denial missed, but as the case says.

    What the case would have asked may be denied where it has a rule that denies: these are matched by what a
    text may come to, and stricter than asked is safe.
    """
    if decision in case["accept"]:
        return True
    return decision == "deny" and bool(case["rule_set"]["deny"]) and case["category"] == "deny-evasion"


def a_repository(folder: Path, setup: str) -> Path:
    """Make a repository of one commit and run `setup` in it, a text for a shell."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1"}
    author = "-c user.name=Ada -c user.email=ada@example.com"
    script = f"git init -q . && echo a > a.txt && git add a.txt && git {author} commit -q -m first\n{setup}"
    subprocess.run(["bash", "-c", script], cwd=folder, env=environment, check=True, capture_output=True)
    return folder
