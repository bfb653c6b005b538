"""The git repositories that a person trusts as they are: what git runs by their own configuration may run."""

import logging
from datetime import UTC, datetime
from pathlib import Path

from pydantic import AwareDatetime, Field, ValidationError

from assent.host.files import write_whole
from assent.host.folders import make_private
from assent.model.authority import Authority
from assent.model.frozen import Frozen

_MOST = 1_000
_log = logging.getLogger(__name__)


class Trust(Frozen):
    """A repository, what in it makes git run programs (`Repository.fingerprint`), and who trusted it when."""

    root: str
    fingerprint: str
    by: Authority
    at: AwareDatetime


class _Trusted(Frozen):
    repositories: tuple[Trust, ...] = Field(default=())


class TrustedRepositories:
    """Kept in one file; one that can't be read trusts nothing, and stays as it is."""

    def __init__(self, path: Path) -> None:
        """Keep them at `path`."""
        self._path = path
        self._trusted: dict[str, Trust] = {}
        try:
            found = _Trusted.model_validate_json(path.read_bytes())
            self._trusted = {each.root: each for each in found.repositories}
        except FileNotFoundError:
            pass
        except (OSError, ValidationError) as problem:
            _log.warning("no repository is trusted, since %s cannot be read: %s", path, problem)

    def is_trusted(self, root: str, fingerprint: str) -> bool:
        """Tell whether a person trusted the repository as it is now."""
        trust = self._trusted.get(root)
        return trust is not None and trust.fingerprint == fingerprint

    def trust(self, root: str, fingerprint: str, by: Authority) -> None:
        """Trust it as long as nothing in it that makes git run programs changes; raises OSError."""
        trust = Trust(root=root, fingerprint=fingerprint, by=by, at=datetime.now(UTC))
        self._write({**{at: each for at, each in self._trusted.items() if at != root}, root: trust})

    def forget(self, root: str) -> None:
        """Trust it no more; raises OSError."""
        self._write({at: each for at, each in self._trusted.items() if at != root})

    def all(self) -> tuple[Trust, ...]:
        """Return what is trusted, the latest last."""
        return tuple(self._trusted.values())

    def _write(self, trusted: dict[str, Trust]) -> None:
        kept = tuple(trusted.values())[-_MOST:]
        make_private(self._path.parent)
        write_whole(self._path, _Trusted(repositories=kept).model_dump_json(indent=1).encode())
        self._trusted = {each.root: each for each in kept}
