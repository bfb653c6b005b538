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
        return self._why_not_words(command, at)

    def _why_not_words(self, command: Simple, at: Circumstances) -> str:
        files = [each.target for each in command.redirections if each.kind == "file"]
        # What an option holds may be a path, too: no word at all may name what is outside, or a secret.
        words = [word.text for word in command.words[1:] if not word.globs]
        for word in command.words[1:]:
            if word.globs:
                names = _names(word.text, at)
                if not names:
                    return f"what `{word.text}` stands for is not known"
                words += names
        for path in (*files, *words):
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


def _names(pattern: str, at: Circumstances) -> tuple[str, ...]:
    """Return all files that a pattern stands for, none where not all are known."""
    for expansion in at.inspection.expansions:
        if expansion.pattern == pattern and not expansion.more:
            return expansion.names
    return ()


def _leaves(path: str) -> bool:
    value = path.rpartition("=")[2]
    return any(each.startswith(("/", "~", "$")) or ".." in each.split("/") for each in (path, value))
