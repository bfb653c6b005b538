"""A block is judged as the console would judge it: in a folder, by what it comes to there."""

import shutil
from pathlib import Path

import pytest

from assent.console.rules_look import Looking
from assent.host.shell import Shell
from assent.model.rules import Rule
from assent.policy.layered import GivenRules
from unit.policy.corpus import a_repository

RULES = GivenRules([Rule(decision="allow", command="git"), Rule(decision="allow", command="ls")], "x")


@pytest.mark.skipif(shutil.which("git") is None, reason="git makes the repository")
def test_a_repository_that_makes_git_run_programs_asks(tmp_path: Path):
    looking = Looking()
    folder = a_repository(tmp_path, "")
    assert looking.judgement(RULES, "git diff", str(folder)).decision == "allow"
    a_repository_that_runs = "git config diff.external 'touch x'"
    other = tmp_path / "other"
    other.mkdir()
    a_repository(other, a_repository_that_runs)
    assert looking.judgement(RULES, "git diff", str(other)).decision == "ask"
    assert looking.judgement(RULES, "ls", str(other)).decision == "allow"


def test_without_a_folder_words_alone_count():
    assert Looking().judgement(RULES, "git diff", "").decision == "allow"
    assert Looking().judgement(RULES, "git diff \udcff\0", "").decision == "ask"


def test_it_is_judged_for_the_shell_of_this_machine(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("assent.console.rules_look.find_shell", lambda: Shell("sh", "/bin/sh"))
    judgement = Looking().judgement(RULES, "ls", "")
    assert (judgement.decision, judgement.by) == ("ask", None)
    assert judgement.reason.startswith("The shell is sh")
