"""Which confinement a command gets: what the person demands, and what an agent may ask for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assent.model.confinement import Profile, is_within, profile_named, strictest


class Refused(Exception):  # noqa: N818
    """What an agent asked for is not what the person allows; the text is for the agent."""


@dataclass(frozen=True)
class Demand:
    """A profile that the person named for a command, and where: a rule, or the settings."""

    name: str
    source: str


def chosen(requested: str, demands: Sequence[Demand], own: Mapping[str, Profile]) -> str:
    """Return the name of the profile that a command is to run in.

    `demands` are those of the rules that match, or the settings' own when none names a profile. An agent may
    ask for any profile where the person demands none, and else for one that forbids at least as much as each
    that is demanded: it can tighten, never loosen. Without its wish the strictest of the demands holds; where
    none of them is the strictest it is the first, which `is_met` then shows for what it is. Raises Refused,
    and NoSuchProfile for a name that nothing is known by.
    """
    if not requested:
        return strictest((demand.name for demand in demands), own) or demands[0].name
    wish = profile_named(requested, own)
    for demand in demands:
        demanded = profile_named(demand.name, own)
        if demanded is not None and not is_within(wish, demanded):
            raise Refused(
                f"{demand.source} confines this command to `{demand.name}`, and `{requested}` is not certain "
                "to forbid as much. Leave `confinement` out, or name a stricter one."
            )
    return requested


def is_met(name: str, demands: Sequence[Demand], own: Mapping[str, Profile]) -> bool:
    """Tell whether the profile forbids all that each demand does: only then may a rule allow a command.

    Raises NoSuchProfile.
    """
    profile = profile_named(name, own)
    return all(is_within(profile, profile_named(demand.name, own)) for demand in demands)
