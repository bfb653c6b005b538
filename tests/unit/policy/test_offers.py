"""What is offered matches the command again, and nothing near it."""

import json
import tomllib
from pathlib import Path

import pytest

from assent.model.grant import Offer
from assent.model.inspection import Inspection
from assent.model.rules import Rule, RulebookFile
from assent.policy.block import Certain
from assent.policy.judge import Judge
from assent.policy.layered import GivenRules
from assent.policy.lexer import read
from assent.policy.near_misses import around
from assent.policy.offers import Offers
from assent.policy.profiles.profiles import Profiles
from assent.policy.samples import problem_of
from builders import a_call, a_proposal

PROFILES = Profiles()
HERE = "/home/ada/project"
COMMANDS = sorted(
    {
        json.loads(line)["command"]
        for line in (Path(__file__).parents[2] / "data" / "policy.jsonl").read_text("utf-8").splitlines()
    }
)


def decided(rules: list[Rule], command: str, cwd: str = HERE) -> str:
    judge = Judge(GivenRules(rules, "x"), profiles=PROFILES)
    return judge.judge(a_call(command), a_proposal(command, cwd=cwd)).decision


def offers(command: str, *rules: Rule) -> dict[str, Offer]:
    """Return what is offered, by what it covers, where these rules are in force."""
    call, proposal = a_call(), a_proposal().model_copy(update={"command": command, "cwd": HERE})
    judgement = Judge(GivenRules(rules, "x"), profiles=PROFILES).judge(call, proposal)
    found = Offers(PROFILES).of(call, proposal, judgement, Inspection())
    return {offer.cover: offer for offer in found}


def said(offer: Offer) -> list[tuple[str | None, str | None]]:
    return [(rule.command, rule.cwd) for rule in offer.rules]


def test_a_command_is_offered_exactly_by_its_first_words_and_by_its_program():
    found = offers("git status -s")
    assert said(found["block"]) == [("=git status -s", HERE)]
    assert said(found["prefix"]) == [("git status", None)]
    assert said(found["program"]) == [("git", HERE)]
    assert (found["prefix"].text, found["program"].text) == ("git status …", f"git in {HERE}")
    assert found["prefix"].toml == (
        '[[rule]]\ndecision = "allow"\ncommand = "git status"\nmatch = ["git status -s"]\n'
        'not_match = ["git another-subcommand", "gitx"]\n'
    )


def test_a_chain_gets_a_rule_for_each_part_that_has_none():
    found = offers("git log -3 | wc -l && pytest -q", Rule(command="wc", decision="allow"))
    assert said(found["block"]) == [("=git log -3", HERE), ("=pytest -q", HERE)]
    assert said(found["prefix"]) == [("git log", None), ("pytest", HERE)]
    assert said(offers("ls a; ls b")["prefix"]) == [("ls", None)]
    assert said(offers("echo a b")["prefix"]) == [("echo", None)]  # takes any word, so any option, too


def test_what_it_runs_or_changes_is_bound_to_its_folder():
    assert said(offers("pytest -q tests")["prefix"]) == [("pytest", HERE)]
    assert said(offers("cd sub && ls x")["block"])[1] == ("=ls x", f"{HERE}/sub")


@pytest.mark.parametrize("command", ["frobnicate --all", "sudo ls", "xargs rm", "rm -rf build", "./run.sh x"])
def test_of_what_is_not_known_or_does_harm_only_the_very_words_are_offered(command: str):
    assert set(offers(command)) <= {"block"}


@pytest.mark.parametrize(
    "command",
    [
        "ls $(x)",
        "ls > x",
        "x=1; $x",
        "ls \u202e",
        "bash <<< ls",
        "ls &",
        "cat <<E\n$(x)\nE",
        "true " + "x" * 1_000,
        "",
        "# nothing",
    ],
)
def test_of_what_is_not_certain_nothing_is_offered(command: str):
    assert offers(command) == {}


def test_where_a_rule_asks_nothing_is_offered():
    assert offers("git push", Rule(command="git push", decision="ask")) == {}


def test_where_nothing_is_missing_nothing_is_offered():
    assert offers("ls", Rule(command="ls", decision="allow")) == {}


@pytest.mark.parametrize(
    "command", ["echo 'a b' \"it's\"", "grep -n 'a\\b' x", 'grep "*" x', "cat 'ü'", "ls *.py", "echo '='"]
)
def test_odd_words_are_written_so_that_the_rule_has_just_these(command: str):
    found = offers(command)
    for offer in found.values():
        assert RulebookFile.model_validate(tomllib.loads(offer.toml)).rule == offer.rules
        assert decided(list(offer.rules), command) == "allow"
    assert "block" in found


def test_a_pattern_that_stands_for_any_word_is_in_no_rule():
    assert all(rule.command == "ls" for offer in offers("ls *").values() for rule in offer.rules)


def argvs(text: str) -> object:
    block = read(text)
    return [each.argv for each in block.commands] if isinstance(block, Certain) else text


def test_every_offer_of_the_corpus_matches_again_and_nothing_around_it():
    """The figures tell that something is offered at all."""
    made = 0
    for command in COMMANDS:
        for offer in offers(command).values():
            made += 1
            rules = list(offer.rules)
            assert decided(rules, command) == "allow", command
            assert RulebookFile.model_validate(tomllib.loads(offer.toml)).rule == offer.rules
            assert not any(problem_of(rule, PROFILES) for rule in rules)
            # What stands in a comment is no other command.
            near = [text for text in around(command) if argvs(text) != argvs(command)]
            assert [text for text in near if decided(rules, text) == "allow"] == [], command
            if all(rule.cwd for rule in rules):
                assert decided(rules, command, "/another") != "allow"
    assert made > 100
