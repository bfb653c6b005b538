"""Process namespaces for tests; where nobody is given one (a chroot, some containers) those are skipped."""

import os
import subprocess
import sys
from functools import lru_cache

import pytest

# The system's own tool, so that a mistake of ours is a failure and not a skip.
SPACE = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"]
if sys.platform == "linux" and os.geteuid() != 0:
    SPACE += ["--user", "--map-current-user"]


def need_namespaces() -> None:
    """Skip the test where the system makes no process namespace."""
    if why := _refusal():
        pytest.skip(f"no process namespace is to be had here: {why}")


@lru_cache(maxsize=1)
def _refusal() -> str:
    if sys.platform != "linux":
        return "they are Linux's"
    tried = subprocess.run([*SPACE, "true"], capture_output=True, text=True, timeout=30, check=False)
    return tried.stderr.strip() if tried.returncode else ""
