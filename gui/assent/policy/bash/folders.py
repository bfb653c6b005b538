"""Follows `cd` through a block: in which folder a command runs."""

from collections.abc import Sequence

from assent.policy.block import Word

_MOVING = frozenset(("cd", "pushd", "popd"))


def moved(folder: str | None, words: Sequence[Word]) -> str | None:
    """Return where the shell is after `words` ran in `folder` and did well, None where that is not certain.

    Of `cd` only the plain form is followed: a literal path without `..`, which a symbolic link makes two
    things of.
    """
    if not words or words[0].text not in _MOVING:
        return folder
    operands = words[2:] if len(words) > 1 and words[1].text == "--" else words[1:]
    if words[0].text != "cd" or len(operands) != 1:
        return None
    target = operands[0]
    parts = target.text.split("/")
    if target.globs or target.expands or target.text.startswith("-") or not target.text or ".." in parts:
        return None
    steps = [part for part in parts if part not in ("", ".")]
    if target.text.startswith("/"):
        return "/" + "/".join(steps)
    if folder is None:
        return None
    below = "/".join(([] if folder == "." else [folder.rstrip("/")]) + steps)
    return below or folder
