"""The places on disk that Assent uses for this user."""

import sys
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from assent.host.address import address, is_private
from assent.host.files import is_own


@dataclass(frozen=True)
class Folders:
    """The socket's address, the folders of the journal, the person's settings, the administrator's."""

    address: str
    state: Path
    configuration: Path
    managed: Path

    @classmethod
    def of_this_user(cls) -> "Folders":
        """Return the places that the system's conventions name for this user."""
        return cls(
            address=address(),
            state=platformdirs.user_state_path("assent", appauthor=False),
            configuration=platformdirs.user_config_path("assent", appauthor=False),
            managed=_managed(),
        )

    @classmethod
    def below(cls, root: Path) -> "Folders":
        """Return places that share nothing with this user's: for a demonstration or a trial."""
        return cls(
            str(root / "run" / "assent.sock"), root / "state", root / "configuration", root / "managed"
        )


def _managed() -> Path:
    if sys.platform.startswith("linux"):
        return Path("/etc/assent")
    return platformdirs.site_config_path("assent", appauthor=False)


def make_private(folder: Path) -> Path:
    """Create `folder` so that only this user may enter it, and return it; one that was open is closed.

    Raises OSError, and PermissionError for another user's folder.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_private(str(folder)):
        if not is_own(folder):
            raise PermissionError(f"{folder} belongs to another user")
        folder.chmod(0o700)
    return folder
