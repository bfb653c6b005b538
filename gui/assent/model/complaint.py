"""Says what a model found wrong with a value: each field by its name, and nothing of the value itself."""

from pydantic import ValidationError

_MOST = 10


def complaint(problem: ValidationError) -> str:
    """Return one line; items of lists count from 1; no input is repeated: it may be secret or hostile."""
    return "; ".join(
        f"{_place(error['loc'])}: {'unknown field' if error['type'] == 'extra_forbidden' else error['msg']}"
        for error in problem.errors(include_url=False, include_input=False)[:_MOST]
    )


def _place(location: tuple[int | str, ...]) -> str:
    place = ".".join(str(part + 1) if isinstance(part, int) else part for part in location)
    return place[:200] or "value"
