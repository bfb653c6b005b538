"""Rules decide what they speak of for certain; whatever else there is, a person decides."""

import json
from pathlib import Path
from typing import Any

import pytest

from assent.model.authority import ByRule
from assent.model.judgement import Judgement
from assent.model.rules import Rule
from assent.policy.block import Word
from assent.policy.confining import Demand
from assent.policy.judge import Judge
from assent.policy.patterns import pattern_of
from assent.policy.rulebook import Rulebook
from assent.policy.settings_file import SettingsFile
from assent.policy.words import words_of
from builders import a_call, a_proposal
from unit.policy.bash_oracle import BASH, argv_of_each

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "policy.jsonl").read_text("utf-8").splitlines()
]
# Here one plain command does harm by its arguments; rules of first words say nothing of those.
BY_ARGUMENT = {"arg-exec", "git", "wrapper", "deny", "repo-state", "public"}


def judge_of(folder: Path, *rules: tuple[str, str]) -> Judge:
    path = folder / "rules.toml"
    path.write_text(
        "".join(
            f'[[rule]]\ncommand = {json.dumps(command)}\ndecision = "{word}"\n' for word, command in rules
        )
    )
    path.chmod(0o600)
    return Judge(Rulebook(path))


def said(judge: Judge, command: str) -> str:
    return judge.judge(a_call(), a_proposal(command)).decision


def test_a_rule_that_allows_is_named(tmp_path: Path):
    judgement = judge_of(tmp_path, ("allow", "git status")).judge(a_call(), a_proposal("git status -s"))
    by = ByRule(rule="git status", source=str(tmp_path / "rules.toml"))
    assert judgement == Judgement(decision="allow", reason="The rule 'git status' says allow.", by=by)


def test_without_a_rule_a_person_is_asked(tmp_path: Path):
    judge = judge_of(tmp_path, ("allow", "git status"))
    for command in ("git push", "git", "git statusx", "ls"):
        assert judge.judge(a_call(), a_proposal(command)) == Judgement(
            decision="ask", reason="No rule speaks of it."
        )


@pytest.mark.parametrize("turned", [False, True])
def test_the_strictest_rule_holds_wherever_it_stands(tmp_path: Path, turned: bool):
    rules = [
        ("allow", "git"),
        ("ask", "git push"),
        ("deny", "git push --force"),
        ("allow", "git push --force x"),
    ]
    judge = judge_of(tmp_path, *(rules[::-1] if turned else rules))
    assert said(judge, "git log") == "allow"
    assert said(judge, "git push") == "ask"
    assert said(judge, "git push --force x") == "deny"


def test_what_is_not_one_plain_command_is_asked_and_no_rule_is_named(tmp_path: Path):
    judge = judge_of(tmp_path, ("allow", "*"), ("deny", "rm"))
    for command in ("ls; rm x", "ls $(rm x)", "ls > x", "ls\nls", "l's'"):
        judgement = judge.judge(a_call(), a_proposal(command))
        assert (judgement.decision, judgement.by) == ("ask", None)


def test_what_is_no_command_is_asked(tmp_path: Path):
    proposal = a_proposal().model_copy(update={"command": None})
    assert judge_of(tmp_path, ("allow", "*")).judge(a_call(), proposal).decision == "ask"


def _decided(case: dict[str, Any]) -> str:
    """Judge a case of the corpus as Judge would, without a file for each."""
    words = words_of(case["command"])
    if words is None:
        return "ask"
    for decision in ("deny", "allow"):
        rules = [Rule(command=text, decision=decision) for text in case["rule_set"][decision]]
        if any(pattern_of(rule.command).speaks_of([Word(word, 0, 0) for word in words]) for rule in rules):
            return decision
    return "ask"


def test_nothing_is_allowed_that_a_rule_of_first_words_does_not_speak_of():
    judged = [case for case in CASES if case["category"] not in BY_ARGUMENT]
    wrong = [case["id"] for case in judged if _decided(case) == "allow" and "allow" not in case["accept"]]
    assert len(judged) > 250
    assert wrong == []


@pytest.mark.skipif(not BASH.exists(), reason="bash is the judge")
def test_every_case_that_is_read_is_one_command_of_these_words_to_bash_too():
    read = {case["command"]: words for case in CASES if (words := words_of(case["command"])) is not None}
    read = {command: words for command, words in read.items() if "/" not in words[0]}
    assert len(read) > 150
    for command, commands in zip(read, argv_of_each(list(read)), strict=True):
        assert commands == [read[command]], command


def confined(folder: Path, rules: str, settings: str = "") -> Judge:
    """Return a judge by these files."""
    for name, text in (("rules.toml", rules), ("settings.toml", settings)):
        (folder / name).write_text(text)
        (folder / name).chmod(0o600)
    return Judge(Rulebook(folder / "rules.toml"), SettingsFile(folder / "settings.toml").settings)


MAKE = '[[rule]]\ncommand = "make"\ndecision = "allow"\nconfinement = "workspace"\n'
ONLINE = '[[rule]]\ncommand = "make fetch"\ndecision = "allow"\nconfinement = "online"\n'
SETTINGS = (
    '[tools.shell]\nconfinement = "read-only"\n[confinement.online]\nbase = "workspace"\nnetwork = true\n'
)


def test_a_rule_with_a_confinement_allows_it_only_so_confined(tmp_path: Path):
    judge = confined(tmp_path, MAKE)
    assert judge.judge(a_call(), a_proposal("make", confinement="workspace")).decision == "allow"
    assert judge.judge(a_call(), a_proposal("make", confinement="read-only")).decision == "allow"
    judgement = judge.judge(a_call(), a_proposal("make", confinement="off"))
    assert (judgement.decision, judgement.by) == ("ask", None)
    assert "confined in another way" in judgement.reason


def test_a_rule_without_one_allows_it_as_the_settings_confine(tmp_path: Path):
    judge = confined(tmp_path, '[[rule]]\ncommand = "ls"\ndecision = "allow"\n', SETTINGS)
    assert judge.judge(a_call(), a_proposal("ls", confinement="read-only")).decision == "allow"
    assert judge.judge(a_call(), a_proposal("ls", confinement="workspace")).decision == "ask"


def test_what_is_confined_otherwise_is_denied_all_the_same(tmp_path: Path):
    judge = confined(tmp_path, MAKE + '[[rule]]\ncommand = "make all"\ndecision = "deny"\n')
    assert judge.judge(a_call(), a_proposal("make all", confinement="workspace")).decision == "deny"


def test_rules_demand_in_place_of_the_settings_and_all_that_match_do(tmp_path: Path):
    judge = confined(tmp_path, MAKE + ONLINE, SETTINGS)
    assert judge.demands("ls") == [Demand("read-only", "The person's settings")]
    assert judge.demands("make") == [Demand("workspace", "The rule 'make'")]
    assert [demand.name for demand in judge.demands("make fetch")] == ["workspace", "online"]
    assert judge.demands("make; ls") == [Demand("read-only", "The person's settings")]


def test_a_rule_that_names_an_unknown_confinement_allows_nothing(tmp_path: Path):
    judge = confined(tmp_path, ONLINE)
    assert judge.judge(a_call(), a_proposal("make fetch", confinement="read-only")).decision == "ask"
