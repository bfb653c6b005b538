"""A claim on a file that one process at a time can hold, and that ends with the process."""

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    _NO_LINK = 0

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    _NO_LINK = os.O_NOFOLLOW

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def claim(path: Path) -> int:
    """Return a descriptor that holds the claim until it is closed; a claimed file is never removed.

    Raises BlockingIOError when another holds it, and OSError when the file cannot be made.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o600)
    try:
        _lock(handle)
    except OSError:
        os.close(handle)
        raise BlockingIOError(f"another process holds {path}") from None
    return handle
