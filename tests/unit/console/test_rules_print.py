"""A judgement is printed so that nothing in it hides, for programs and for people."""

from assent.console.rules_print import as_json, as_lines
from assent.model.authority import RuleName
from assent.model.judgement import Disguise, Judgement, Part

JUDGEMENT = Judgement(
    decision="deny",
    reason="The rule 'rm' says deny.",
    message="Use the trash.",
    parts=(
        Part(start=0, end=2, text="ls", words=("ls",), decision="ask", reason="no rule speaks of it"),
        Part(
            start=4,
            end=10,
            text="rm \u202ea",
            words=("rm", "\u202ea"),
            decision="deny",
            by=RuleName(rule="rm", source="rules.toml"),
            reason="the rule 'rm' says deny",
            risk="high",
            danger="It deletes.",
        ),
    ),
    disguises=(Disguise(offset=7, code_points=(0x202E,), kind="bidi"),),
)


def test_as_json_it_has_all_parts_with_their_rules():
    told = as_json(JUDGEMENT)
    assert told["decision"] == "deny"
    assert told["disguises"] == [{"offset": 7, "code_points": ["U+202E"], "kind": "bidi"}]
    parts = told["parts"]
    assert isinstance(parts, list)
    assert [(part["rule"], part["source"]) for part in parts] == [(None, None), ("rm", "rules.toml")]


def test_in_lines_it_is_aligned_and_nothing_hides():
    lines = list(as_lines(JUDGEMENT))
    assert lines == [
        "deny  The rule 'rm' says deny.",
        "       Use the trash.",
        "  ask    ls              no rule speaks of it",
        "  deny   rm ⟦U+202E⟧a  the rule 'rm' says deny (rules.toml); high risk: It deletes.",
        "  hides  U+202E at character 8 (bidi)",
    ] or "\u202e" not in "".join(lines)
