"""Tells whether the program needs a display and has one, and lends it a virtual one."""

import contextlib
import ctypes
import os
import secrets
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType

# Platforms of Qt which draw without a display server.
WITHOUT_SERVER = {"offscreen", "minimal", "vnc", "linuxfb", "eglfs", "minimalegl", "vkkhrdisplay"}
WITH_WINDOW = {"desktop", "demo"}  # the commands of assent that open one; a bare start does too
SIZE = "1440x900x24"
START_S = 20.0


def opens_window(arguments: Sequence[str]) -> bool:
    """Whether assent, started with these arguments, opens a window."""
    if {"--headless", "--help", "-h", "--version", "-V"} & set(arguments):
        return False
    first = arguments[0] if arguments else "desktop"
    return first in WITH_WINDOW or first.startswith("-")


def display_of(environ: Mapping[str, str]) -> str | None:
    """Return where windows go: wayland, x or none (as Qt was told); None if there is no display."""
    if environ.get("QT_QPA_PLATFORM", "").partition(":")[0] in WITHOUT_SERVER:
        return "none"
    if environ.get("WAYLAND_DISPLAY"):
        return "wayland"
    return "x" if x_answers(environ.get("DISPLAY", "")) else None


def x_answers(display: str) -> bool:
    """Whether an X server is there; one on another machine is believed."""
    number = display.partition(".")[0]
    if not number.startswith(":"):
        return bool(number)
    for path in (f"/tmp/.X11-unix/X{number[1:]}", f"\0/tmp/.X11-unix/X{number[1:]}"):
        with socket.socket(socket.AF_UNIX) as probe, contextlib.suppress(OSError):
            probe.connect(path)
            return True
    return False


@contextlib.contextmanager
def virtual_display() -> Iterator[dict[str, str]]:
    """Start an X server that draws into memory; yield the environment to run in; end it afterwards."""
    with contextlib.ExitStack() as stack:
        # Without a cookie, every user of the machine could look at the window and press its buttons.
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="assent-display-"))
        cookies = Path(folder, "Xauthority")
        cookies.write_bytes(cookie_file(secrets.token_bytes(16)))
        number = _start_server(stack, cookies)
        environ = {**os.environ, "DISPLAY": f":{number}", "XAUTHORITY": str(cookies)}
        environ.pop("WAYLAND_DISPLAY", None)
        if shutil.which("openbox"):  # without a window manager, dialogs get no frame and no keyboard
            stack.enter_context(_companion(["openbox"], environ))
        print(
            f"assent: on a virtual display, DISPLAY=:{number} XAUTHORITY={cookies}\n"
            f"assent: look at it with  x11vnc -localhost -display :{number} -auth {cookies}",
            file=sys.stderr,
            flush=True,
        )
        yield environ


def cookie_file(cookie: bytes) -> bytes:
    """Return an Xauthority file with this cookie for every display; xauth is not needed for that."""
    fields = (b"", b"", b"MIT-MAGIC-COOKIE-1", cookie)  # address, display number, name, data
    any_family = struct.pack(">H", 0xFFFF)
    return any_family + b"".join(struct.pack(">H", len(field)) + field for field in fields)


def run(command: Sequence[str], environ: Mapping[str, str]) -> int:
    """Run the program to its end, hand on the signals that end us, and return its exit code."""
    process = subprocess.Popen(command, env=environ)

    def hand_on(number: int, _frame: FrameType | None) -> None:
        process.send_signal(number)

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, hand_on)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to the program as well
    return exit_code(process.wait())


def exit_code(code: int) -> int:
    """Return an exit code as shells tell it: 128 and the number of the signal that ended the program."""
    return code if code >= 0 else 128 - code


def _start_server(stack: contextlib.ExitStack, cookies: Path) -> int:
    """Start Xvfb on a number that is free, which it tells once it listens."""
    reading, writing = os.pipe()
    stack.callback(os.close, reading)
    options = ["-displayfd", str(writing), "-screen", "0", SIZE, "-nolisten", "tcp", "-auth", str(cookies)]
    stack.enter_context(_companion(["Xvfb", *options], os.environ, (writing,)))
    os.close(writing)
    told = b""
    while not told.endswith(b"\n"):
        ready, _, _ = select.select([reading], [], [], START_S)
        piece = os.read(reading, 16) if ready else b""
        if not piece:
            sys.exit("assent: the virtual display (Xvfb) did not start.")
        told += piece
    return int(told)


@contextlib.contextmanager
def _companion(
    command: Sequence[str], environ: Mapping[str, str], descriptors: tuple[int, ...] = ()
) -> Iterator[None]:
    """Run a program beside ours and end it with ours, be it by SIGKILL."""
    process = subprocess.Popen(
        command,
        env=environ,
        pass_fds=descriptors,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl+C is for the program, not for its display
        preexec_fn=_end_with_parent,  # noqa: PLW1509  there is one thread here
    )
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # 1 is PR_SET_PDEATHSIG
