"""Goes on with a Python that is new enough, or says which is missing; every Python 3 can read it."""

import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)  # changes together with requires-python in pyproject.toml
PROBE = "import sys; sys.exit(sys.version_info < (3, 11))"


def require_new_enough() -> None:
    """Return under Python 3.11 or newer; else start the script again with such a Python, or exit."""
    if sys.version_info >= OLDEST:
        return
    for minor in range(OLDEST[1] + 20, OLDEST[1] - 1, -1):
        newer = shutil.which("python3." + str(minor))
        # A version manager leaves commands on PATH which start nothing: each is tried first.
        if newer and subprocess.call([newer, "-c", PROBE], stderr=subprocess.DEVNULL) == 0:
            os.execv(newer, [newer, *sys.argv])
    sys.exit(
        "Assent needs Python 3.11 or newer. This is Python "
        + ".".join(str(part) for part in sys.version_info[:3])
        + ", and there is no newer python3.x on PATH."
    )
