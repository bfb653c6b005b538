"""The built-in set of commands that only read: in the mode `auto-read` they need no question."""

import re
import tomllib
from fnmatch import translate
from functools import lru_cache

from assent import resources
from assent.policy.block import Simple
from assent.policy.circumstances import Circumstances
from assent.policy.profiles.use import Use

# Of the shell itself: conditions, and settings that make it stricter. They run along with what is allowed.
_CONDITIONS = frozenset({"test", "[", "[[", "true", "false", ":"})
_STRICTER = frozenset({"-e", "-u", "-eu", "-ue", "-o", "pipefail", "errexit", "nounset", "-euo", "-eo"})


class Reading:
    """The shipped set, read once."""

    def __init__(self) -> None:
        """Read it; raises ValueError where the installation is damaged."""
        table = tomllib.loads(resources.text("rules/read_only.toml"))
        self._programs = frozenset(table["programs"].split())
        self._commands = frozenset(
            tuple(command.split()) for command in table["commands"].replace("\n", " ").split(",")
        )
        self._secret = re.compile(
            "|".join(translate(name) for name in table["secrets"].split()), re.IGNORECASE
        )

    def why_not(self, command: Simple, use: Use | None, at: Circumstances) -> str:
        """Return why the command is none that only reads, below the agent's folder; nothing when it is."""
        if use is None or not use.is_known or use.runs or use.effect not in ("nothing", "reads"):
            return "it may do more than read"
        if command.words[0].text not in self._programs and use.name[:2] not in self._commands:
            return "it is not among what is known to only read"
        if at.is_outside(command.folder) or not at.proposal.cwd:
            return "it runs outside of the agent's folder"
        paths = (*use.reads, *(each.target for each in command.redirections if each.kind == "file"))
        # What an option or a pattern holds may be a path, too: no word may name what is outside, or a secret.
        for path in (*paths, *(word.text for word in command.words[1:])):
            if _leaves(path):
                return f"`{path}` may be outside of the agent's folder"
            if any(self._secret.fullmatch(part) for part in re.split(r"[/=:,]", path)):
                return f"`{path}` may hold a secret"
        return ""


@lru_cache(maxsize=1)
def read_only() -> Reading:
    """Return the shipped set."""
    return Reading()


def is_scaffold(command: Simple, use: Use | None) -> bool:
    """Tell whether it only holds other commands together: a condition, or `set -e`."""
    if use is None or not use.is_known or use.effect not in ("nothing", "reads"):
        return False
    argv = command.argv
    return argv[0] in _CONDITIONS or (argv[0] == "set" and len(argv) > 1 and _STRICTER.issuperset(argv[1:]))


def _leaves(path: str) -> bool:
    value = path.rpartition("=")[2]
    return any(each.startswith(("/", "~", "$")) or ".." in each.split("/") for each in (path, value))
