"""Prints a judgement: as JSON, or in lines that a person reads; what hides in a block is shown."""

from collections.abc import Iterable, Iterator

from assent.model.judgement import Disguise, Judgement, Part
from assent.model.reveal import code_point, one_line

_WIDEST = 60


def as_json(judgement: Judgement) -> dict[str, object]:
    """Return the judgement as JSON's values; offsets count code points."""
    return {
        "decision": judgement.decision,
        "reason": judgement.reason,
        "message": judgement.message,
        "parts": [_part(part) for part in judgement.parts],
        "disguises": disguises_as_json(judgement.disguises),
    }


def disguises_as_json(disguises: Iterable[Disguise]) -> list[dict[str, object]]:
    """Return what hides, with the code points as Unicode writes them."""
    return [
        {
            "offset": each.offset,
            "code_points": [f"U+{number:04X}" for number in each.code_points],
            "kind": each.kind,
        }
        for each in disguises
    ]


def as_lines(judgement: Judgement) -> Iterator[str]:
    """Tell the judgement in lines: the decision first, then part by part, then what hides."""
    yield f"{judgement.decision}  {one_line(judgement.reason)}"
    if judgement.message:
        yield f"       {one_line(judgement.message)}"
    texts = [one_line(part.text, _WIDEST) for part in judgement.parts]
    width = max(map(len, texts), default=0)
    for part, text in zip(judgement.parts, texts, strict=True):
        yield f"  {part.decision:<5}  {text:<{width}}  {_why(part)}".rstrip()
    for each in judgement.disguises:
        signs = " ".join(code_point(chr(number)) for number in each.code_points[:8])
        more = f" and {len(each.code_points) - 8} more" if len(each.code_points) > 8 else ""
        yield f"  hides  {signs}{more} at character {each.offset + 1} ({each.kind})"


def _why(part: Part) -> str:
    said = part.reason
    if part.by is not None:
        said = f"{part.reason} ({part.by.source})"
    if part.risk in ("none", "low") or not part.danger:
        return one_line(said)
    return one_line(f"{said}; {part.risk} risk: {part.danger}")


def _part(part: Part) -> dict[str, object]:
    return {
        "start": part.start,
        "end": part.end,
        "text": part.text,
        "words": list(part.words),
        "decision": part.decision,
        "rule": None if part.by is None else part.by.rule,
        "source": None if part.by is None else part.by.source,
        "reason": part.reason,
        "reads": list(part.reads),
        "writes": list(part.writes),
        "risk": part.risk,
        "danger": part.danger,
    }
