"""Judges many command blocks, one JSON object a line: for teams that test their rules."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pydantic import ValidationError

from assent.console.rules_look import Looking
from assent.console.rules_print import disguises_as_json
from assent.model.complaint import complaint
from assent.model.rules import Decision, Rule
from assent.policy.judge import Judge
from assent.policy.layered import GivenRules

_DECISIONS: tuple[Decision, ...] = ("deny", "ask", "allow")
_LONGEST_LINE = 64 << 20  # bytes


def judged_lines(lines: Iterable[bytes], rules: Sequence[Rule]) -> Iterator[dict[str, object]]:
    """Tell the decision on each line's block, by `rules` and the line's own.

    A line that can't be judged comes out with an `error`, and the next one follows.
    """
    looking = Looking()

    @lru_cache(maxsize=256)
    def judge_of(*own: tuple[str, ...]) -> Judge:
        further = [
            Rule(command=command, decision=decision)
            for decision, commands in zip(_DECISIONS, own, strict=True)
            for command in commands
        ]
        judge = Judge(GivenRules([*rules, *further], "the line"), profiles=looking.profiles)
        judge.demands("")  # its rules are read here, where the line is at hand
        return judge

    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        case: dict[str, object] = {}
        try:
            case = _case(line)
            judge = judge_of(*(_texts(case, decision) for decision in _DECISIONS))
            judgement = looking.by(judge, _text(case, "command"), _text(case, "cwd", ""))
        except ValidationError as problem:
            yield {"id": case.get("id"), "line": number, "error": complaint(problem)}
        except (ValueError, OSError, RecursionError) as problem:
            yield {"id": case.get("id"), "line": number, "error": str(problem)}
        else:
            yield {
                "id": case.get("id"),
                "decision": judgement.decision,
                "reason": judgement.reason,
                "disguises": disguises_as_json(judgement.disguises),
            }


def _case(line: bytes) -> dict[str, object]:
    if len(line) > _LONGEST_LINE:
        raise ValueError(f"it is longer than {_LONGEST_LINE:,} bytes")
    case = json.loads(line.decode("utf-8"))
    if not isinstance(case, dict):
        raise ValueError("it is no JSON object")
    return case


def _text(case: dict[str, object], name: str, missing: str | None = None) -> str:
    value = case.get(name, missing)
    if not isinstance(value, str):
        raise ValueError(f"{name}: it should be a text")
    return value


def _texts(case: dict[str, object], name: str) -> tuple[str, ...]:
    values = case.get(name, [])
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ValueError(f"{name}: it should be a list of texts")
    return tuple(values)
