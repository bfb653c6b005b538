"""Confines a command by macOS's sandbox-exec: the same places as elsewhere, said in its language."""

import contextlib
import shutil
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

from assent.host.confining.places import Access, Areas, areas
from assent.host.confining.start import Start
from assent.host.errors import Unconfinable
from assent.model.confinement import Profile

_PROGRAM = "/usr/bin/sandbox-exec"
# The last rule that matches holds. Paths are parameters, so that none has to be quoted.
_BEGINNING = """(version 1)
(allow default)
(deny file-write*)
(allow file-write* (subpath (param "TEMPORARY")))
(allow file-write* (literal "/dev/null") (literal "/dev/zero") (regex #"^/dev/(tty|fd/)"))
(deny process-info* (target others))
(deny signal (target others))
"""
_RULES = {
    # What is protected below it would go along with it if it were renamed.
    Access.WRITE: "(allow file-write* (subpath (param {0})))\n(deny file-write-unlink (literal (param {0})))",
    Access.READ: "(deny file-write* (subpath (param {0})))",
    Access.NONE: "(deny file-read* file-write* (subpath (param {0})))",
}
# With network: no sockets of other programs (keepers of keys, container engines), but the one for names.
_NAMES_ONLY = [
    "(deny network-outbound (remote unix-socket))",
    '(allow network-outbound (literal "/private/var/run/mDNSResponder"))',
]


class Seatbelt:
    """Confinement by sandbox-exec; `own` are the console's folders and its socket."""

    def __init__(self, own: Sequence[str]) -> None:
        """Know what is to be hidden besides secrets."""
        self._own = own

    def problem(self, _profile: Profile) -> str:
        """Say what is missing, as far as a look tells, or nothing."""
        return "" if shutil.which(_PROGRAM) else f"{_PROGRAM} is not there"

    def explained(self, said: str) -> str:
        """Return its own complaint."""
        return said

    def check(self, profile: Profile, folder: str) -> None:
        """Raise Unconfinable where the profile cannot be had in this folder."""
        areas(profile, folder, self._own)

    @contextlib.asynccontextmanager
    async def around(self, profile: Profile, start: Start) -> AsyncIterator[Start]:
        """Yield what to start in place of `start`; its folder for temporary files is gone afterwards."""
        if why := self.problem(profile):
            raise Unconfinable(why)
        found = areas(profile, start.cwd, self._own)
        with tempfile.TemporaryDirectory(prefix="assent-", ignore_cleanup_errors=True) as folder:
            temporary = str(Path(folder).resolve())  # noqa: ASYNC240  # microseconds
            words = [_PROGRAM, *_parameters(found, temporary), "-p", rules(found, profile), *start.words]
            environment = {**start.environment, "TMPDIR": temporary}
            yield replace(start, words=words, cwd=found.folder, environment=environment)


def rules(found: Areas, profile: Profile) -> str:
    """Return the rules for these places: the wider ones first, since the last that matches holds."""
    lines = [
        _RULES[access].format(f'"PLACE_{number}"')
        for number, (_, access) in enumerate(sorted(found.places.items()))
    ]
    network = _NAMES_ONLY if profile.network else ["(deny network*)"]
    return _BEGINNING + "\n".join([*lines, *network]) + "\n"


def _parameters(found: Areas, temporary: str) -> list[str]:
    words = ["-D", f"TEMPORARY={temporary}"]
    for number, path in enumerate(sorted(found.places)):
        words += ["-D", f"PLACE_{number}={path}"]
    return words
