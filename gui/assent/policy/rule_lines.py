"""Where in its file a rule stands: to tell what is wrong with it, and to change it alone."""

from collections.abc import Iterable
from uuid import uuid4

import tomlkit
from pydantic import ValidationError
from tomlkit.container import OutOfOrderTableProxy
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Item, Table


def tables_of(document: tomlkit.TOMLDocument) -> list[Table]:
    """Return the tables under [[rule]]; raises ValueError where the rules are written in another way."""
    tables = document.get("rule", AoT([]))
    if not isinstance(tables, AoT):
        raise ValueError("the rules are written as one list, not each under [[rule]]")
    return list(tables)


def document_of(text: str) -> tomlkit.TOMLDocument:
    """Read a file with all that is around its values; raises ValueError."""
    try:
        return tomlkit.parse(text)
    except (TOMLKitError, RecursionError) as problem:
        raise ValueError(str(problem)) from None


def header_lines(text: str) -> list[int]:
    """Return the line, from 0, at which each rule begins; raises ValueError."""
    document = document_of(text)
    return _marked(document, tables_of(document))


def line_of(text: str, problem: ValidationError) -> int | None:
    """Return the line, from 1, of the first thing that is wrong, None where it can't be told."""
    place = problem.errors(include_url=False, include_input=False)[0]["loc"]
    try:
        document = document_of(text)
        if len(place) < 2 or not isinstance(document.get("rule"), AoT):
            item = document.item(str(place[0])) if place and str(place[0]) in document else None
            return None if item is None else _marked(document, [item])[0] + 1
        table = tables_of(document)[int(place[1])]
        key = str(place[2]) if len(place) > 2 else ""
        return _marked(document, [table.item(key) if key in table else table])[0] + 1
    except (ValueError, IndexError, TOMLKitError):
        return None


def _marked(document: tomlkit.TOMLDocument, items: Iterable[Item | OutOfOrderTableProxy]) -> list[int]:
    # In their comments: found again wherever the text puts them, and in no string by chance.
    mark = f"# {uuid4().hex}"
    for item in items:
        if isinstance(item, OutOfOrderTableProxy):
            continue  # it stands at several places
        item.trivia.comment_ws, item.trivia.comment = " ", mark
    lines = document.as_string().splitlines()
    return [number for number, line in enumerate(lines) if line.endswith(mark)]
