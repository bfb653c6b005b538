"""Whether a file of settings may be believed, and how one is written so that it never is half of one."""

import os
import stat
import sys
import tempfile
from pathlib import Path

from assent.host.errors import UnsafePlace


def is_own(path: Path) -> bool:
    """Tell whether `path` belongs to this user."""
    return sys.platform == "win32" or path.stat().st_uid == os.getuid()


def check_trusted(path: Path) -> None:
    """Raise UnsafePlace when somebody other than this user (or root) could have written `path`."""
    if sys.platform == "win32":
        return  # the profile's access list does this
    found = path.stat()
    if found.st_uid not in {os.getuid(), 0}:
        raise UnsafePlace(f"it belongs to another user (uid {found.st_uid})")
    if found.st_mode & 0o022:
        raise UnsafePlace(f"others may write to it (mode {found.st_mode & 0o777:04o}; chmod go-w mends that)")


def check_root_owned(path: Path) -> None:
    """Raise UnsafePlace when anybody but the administrator could have written `path`, a link included."""
    if sys.platform == "win32":
        return  # the folder's access list does this
    for each in (path, path.resolve(), path.resolve().parent):
        found = each.lstat()
        if found.st_uid != 0:
            raise UnsafePlace(f"{each} belongs to another user (uid {found.st_uid}) than root")
        if found.st_mode & 0o022 and not stat.S_ISLNK(found.st_mode):
            raise UnsafePlace(f"others may write to {each} (mode {found.st_mode & 0o777:04o})")


def write_whole(path: Path, data: bytes) -> None:
    """Put `data` in the place of what is at `path`, all or nothing, for this user only; raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
