"""Where the console's socket is: one rule for the server and for every client (standard library only)."""

import os
import stat
import sys

# AF_UNIX paths longer than this cannot be bound (108 bytes with the closing NUL on Linux, 104 on macOS).
LONGEST_PATH = 103


def address() -> str:
    """Return the socket's path, or the pipe's name on Windows.

    `ASSENT_SOCKET` wins. MCP hosts hand on neither XDG_RUNTIME_DIR nor much else, so the usual place of the
    runtime folder is looked at without the variable; where there is none, a private folder is used.
    """
    chosen = os.environ.get("ASSENT_SOCKET")
    if chosen:
        return chosen
    if sys.platform == "win32":
        return rf"\\.\pipe\assent-{os.environ.get('USERNAME', 'user')}"
    return os.path.join(_runtime_folder(), "assent.sock")  # noqa: PTH118  # pathlib is 5 ms of a client's 60


def _runtime_folder() -> str:
    if sys.platform == "win32":
        raise AssertionError("a named pipe has no folder")
    user = os.getuid()
    for folder in (os.environ.get("XDG_RUNTIME_DIR", ""), f"/run/user/{user}"):
        if folder and len(folder) + len("/assent/assent.sock") <= LONGEST_PATH and is_private(folder):
            return folder + "/assent"
    return f"/tmp/assent-{user}"  # checked for owner and mode before use


def is_private(folder: str) -> bool:
    """Tell whether `folder` is a real folder of this user that nobody else may enter."""
    if sys.platform == "win32":
        return True
    mode = _mode_if_ours(folder)
    return stat.S_ISDIR(mode) and not mode & 0o077


def is_ours(path: str) -> bool:
    """Tell whether a socket at `path` belongs to this user: a client must not speak to another's."""
    return sys.platform == "win32" or stat.S_ISSOCK(_mode_if_ours(path))


def _mode_if_ours(path: str) -> int:
    """Return the mode of what is at `path` itself, or 0 when nothing of this user's is there."""
    if sys.platform == "win32":
        raise AssertionError("there are no owners and modes here")
    try:
        found = os.lstat(path)
    except OSError:
        return 0
    return found.st_mode if found.st_uid == os.getuid() else 0
