"""The environment that a command gets: its variables, where programs are looked for, and its seal."""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from assent.host.search_path import SearchPath, SearchPaths
from assent.host.shell import Shell, command_environment
from assent.model.settings import EnvironmentSettings, ShellSettings
from assent.policy.environment import Visible, visible


@dataclass(frozen=True)
class Environment:
    """What commands see: `removed` are the variables that they do not, `sha256` is keyed by this console."""

    variables: Mapping[str, str]
    removed: tuple[str, ...]
    search: SearchPath
    sha256: str

    def __repr__(self) -> str:
        """Leave the values out: they hold secrets."""
        return f"Environment({len(self.variables)} variables)"

    def of_call(self, call_id: str) -> dict[str, str]:
        """Return the variables with the mark of a call, by which its processes are found."""
        return {**self.variables, "ASSENT_CALL_ID": call_id}


class Environments:
    """Makes them of the console's own, by the settings of the moment."""

    # PATH is the console's own too, and not that of whoever asks: that one is not known for certain (a
    # process may rewrite what /proc shows), and an agent that could choose it would choose what `git` means.

    def __init__(
        self, inherited: Mapping[str, str], shell: Shell, settings: Callable[[], ShellSettings]
    ) -> None:
        """Let pass of `inherited` what the settings say."""
        self._inherited, self._shell, self._settings = dict(inherited), shell, settings
        self._paths = SearchPaths()
        self._key = secrets.token_bytes(32)
        self._seen: tuple[EnvironmentSettings, Visible] | None = None
        self._made: dict[tuple[str, bool], tuple[Visible, Environment]] = {}

    def of(self, *workspaces: str, has_terminal: bool) -> Environment:
        """Return the environment of a command of an agent that works in these folders."""
        settings = self._settings()
        seen = self._visible(settings.environment)
        inside = () if settings.path_in_workspace else workspaces
        search = self._paths.cleaned(seen.variables.get("PATH", ""), inside)
        made = self._made.get((search.value, has_terminal))
        if made is not None and made[0] is seen and made[1].search == search:
            return made[1]
        environment = self._environment(seen, search, has_terminal=has_terminal)
        if len(self._made) > 64:
            self._made.clear()
        self._made[search.value, has_terminal] = seen, environment
        return environment

    def _environment(self, seen: Visible, search: SearchPath, *, has_terminal: bool) -> Environment:
        inherited = {**seen.variables, **({"PATH": search.value} if "PATH" in seen.variables else {})}
        variables = command_environment(inherited, self._shell, "", has_terminal=has_terminal)
        lines = b"\0".join(
            f"{name}={value}".encode("utf-8", "surrogateescape") for name, value in sorted(variables.items())
        )
        digest = hmac.new(self._key, lines, hashlib.sha256).hexdigest()
        return Environment(variables, seen.removed, search, digest)

    def _visible(self, settings: EnvironmentSettings) -> Visible:
        # Many patterns against many variables: a tenth of a call's time, and the same for each.
        if self._seen is None or self._seen[0] != settings:
            self._seen = settings, visible(self._inherited, settings)
        return self._seen[1]
