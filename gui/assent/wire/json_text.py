"""Reads one line as JSON, strictly: bounded, unambiguous, and able to be written again."""

import json
import math
from typing import Any, NoReturn

DEEPEST = 64


class NotJson(ValueError):  # noqa: N818
    """The line is not the JSON that we take; the text says why."""


def parse(line: bytes) -> Any:
    """Return the value that `line` holds.

    Raises NotJson for what is no UTF-8, no JSON, deeper than 64 levels, has a name twice, NaN, a number
    that is infinite, or half a surrogate pair: each could mean one thing here and another elsewhere.
    """
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise NotJson(f"the line is not UTF-8 at byte {problem.start}") from None
    try:
        value = _DECODER.decode(text)
    except RecursionError:
        raise NotJson(f"the value is nested deeper than {DEEPEST} levels") from None
    except json.JSONDecodeError as problem:
        raise NotJson(f"the line is not JSON: {problem.msg} at character {problem.pos}") from None
    _check_depth(value)
    if "\\ud" in text or "\\uD" in text:
        _check_surrogates(value)
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotJson(f"the name {_twice(pairs)[:100]!r} stands twice in one object")
    return found


def _twice(pairs: list[tuple[str, Any]]) -> str:
    seen = set()  # not count(): a line may hold a hundred thousand names
    for name, _ in pairs:
        if name in seen:
            break
        seen.add(name)
    return name


def _integer(text: str) -> int:
    # Bounded: Python takes quadratic time for long numbers and refuses very long ones with another error.
    if len(text) > 40:
        raise NotJson("a number has more than 40 digits")
    return int(text)


def _refuse_constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is not JSON")


def _float(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise NotJson("a number is too large")
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_refuse_constant, parse_int=_integer, parse_float=_float
)


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [inner for outer in level for inner in _children(outer)]
        if not level:
            return
    raise NotJson(f"the value is nested deeper than {DEEPEST} levels")


def _children(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _check_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise NotJson("a string holds half of a surrogate pair") from None
