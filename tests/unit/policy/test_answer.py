"""What was decided of the parts becomes one judgement, and what hides something is never allowed."""

from datetime import UTC, datetime

from assent.model.authority import ByGrant, ByMode, ByRule
from assent.model.grant import ForUses, Grant, Offer, Wish
from assent.model.inspection import Inspection
from assent.model.judgement import Disguise
from assent.model.rules import Rule
from assent.policy.answer import of_tool, told
from assent.policy.circumstances import Circumstances
from assent.policy.layered import GivenRules, Layered, name_of
from assent.policy.rule_index import RuleIndex
from assent.policy.verdict import Reached
from builders import a_call, a_process, a_proposal

LS, HEAD = Rule(decision="allow", command="ls"), Rule(decision="allow", command="head")
RM = Rule(decision="deny", command="rm", message="Use the trash.")


def layered(rule: Rule, grant: Grant | None = None) -> Layered:
    return Layered(rule, name_of(rule, "rules.toml"), "user", grant)


def test_all_rules_that_had_to_agree_are_named():
    judgement = told(Reached(allowing=(layered(LS), layered(HEAD), layered(LS))), (), "ask")
    assert judgement.decision == "allow"
    assert judgement.reason == "The rules 'ls' and 'head' say allow."
    assert isinstance(judgement.by, ByRule)
    assert [other.rule for other in judgement.by.others] == ["head"]


def test_what_a_rule_forbids_comes_with_its_advice():
    judgement = told(Reached(forbidden=layered(RM), missing="x"), (), "trust")
    assert (judgement.decision, judgement.message) == ("deny", "Use the trash.")


def test_a_grant_is_named_before_the_rules():
    offer = Offer(cover="block", text="exactly ls", rules=(LS,), toml="")
    grant = Grant(
        id="1", wish=Wish(offer=offer, term=ForUses(uses=2)), process=a_process(), given_at=datetime.now(UTC)
    )
    judgement = told(Reached(allowing=(layered(HEAD), layered(LS, grant))), (), "ask")
    assert isinstance(judgement.by, ByGrant)


def test_nobody_is_asked_while_everything_is_trusted_but_for_what_hides():
    hidden = (Disguise(offset=0, code_points=(0x202E,), kind="bidi"),)
    assert told(Reached(missing="x"), (), "trust").by == ByMode(mode="trust")
    assert told(Reached(missing="x"), hidden, "trust").decision == "ask"
    assert told(Reached(allowing=(layered(LS),)), hidden, "ask").decision == "ask"
    assert told(Reached(missing="x is new"), (), "ask").reason == "X is new."


def test_what_only_reads_is_allowed_by_the_mode():
    assert told(Reached(), (), "auto-read").by == ByMode(mode="auto-read")


def test_tools_that_run_no_command_have_rules_of_their_own():
    at = Circumstances(a_call(), a_proposal("x").model_copy(update={"command": None}), Inspection())

    def decision(*rules: Rule) -> str:
        return of_tool(RuleIndex(GivenRules(rules, "x").layered(), lambda _argv: None), at, "ask").decision

    allow, deny = (Rule(decision=word, tool=at.call.tool) for word in ("allow", "deny"))
    assert decision() == "ask"
    assert decision(allow) == "allow"
    assert decision(allow, deny) == "deny"
    assert decision(Rule(decision="allow", tool="Another")) == "ask"
    assert of_tool(RuleIndex((), lambda _argv: None), at, "trust").decision == "allow"
