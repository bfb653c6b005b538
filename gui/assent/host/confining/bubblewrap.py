"""Confines a command by bubblewrap (bwrap): its own mounts, processes and network, and no way to get more."""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from assent import resources
from assent.host.confining.placeholders import Placeholders
from assent.host.confining.places import PRIVATE, Access, Areas, areas
from assent.host.confining.start import Start
from assent.host.errors import Unconfinable
from assent.model.confinement import Profile

assert sys.platform == "linux"

# Variables that lead to what is hidden: a program that finds nothing there says so in words that nobody
# understands.
_LEAD_NOWHERE = (
    *("SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"),
    *("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "ICEAUTHORITY", "SESSION_MANAGER", "ASSENT_SOCKET"),
    *("TMPDIR", "TEMP", "TMP"),
)
_UNSHARED = (
    *("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    "--disable-userns",
)
# What the kernel lets root write to in /proc even where it holds no rights. Where root runs bubblewrap, the
# root inside is the real one, and could leave by core_pattern. bubblewrap covers some of these, not `sys`.
_ROOTS_OWN = tuple(
    f"/proc/{name}"
    for name in (
        "sys",
        "sysrq-trigger",
        "irq",
        "bus",
        "fs",
        "acpi",
        "asound",
        "scsi",
        "mtrr",
        "dynamic_debug",
    )
)
# bubblewrap ends by these signals and takes its command along, which then had no time to end by itself. So it
# is started deaf to them, and the command is given its hearing back.
_DEAF_TO = "TERM,INT,HUP,QUIT"
_ATTEMPTS = 3
_APPARMOR = (
    "AppArmor keeps programs of this system from making namespaces. A profile for bubblewrap mends it: sudo "
    "apt install apparmor-profiles; sudo cp /usr/share/apparmor/extra-profiles/bwrap-userns-restrict "
    "/etc/apparmor.d/; sudo systemctl reload apparmor"
)


class Bubblewrap:
    """Confinement by bubblewrap; `own` are the console's folders and its socket."""

    def __init__(self, own: Sequence[str], placeholders: Placeholders) -> None:
        """Know what is to be hidden besides secrets."""
        self._own, self._placeholders = own, placeholders

    def problem(self, _profile: Profile) -> str:
        """Say what is missing, as far as a look tells, or nothing."""
        if shutil.which("bwrap") is None:
            return "bubblewrap (bwrap) is not installed (Debian and Ubuntu: sudo apt install bubblewrap)"
        return ""

    def explained(self, said: str) -> str:
        """Add to bubblewrap's own complaint what it may come from."""
        restriction = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
        with contextlib.suppress(OSError):
            if restriction.read_text().strip() == "1":
                return f"{said}. {_APPARMOR}"
        return said

    def check(self, profile: Profile, folder: str) -> None:
        """Raise Unconfinable where the profile cannot be had in this folder."""
        areas(profile, folder, self._own, self._placeholders.paths)

    @contextlib.asynccontextmanager
    async def around(self, profile: Profile, start: Start) -> AsyncIterator[Start]:
        """Yield what to start in place of `start`; what is made for it is gone afterwards."""
        program = shutil.which("bwrap")
        if program is None:
            raise Unconfinable(self.problem(profile))
        with contextlib.ExitStack() as held:
            found = self._hold(profile, start.cwd, held)
            words = [*_deafened(), program, "--die-with-parent"]
            # No --new-session: a tree is a session of its own already, whose only terminal can be its own,
            # and in another one it would be out of reach of what is sent to its group (an interrupt).
            words += [*_UNSHARED, *([] if profile.network else ["--unshare-net"]), *_mounts(found, profile)]
            words += ["--chdir", found.folder, "--cap-drop", "ALL", "--", *_hearing(), *start.words]
            yield replace(start, words=words, cwd=os.sep, environment=_environment(start))

    def _hold(self, profile: Profile, folder: str, held: contextlib.ExitStack) -> Areas:
        """Work out the places, and keep those empty that are not there."""
        for _ in range(_ATTEMPTS):
            found = areas(profile, folder, self._own, self._placeholders.paths)
            try:
                held.enter_context(self._placeholders.held(found.missing()))
            except FileExistsError:
                continue  # somebody made it meanwhile: look again
            except OSError as problem:
                raise Unconfinable(f"what is missing cannot be protected: {problem}") from None
            return found
        raise Unconfinable(f"`{folder}` changes too fast to be protected")


def _mounts(found: Areas, profile: Profile) -> list[str]:
    words = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    if os.getuid() == 0:
        for path in _ROOTS_OWN:
            words += ["--ro-bind-try", path, path]
    for path in PRIVATE:
        if Path(path).is_dir() and not Path(path).is_symlink():
            words += ["--tmpfs", path]
    if profile.network:
        words += _name_servers()
    empty = str(resources.resource("confinement/empty"))
    # Parents first: what is mounted later lies on top.
    for path, access in sorted(found.places.items()):
        words += _mount(path, access, empty)
    return words


def _mount(path: str, access: Access, empty: str) -> list[str]:
    if access is Access.WRITE:
        return ["--bind", path, path]
    if access is Access.READ:
        return ["--ro-bind", path, path]
    if Path(path).is_dir():
        return ["--tmpfs", path, "--remount-ro", path]
    return ["--ro-bind", empty, path]


def _name_servers() -> list[str]:
    """Show the file that names the servers, which often is a link into /run."""
    real = os.path.realpath("/etc/resolv.conf")
    return ["--ro-bind-try", real, real] if real.startswith("/run/") else []


def _environment(start: Start) -> dict[str, str]:
    return {name: value for name, value in start.environment.items() if name not in _LEAD_NOWHERE}


def _deafened() -> list[str]:
    return ["/usr/bin/env", f"--ignore-signal={_DEAF_TO}"] if _env_knows_signals() else []


def _hearing() -> list[str]:
    return ["/usr/bin/env", f"--default-signal={_DEAF_TO}"] if _env_knows_signals() else []


@lru_cache(maxsize=1)
def _env_knows_signals() -> bool:
    """Tell whether `env` can do it; where it can't (old, or small) a command ends without a warning."""
    words = ["/usr/bin/env", f"--ignore-signal={_DEAF_TO}", f"--default-signal={_DEAF_TO}", "true"]
    try:
        tried = subprocess.run(words, capture_output=True, timeout=3, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0
