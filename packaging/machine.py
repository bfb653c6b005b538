"""Knows what the system itself must have, libraries and programs, and gets it with apt-get where it may."""

import ctypes
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass


def library(name: str) -> bool:
    """Whether the loader finds this shared library."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def program(name: str) -> bool:
    """Whether this program is on PATH."""
    return shutil.which(name) is not None


def module(name: str) -> bool:
    """Whether this Python has the module."""
    importlib.invalidate_caches()  # it may have been installed a moment ago
    return importlib.util.find_spec(name) is not None


@dataclass(frozen=True)
class Need:
    """Something the system must have, how to see that it has it, and the packages that bring it."""

    found: Callable[[str], bool]
    name: str
    debian: str
    fedora: str
    arch: str

    @property
    def present(self) -> bool:
        """Whether the system has it."""
        return self.found(self.name)


# Debian minimal systems (and some distributions' Pythons) come without what `python3 -m venv` needs.
VENV = Need(module, "ensurepip", f"python3.{sys.version_info[1]}-venv", "python3", "python")
BASH = Need(program, "bash", "bash", "bash", "bash")

# What Qt's libraries and its `offscreen` and `xcb` platforms load from the system, as their ELF headers say.
# Qt's own message names libxcb-cursor0 alone, whichever of them is missing.
DESKTOP_LIBRARIES = (
    Need(library, "libglib-2.0.so.0", "libglib2.0-0", "glib2", "glib2"),
    Need(library, "libEGL.so.1", "libegl1", "libglvnd-egl", "libglvnd"),
    Need(library, "libGL.so.1", "libgl1", "libglvnd-glx", "libglvnd"),
    Need(library, "libfontconfig.so.1", "libfontconfig1", "fontconfig", "fontconfig"),  # brings a font
    Need(library, "libfreetype.so.6", "libfreetype6", "freetype", "freetype2"),
    Need(library, "libdbus-1.so.3", "libdbus-1-3", "dbus-libs", "dbus"),
    Need(library, "libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon", "libxkbcommon"),
    Need(library, "libX11.so.6", "libx11-6", "libX11", "libx11"),
)
X_LIBRARIES = (
    Need(library, "libX11-xcb.so.1", "libx11-xcb1", "libX11-xcb", "libx11"),
    Need(library, "libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
    Need(library, "libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    Need(library, "libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    Need(library, "libxcb-image.so.0", "libxcb-image0", "xcb-util-image", "xcb-util-image"),
    Need(library, "libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    Need(library, "libxcb-randr.so.0", "libxcb-randr0", "libxcb", "libxcb"),
    Need(
        library,
        "libxcb-render-util.so.0",
        "libxcb-render-util0",
        "xcb-util-renderutil",
        "xcb-util-renderutil",
    ),
    Need(library, "libxcb-shape.so.0", "libxcb-shape0", "libxcb", "libxcb"),
    Need(library, "libxcb-sync.so.1", "libxcb-sync1", "libxcb", "libxcb"),
    Need(library, "libxcb-xfixes.so.0", "libxcb-xfixes0", "libxcb", "libxcb"),
    Need(library, "libxcb-xkb.so.1", "libxcb-xkb1", "libxcb", "libxcb"),
)
WAYLAND_LIBRARIES = (
    Need(library, "libwayland-client.so.0", "libwayland-client0", "libwayland-client", "wayland"),
    Need(library, "libwayland-cursor.so.0", "libwayland-cursor0", "libwayland-cursor", "wayland"),
    Need(library, "libwayland-egl.so.1", "libwayland-egl1", "libwayland-egl", "wayland"),
)
XVFB = Need(program, "Xvfb", "xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb")
OPENBOX = Need(program, "openbox", "openbox", "openbox", "openbox")
VIRTUAL_DISPLAY = (XVFB, OPENBOX)
PS = Need(program, "ps", "procps", "procps-ng", "procps-ng")
XDOTOOL = Need(program, "xdotool", "xdotool", "xdotool", "xdotool")
# Optional: it makes a namespace where the system forbids Assent to; the console names it when it would help.
BUBBLEWRAP = Need(program, "bwrap", "bubblewrap", "bubblewrap", "bubblewrap")
TEST_PROGRAMS = (BASH, PS, XVFB, OPENBOX, XDOTOOL, BUBBLEWRAP)

# Debian 13 and Ubuntu 24.04 renamed some packages for 64-bit time; these releases are older.
RENAMED = {"libglib2.0-0": "libglib2.0-0t64"}
BEFORE_RENAMING = {"buster", "bullseye", "bookworm", "bionic", "focal", "jammy", "kinetic", "lunar", "mantic"}
INSTALLERS = {"debian": "apt-get install", "fedora": "dnf install", "arch": "pacman -S --needed"}


def family(release: Mapping[str, str]) -> str:
    """Return which packages a system has by its os-release: debian, fedora, arch or other."""
    names = {release.get("ID", ""), *release.get("ID_LIKE", "").split()}
    for known, words in (
        ("debian", {"debian", "ubuntu"}),
        ("fedora", {"fedora", "rhel", "centos"}),
        ("arch", {"arch"}),
    ):
        if names & words:
            return known
    return "other"


def packages(needs: Iterable[Need], release: Mapping[str, str]) -> list[str]:
    """Return the packages that bring these needs on this system, each once; none if it is unknown."""
    known = family(release)
    if known == "other":
        return []
    found = dict.fromkeys(str(getattr(need, known)) for need in needs)
    codenames = {release.get(key) for key in ("VERSION_CODENAME", "UBUNTU_CODENAME", "DEBIAN_CODENAME")}
    if known == "debian" and not codenames & BEFORE_RENAMING:
        return [RENAMED.get(name, name) for name in found]
    return list(found)


def agreed(environ: Mapping[str, str]) -> bool:
    """Whether the environment says yes to every question: ASSENT_YES, or CI, where nobody could answer."""
    return any(environ.get(name, "").lower() in {"1", "true", "yes"} for name in ("ASSENT_YES", "CI"))


def ask(question: str) -> bool:
    """Ask the person at the terminal; without one the answer is no."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    try:
        print(f"{question} [Y/n] ", end="", file=sys.stderr, flush=True)
        return input().strip().lower() in {"", "y", "yes"}
    except EOFError:
        return False


def ensure(needs: Iterable[Need], *, yes: bool) -> None:
    """Return when the system has all of these; else get them, or exit and name them."""
    missing = [need for need in needs if not need.present]
    if not missing:
        return
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        release = {}
    names = packages(missing, release)
    print(
        f"assent: this system lacks {', '.join(need.name for need in missing)}.", file=sys.stderr, flush=True
    )
    if family(release) == "debian" and shutil.which("apt-get"):
        _install(names, yes=yes)
        still = [need.name for need in missing if not need.present]
        if still:
            sys.exit(f"assent: installed, but still not found: {', '.join(still)}")
        return
    advice = f": {INSTALLERS[family(release)]} {' '.join(names)}" if names else "."
    print(f"assent: please install what provides it{advice}", file=sys.stderr, flush=True)
    # The names on other systems are known from reading, not from trying: a library is left for Qt to miss.
    if any(need.found is not library for need in missing):
        sys.exit(1)


def _install(names: list[str], *, yes: bool) -> None:
    """Install Debian packages as root or with sudo, after a question; else exit with the command to type."""
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    update = ["apt-get", "update"]
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *names]
    typed = " && ".join(shlex.join([*(["sudo"] if sudo else []), *line]) for line in (update, install))
    if sudo and not _may_become_root():
        sys.exit(f"assent: an administrator can install it with:\n  {typed}")
    if not yes and not ask(f"Install {' '.join(names)} now with apt-get?"):
        sys.exit(f"assent: install it with (or start again with --yes, or ASSENT_YES=1):\n  {typed}")
    # Another apt may be at work, as on a machine which has just started: wait for it, but not for ever.
    prefix = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive"]
    options = ["--quiet", "-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=3"]
    quiet = [] if sys.stderr.isatty() else ["--quiet", "-o", "Dpkg::Use-Pty=0"]
    for command in (update, install):
        # A failed update is told by apt-get; the install may succeed with the lists that are there.
        line = [*prefix, command[0], *options, *quiet, *command[1:]]
        done = subprocess.run(line, check=False, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    if done.returncode != 0:
        sys.exit(f"assent: apt-get failed (exit code {done.returncode}). The commands were:\n  {typed}")


def _may_become_root() -> bool:
    """Whether sudo is there and works: at a terminal it may ask for the password, elsewhere it must not."""
    if not shutil.which("sudo"):
        return False
    if sys.stdin.isatty():
        return True
    return subprocess.run(["sudo", "-n", "true"], check=False, stderr=subprocess.DEVNULL).returncode == 0
