"""The rule files of projects: which of them speak of a folder, and which the person trusts as they are."""

import json
import os
from collections.abc import Callable
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from assent.host.errors import UnsafePlace
from assent.host.files import check_trusted, write_whole
from assent.model.problem import FileProblem
from assent.policy.rule_layer import RuleLayer

PLACE = Path(".assent") / "rules.toml"
_MOST_KEPT = 256  # files whose rules are remembered
_TRUSTED: TypeAdapter[dict[str, str]] = TypeAdapter(dict[str, str])


class Projects:
    """Looks for the files on the way from a folder up to the root of its repository."""

    def __init__(self, trusted: Callable[[], dict[str, str]]) -> None:
        """Believe that a file may allow only while its SHA-256 is the one that `trusted` has for its path."""
        self._trusted = trusted
        self._layers: dict[Path, RuleLayer] = {}

    def layers_for(self, folder: str) -> tuple[RuleLayer, ...]:
        """Return the files that speak of `folder`, the innermost first.

        They are on the way up to the repository's root, where there is none up to the system's: they only
        narrow, so more of them is never less strict.
        """
        if not folder:
            return ()
        found = []
        for place in _way_up(Path(os.path.realpath(folder))):
            path = place / PLACE
            if os.path.lexists(path) or path in self._layers:
                found.append(self._layer(path))
        return tuple(found)

    def may_allow(self, layer: RuleLayer) -> bool:
        """Tell whether the person trusts the file as it was last read."""
        return bool(layer.sha256) and self._trusted().get(str(layer.path)) == layer.sha256

    def untrusted(self) -> tuple[tuple[str, str], ...]:
        """Return the files that would allow something if they were trusted, each with its SHA-256."""
        return tuple(
            (str(layer.path), layer.sha256)
            for layer in self._layers.values()
            if layer.book().rules != layer.book().narrowing and not self.may_allow(layer)
        )

    @property
    def problem(self) -> FileProblem | None:
        """What is wrong with the first file that isn't in force as it is now, or None."""
        for layer in self._layers.values():
            layer.book()
            if layer.problem is not None:
                return layer.problem
        return None

    def _layer(self, path: Path) -> RuleLayer:
        if path not in self._layers and len(self._layers) >= _MOST_KEPT:
            del self._layers[next(iter(self._layers))]
        return self._layers.setdefault(path, RuleLayer(path, "project"))


class TrustedFiles:
    """Files that the person trusts as they are, by path and SHA-256, kept in a file of its own."""

    def __init__(self, path: Path) -> None:
        """Read them; where that can't be believed nothing is trusted."""
        self._path = path
        self._known: dict[str, str] = {}
        try:
            check_trusted(path)
            self._known = _TRUSTED.validate_json(path.read_bytes())
        except (OSError, UnsafePlace, ValidationError):
            pass  # trust is given again in a moment, and must never be guessed

    def known(self) -> dict[str, str]:
        """Return the SHA-256 by path."""
        return self._known

    def trust(self, path: str, sha256: str) -> None:
        """Trust a file as it is; with nothing as `sha256`: no more. Raises OSError when it can't be kept."""
        known = {**self._known, path: sha256}
        if not sha256:
            known.pop(path)
        write_whole(self._path, json.dumps(known, indent=2, sort_keys=True).encode("utf-8"))
        self._known = known


def _way_up(folder: Path) -> list[Path]:
    way = []
    for place in (folder, *folder.parents):
        way.append(place)
        if os.path.lexists(place / ".git"):
            break
    return way
