"""Starts Assent from its folder on any machine with Python; gets what is lacking first.

    python3 packaging/start.py [--yes] [assent's arguments…]

`--yes`, or ASSENT_YES=1, answers yes to the questions of this script (never to Assent's own).
"""

import sys

import interpreter

interpreter.require_new_enough()

# An older Python cannot read these.
import os  # noqa: E402
import subprocess  # noqa: E402

import display  # noqa: E402
import environment  # noqa: E402
import machine  # noqa: E402


def main(arguments: list[str]) -> int:
    """Bring up the environment, then become Assent."""
    yes = machine.agreed(os.environ)
    if arguments[:1] == ["--yes"]:
        yes, arguments = True, arguments[1:]
    window = sys.platform == "linux" and display.opens_window(arguments)
    shown = display.display_of(os.environ) if window else "none"
    if shown is None:
        consent_to_virtual_display(yes=yes)
    machine.ensure(needs(shown, window=window), yes=yes)
    python = environment.prepare(environment.DESKTOP)
    # -P: a folder called asyncio where the command is typed must not be imported.
    command = [str(python), "-P", "-m", "assent", *arguments]
    if shown is None:
        with display.virtual_display() as environ:
            return display.run(command, environ)
    if os.name == "nt":  # there, exec returns to the shell at once
        return subprocess.call(command)
    return os.execv(command[0], command)


def needs(shown: str | None, *, window: bool) -> list[machine.Need]:
    """Return what the system must have for this start."""
    wanted = [machine.BASH] if sys.platform == "linux" else []
    if not environment.is_ready(environment.DESKTOP):
        wanted.append(machine.VENV)
    if window:
        wanted += machine.DESKTOP_LIBRARIES
    if shown == "wayland":
        # Qt falls back from one to the other: it is enough that one of the two is whole.
        whole = all(need.present for need in machine.X_LIBRARIES)
        wanted += [] if whole else machine.WAYLAND_LIBRARIES
    if shown in {"x", None}:
        wanted += machine.X_LIBRARIES
    if shown is None:
        wanted += machine.VIRTUAL_DISPLAY if not machine.XVFB.present else []
    return wanted


def consent_to_virtual_display(*, yes: bool) -> None:
    """Say that there is no display; at a terminal ask whether a virtual one will do, else take it."""
    named = os.environ.get("DISPLAY")
    lack = f"no display answers at {named}" if named else "there is no display here"
    print(f"assent: {lack}.", file=sys.stderr, flush=True)
    if yes or not sys.stdin.isatty():
        return
    if not machine.ask("Start on a virtual display, which can be seen through VNC or a screenshot?"):
        sys.exit(1)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
