"""Says in words what is unusual in a command: what would not show, and what looks like something else."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from assent.desktop.appearance.wording import counted
from assent.model.judgement import Disguise, DisguiseKind
from assent.model.reveal import code_point, findings, one_line
from assent.model.short_names import short_name

MOST_NAMED = 4
_DO_NOT_SHOW: frozenset[DisguiseKind] = frozenset(
    {"bidi", "invisible", "blank", "control", "ill-formed", "combining"}
)
_WORD = re.compile(r"[^\s'\"]+")


def unusual(text: str, disguises: Sequence[Disguise]) -> str:
    """Return a sentence for each kind of what `disguises` found in `text`, nothing when there is nothing."""
    if not disguises:
        hidden = findings(text).hidden
        return f"{counted(hidden, 'character')} would not show." if hidden else ""
    return "\n".join(_sentences(text, disguises))


def _sentences(text: str, disguises: Sequence[Disguise]) -> Iterator[str]:
    hidden = [each for each in disguises if each.kind in _DO_NOT_SHOW]
    if hidden:
        number = sum(len(each.code_points) for each in hidden)
        named = _listed(
            dict.fromkeys(map(_named, (point for each in hidden for point in each.code_points[:1])))
        )
        turns = ", or would change the order of others" if any(each.kind == "bidi" for each in hidden) else ""
        yield f"{counted(number, 'character')} would not show{turns}: {named}."
    if sequences := [each for each in disguises if each.kind == "escape"]:
        yield f"{counted(len(sequences), 'escape sequence')}: a terminal would act on it, and hide it."
    if alike := [each for each in disguises if each.kind == "look-alike"]:
        listed = _listed(dict.fromkeys(_look_alike(text, each) for each in alike))
        what = "A character looks" if len(alike) == 1 else f"{len(alike):,} characters look"
        yield f"{what} like another: {listed}."
    if padding := [each for each in disguises if each.kind == "padding"]:
        yield f"Blanks push out of sight what comes after them, {counted(len(padding), 'time')}."


def _named(point: int) -> str:
    character = chr(point)
    name = short_name(character) or unicodedata.name(character, "").lower()
    return f"{name} {code_point(character)}".lstrip()


def _look_alike(text: str, found: Disguise) -> str:
    character = chr(found.code_points[0])
    name = unicodedata.name(character, "").lower()
    for letters in (" small letter", " capital letter"):
        name = name.partition(letters)[0].capitalize() if letters in name else name
    within = next(
        (
            word[0]
            for word in _WORD.finditer(text, max(0, found.offset - 40), found.offset + 40)
            if word.start() <= found.offset < word.end() and len(word[0]) > 1
        ),
        "",
    )
    seen = "" if len(one_line(character, 20)) > 1 else f"{character} "
    return f"{name} {seen}{code_point(character)}" + (f" in “{one_line(within, 30)}”" if within else "")


def _listed(named: dict[str, None]) -> str:
    first, more = list(named)[:MOST_NAMED], len(named) - MOST_NAMED
    return ", ".join(first) + (f" and {more:,} more" if more > 0 else "")
