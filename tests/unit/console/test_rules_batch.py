"""Many blocks are judged one by one, and a line that cannot be read stops none of the others."""

import json

from assent.console.rules_batch import judged_lines
from assent.model.rules import Rule


def judged(*lines: object, rules: tuple[Rule, ...] = ()) -> list[dict[str, object]]:
    texts = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    return list(judged_lines(texts, rules))


def test_each_line_has_its_own_rules():
    found = judged(
        {"id": "a", "allow": ["ls"], "deny": [], "command": "ls -l"},
        {"id": "b", "allow": ["*"], "deny": ["rm"], "command": "env rm x"},
        {"id": 3, "allow": ["git"], "ask": ["git push"], "command": "git push"},
    )
    assert [(each["id"], each["decision"]) for each in found] == [("a", "allow"), ("b", "deny"), (3, "ask")]
    assert set(found[0]) == {"id", "decision", "reason", "disguises"}


def test_what_is_no_text_is_judged_all_the_same():
    found = judged(
        b'{"id":1,"allow":["ls"],"command":"ls \\udcff"}', b'{"id":2,"allow":["ls"],"command":"ls\\u0000"}'
    )
    assert [each["decision"] for each in found] == ["ask", "ask"]
    assert json.loads(json.dumps(found)) == found


def test_a_bad_line_is_told_and_the_next_one_judged():
    good = {"id": 9, "allow": ["ls"], "command": "ls"}
    bad = (
        b"x",
        b"[]",
        b"\xff",
        {"id": 1},
        {"id": 2, "allow": "ls", "command": "ls"},
        {"id": 3, "allow": ["'"], "command": "ls"},
        b'{"id":4,"allow":["\\ud800"],"command":"ls"}',
        {"id": 5, "allow": [""], "command": "ls"},
    )
    found = judged(*bad, good)
    assert ["error" in each for each in found] == [True] * len(bad) + [False]
    assert [each.get("line") for each in found] == [*range(1, len(bad) + 1), None]


def test_empty_lines_are_none_and_standing_rules_hold_for_all():
    found = judged(b"\n", {"command": "rm x", "allow": ["rm"]}, rules=(Rule(decision="deny", command="rm"),))
    assert [each["decision"] for each in found] == ["deny"]
