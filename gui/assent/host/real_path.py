"""Paths with all links followed, remembered: that takes a look at every folder above them."""

import os
from functools import lru_cache


def real_path(path: str, found: os.stat_result | None = None) -> str:
    """Return the path with its links followed; `found` is what `os.stat` says of it, if that is known.

    Remembered for as long as the path leads to the same file: one that was moved along with a folder above
    it, and is reached by a link, may still be called by the name that it had.
    """
    try:
        found = found or os.stat(path)
    except (OSError, ValueError):
        return os.path.normpath(path) if "\0" in path else os.path.realpath(path)
    return _remembered(path, found.st_dev, found.st_ino)


@lru_cache(maxsize=4096)
def _remembered(path: str, _device: int, _inode: int) -> str:
    return os.path.realpath(path)
