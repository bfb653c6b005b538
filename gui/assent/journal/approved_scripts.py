"""What scripts were when a person last approved a command that runs them, to show what has changed since."""

import hashlib
import logging
import os
from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from assent.host.files import write_whole
from assent.host.folders import make_private
from assent.model.frozen import Frozen
from assent.model.inspection import Script

MOST_KEPT = 512
_log = logging.getLogger(__name__)


class _Approved(Frozen):
    path: str
    sha256: str
    text: str


class ApprovedScripts:
    """One file for each script, named after its path; the one approved the longest ago goes first."""

    def __init__(self, folder: Path) -> None:
        """Keep them in `folder`."""
        self._folder = folder

    def before(self, path: str) -> str | None:
        """Return the text of a script as it was, None when nobody approved it."""
        try:
            found = _Approved.model_validate_json(self._place(path).read_bytes())
        except (OSError, ValidationError):
            return None
        return found.text if found.path == path else None

    def approve(self, scripts: Iterable[Script]) -> None:
        """Take note of scripts as they were shown; a note that can't be kept is only missed."""
        try:
            for script in scripts:
                if script.before == script.text:
                    os.utime(self._place(script.path))
                elif script.sha256:
                    make_private(self._folder)
                    kept = _Approved(path=script.path, sha256=script.sha256, text=script.text)
                    write_whole(self._place(script.path), kept.model_dump_json().encode())
                    self._prune()
        except OSError as problem:
            _log.warning("what a script was is not kept: %s", problem)

    def _place(self, path: str) -> Path:
        return self._folder / hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()

    def _prune(self) -> None:
        with os.scandir(self._folder) as entries:
            kept = sorted(entries, key=lambda entry: entry.stat().st_mtime_ns, reverse=True)
        for entry in kept[MOST_KEPT:]:
            Path(entry).unlink()
