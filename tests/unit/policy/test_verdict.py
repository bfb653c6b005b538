"""Each part of a block is decided for itself, and the strictest decision is told first."""

from assent.model.inspection import Inspection
from assent.model.mode import ModeName
from assent.model.rules import Decision, Rule
from assent.policy.circumstances import Circumstances
from assent.policy.layered import GivenRules
from assent.policy.profiles.profiles import Profiles
from assent.policy.rule_index import RuleIndex
from assent.policy.verdict import Reached, Verdict
from builders import a_call, a_proposal

PROFILES = Profiles()


def reached(command: str, *rules: tuple[Decision, str], mode: ModeName = "ask") -> Reached:
    at = Circumstances(a_call(), a_proposal("x").model_copy(update={"cwd": "/home/ada"}), Inspection())
    given = GivenRules([Rule(decision=decision, command=text) for decision, text in rules], "x")
    return Verdict([RuleIndex(given.layered(), PROFILES.use)], PROFILES, at, mode).reached(command)


def test_every_part_has_its_place_its_words_and_its_rule():
    found = reached("ls -l | head && rm 'a b'", ("allow", "ls"), ("deny", "rm"))
    assert [(part.text, part.words, part.decision) for part in found.parts] == [
        ("ls -l", ("ls", "-l"), "allow"),
        ("head", ("head",), "ask"),
        ("rm 'a b'", ("rm", "a b"), "deny"),
    ]
    assert [part.by.rule if part.by else None for part in found.parts] == ["ls", None, "rm"]
    assert found.forbidden is not None
    assert found.missing == "`head`: no rule speaks of it"


def test_what_is_not_certain_is_named_and_never_allowed():
    found = reached("echo $(ls) > x", ("allow", "*"))
    assert [part.text for part in found.parts] == ["ls", "echo $(ls) > x"]
    assert {part.decision for part in found.parts} == {"ask"}
    assert "character" in found.missing


def test_conditions_go_along_with_what_is_allowed_and_not_alone():
    assert reached("test -f x && ls", ("allow", "ls")).missing == ""
    assert reached("test -f x", ("allow", "ls")).missing != ""
    assert reached("test -f x && rm x", ("allow", "ls")).missing != ""


def test_a_rule_that_asks_is_stricter_than_one_that_allows():
    found = reached("git --no-pager push", ("allow", "git"), ("ask", "git push"))
    assert found.forbidden is not None
    assert found.forbidden.rule.decision == "ask"


def test_a_text_without_commands_needs_a_person():
    assert reached("# nothing", ("allow", "*")).missing


def test_what_only_reads_passes_in_its_mode():
    assert reached("cat a.txt", mode="auto-read").missing == ""
    assert reached("cat a.txt").missing != ""


def test_of_a_long_block_not_all_parts_are_told():
    assert len(reached("a > x;\n" * 5_000).parts) == 200


def test_all_parts_that_lack_a_rule_are_counted():
    assert reached("a; b; c").missing.endswith("; and 2 more of its parts")
