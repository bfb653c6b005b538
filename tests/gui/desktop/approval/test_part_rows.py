"""Each part is told of in words, foreign ones revealed."""

from dataclasses import replace

from assent.desktop.approval.part_rows import MOST_PARTS, PartRow, part_rows, told_once
from assent.model.authority import RuleName
from assent.model.inspection import Expansion, Inspection, Program
from assent.model.judgement import Judgement, Part


def a_part(text: str = "rm -r build", **changes: object) -> Part:
    values: dict[str, object] = {"words": tuple(text.split()), "decision": "ask", **changes}
    return Part(start=0, end=len(text), text=text, **values)  # type: ignore[arg-type]


def told(part: Part, **inspected: object) -> PartRow:
    judgement = Judgement(decision="ask", reason="", parts=(part,))
    (row,) = part_rows(judgement, Inspection(**inspected))  # type: ignore[arg-type]
    return row


def test_all_that_is_known_of_a_part_is_told() -> None:
    part = a_part(writes=("build/",), reads=("a", "b"), risk="high", danger="deletes a folder")
    row = told(part, programs=(Program(name="rm", kind="file", path="/usr/bin/rm"),))
    assert row == PartRow(
        start=0,
        end=11,
        program="rm",
        arguments="-r build",
        facts="/usr/bin/rm · reads a, b · writes build/",
        rule="no rule",
        risk="high",
        danger="deletes a folder",
    )
    assert row.spoken == (
        "rm -r build; /usr/bin/rm · reads a, b · writes build/; no rule; high risk; deletes a folder"
    )


def test_the_rule_is_named_with_what_it_says_and_where_it_stands() -> None:
    by = RuleName(rule="rm \u202e", source="built in")
    assert told(a_part(by=by, decision="deny")).rule == "denied by “rm ⟦U+202E⟧” (built in)"
    assert told(a_part(by=by, decision="allow")).rule.startswith("allowed by")


def test_a_program_that_is_none_or_odd_is_told_as_such() -> None:
    for program, facts in (
        (Program(name="rm", kind="missing"), "not found"),
        (Program(name="rm", kind="builtin"), "a command of the shell"),
        (Program(name="rm", kind="keyword"), "a word of the shell"),
        (
            Program(name="rm", kind="file", path="/x/rm", note="others may write it"),
            "/x/rm (others may write it)",
        ),
    ):
        assert told(a_part(), programs=(program,)).facts == facts


def test_a_pattern_stands_with_the_part_that_it_belongs_to_once() -> None:
    expansion = Expansion(pattern="*.log", names=("a.log", "b\u200b.log"), more=12)
    parts = (a_part("ls"), a_part("rm *.log"), a_part("rm *.log"))
    rows = part_rows(Judgement(decision="ask", reason="", parts=parts), Inspection(expansions=(expansion,)))
    assert [row.expansions for row in rows] == [
        (),
        ("*.log → 14 files: a.log, b⟦U+200B⟧.log and 12 more",),
        (),
    ]


def test_a_pattern_that_fits_no_file_is_told() -> None:
    row = told(a_part("ls *.x"), expansions=(Expansion(pattern="*.x", names=()),))
    assert row.expansions == ("*.x → no file",)


def test_long_lists_are_counted() -> None:
    row = told(a_part(reads=tuple("abcdefgh")))
    assert row.facts == "reads a, b, c, d, e, f and 2 more"


def test_of_very_many_parts_the_first_are_told() -> None:
    parts = tuple(a_part() for _ in range(MOST_PARTS + 1))
    assert len(part_rows(Judgement(decision="ask", reason="", parts=parts), Inspection())) == MOST_PARTS


def test_a_danger_that_all_parts_share_is_told_once() -> None:
    row = replace(told(a_part()), danger="Nobody can be certain.")
    other = replace(row, danger="It deletes.")
    rows, danger = told_once((row, row))
    assert (danger, [each.danger for each in rows]) == ("Nobody can be certain.", ["", ""])
    assert told_once((row, other)) == ((row, other), "")
    assert told_once((row,)) == ((row,), "")
