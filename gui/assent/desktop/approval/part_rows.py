"""What is told of each part of a block: its program, what it touches, its rule and its risk."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assent.desktop.appearance.wording import counted
from assent.model.inspection import Expansion, Inspection, Program
from assent.model.judgement import Judgement, Part, Risk
from assent.model.reveal import one_line

MOST_PARTS = 100  # the whole block stands above the table
MOST_NAMES = 6
LONGEST_ARGUMENTS, LONGEST_NAME = 400, 160
RISKS: dict[Risk, str] = {"none": "no risk", "low": "low risk", "medium": "medium risk", "high": "high risk"}
_DECIDED = {"allow": "allowed by", "ask": "to be asked by", "deny": "denied by"}


@dataclass(frozen=True)
class PartRow:
    """One part in words: `start` and `end` are its place in the block, in code points."""

    start: int
    end: int
    program: str
    arguments: str
    facts: str
    rule: str
    risk: Risk
    danger: str
    expansions: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """All of it in one line, as it is read out."""
        told = (f"{self.program} {self.arguments}", self.facts, self.rule, RISKS[self.risk], self.danger)
        return "; ".join(each for each in (*told, *self.expansions) if each.strip())


def part_rows(judgement: Judgement, inspection: Inspection) -> tuple[PartRow, ...]:
    """Return a row for each part, in their order."""
    programs = {program.name: program for program in inspection.programs}
    left = list(inspection.expansions)
    return tuple(_row(part, programs, left) for part in judgement.parts[:MOST_PARTS])


def told_once(rows: tuple[PartRow, ...]) -> tuple[tuple[PartRow, ...], str]:
    """Return the rows without the danger that all of them share, and that; or as they are, and nothing."""
    dangers = {row.danger for row in rows}
    if len(rows) < 2 or len(dangers) > 1:
        return rows, ""
    return tuple(replace(row, danger="") for row in rows), dangers.pop()


def _row(part: Part, programs: dict[str, Program], expansions: list[Expansion]) -> PartRow:
    words = part.words or tuple(part.text.split())
    name = words[0] if words else part.text
    mine = [each for each in expansions if each.pattern in part.text or each.pattern in part.words]
    for each in mine:
        expansions.remove(each)  # it is told once, at the first part that it belongs to
    found = programs.get(name)
    facts = (_resolved(found), _touched("reads", part.reads), _touched("writes", part.writes))
    return PartRow(
        start=part.start,
        end=part.end,
        program=one_line(name, LONGEST_NAME),
        arguments=one_line(" ".join(words[1:]), LONGEST_ARGUMENTS),
        facts=" · ".join(each for each in facts if each),
        rule=_rule(part),
        risk=part.risk,
        danger=one_line(part.danger or (part.reason if part.by is None else ""), LONGEST_ARGUMENTS),
        expansions=tuple(_expanded(each) for each in mine),
    )


def _resolved(program: Program | None) -> str:
    if program is None:
        return ""
    place = {
        "file": one_line(program.path, LONGEST_ARGUMENTS),
        "builtin": "a command of the shell",
        "keyword": "a word of the shell",
        "missing": "",
    }[program.kind]
    note = one_line(program.note or ("not found" if program.kind == "missing" else ""), LONGEST_NAME)
    return f"{place} ({note})" if place and note else place or note


def _touched(verb: str, paths: Sequence[str]) -> str:
    if not paths:
        return ""
    listed = ", ".join(one_line(path, LONGEST_NAME) for path in paths[:MOST_NAMES])
    more = f" and {len(paths) - MOST_NAMES:,} more" if len(paths) > MOST_NAMES else ""
    return f"{verb} {listed}{more}"


def _rule(part: Part) -> str:
    if part.by is None:
        return "no rule"
    source = one_line(part.by.source, 80)
    return f"{_DECIDED[part.decision]} “{one_line(part.by.rule, LONGEST_NAME)}” ({source})"


def _expanded(expansion: Expansion) -> str:
    number = len(expansion.names) + expansion.more
    pattern = one_line(expansion.pattern, LONGEST_NAME)
    if not number:
        return f"{pattern} → no file"
    listed = ", ".join(one_line(name, LONGEST_NAME) for name in expansion.names)
    more = f" and {expansion.more:,} more" if expansion.more else ""
    return f"{pattern} → {counted(number, 'file')}: {listed}{more}"
