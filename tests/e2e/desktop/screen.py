"""The real window on a virtual screen with a window manager, driven by a real pointer and real keys."""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from assent.clients.line import ConsoleAbsent, Line
from waiting import until_now

# Where the button stands, from the right and lower edge of the modal with its frame, in pixels.
APPROVE_FROM_RIGHT, APPROVE_FROM_BELOW = 118, 78


@dataclass
class Screen:
    """A virtual screen and what a hand at it can do."""

    display: str
    environment: dict[str, str] = field(repr=False)

    def xdotool(self, *words: str) -> str:
        """Run xdotool and return what it prints; nothing when it finds nothing."""
        command = ["xdotool", *words]
        ran = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=20, check=False
        )
        return ran.stdout.strip()

    def windows(self) -> list[str]:
        """Return the ids of Assent's visible windows."""
        return self.xdotool("search", "--onlyvisible", "--name", "^Assent").split()

    def active(self) -> str:
        """Return the id of the window that has the focus."""
        return self.xdotool("getactivewindow")

    def key(self, *names: str) -> None:
        """Press keys, one after the other, wherever the focus is."""
        self.xdotool("key", "--delay", "20", *names)

    def click_approve(self, window: str) -> None:
        """Move the pointer to the Approve button and press it."""
        x, y = self.place_of_approve(window)
        self.xdotool("mousemove", str(x), str(y), "click", "1")

    def place_of_approve(self, window: str) -> tuple[int, int]:
        """Return where the Approve button of a modal is on the screen, in pixels."""
        geometry = dict(
            line.split("=") for line in self.xdotool("getwindowgeometry", "--shell", window).splitlines()
        )
        x = int(geometry["X"]) + int(geometry["WIDTH"]) - APPROVE_FROM_RIGHT
        y = int(geometry["Y"]) + int(geometry["HEIGHT"]) - APPROVE_FROM_BELOW
        return x, y


@dataclass
class Desktop:
    """A running console with its window."""

    screen: Screen
    process: "subprocess.Popen[bytes]"
    main_window: str

    @contextlib.contextmanager
    def run(self, *words: str) -> "Iterator[subprocess.Popen[bytes]]":
        """Start `assent run` with these words; it is killed at the end if it still runs."""
        with _assent(self.screen.environment, "run", *words) as client:
            try:
                yield client
            finally:
                client.kill()

    def start(self) -> "subprocess.Popen[bytes]":
        """Start `assent` once more."""
        return _assent(self.screen.environment)

    def modal(self) -> str:
        """Wait for a request to be on the screen, go there as a person would, and return its window."""
        window = until_now(lambda: next(iter(self.modals()), ""))
        until_now(lambda: self._activate(window))
        return window

    def _activate(self, window: str) -> bool:
        if self.screen.active() != window:
            self.screen.xdotool("windowactivate", window)
        return self.screen.active() == window

    def to_front(self) -> None:
        """Bring the main window to the front, with the focus in it."""
        self.screen.xdotool("windowactivate", "--sync", self.main_window)
        until_now(lambda: self.screen.active() == self.main_window)

    def click_output(self) -> None:
        """Click into the output, well below the head and at the right of the list."""
        self.screen.xdotool("mousemove", "--window", self.main_window, "800", "450", "click", "1")

    def no_modal(self) -> None:
        """Wait until no request is on the screen."""
        until_now(lambda: not self.modals())

    def modals(self) -> list[str]:
        """Return the windows of the requests on the screen."""
        return [window for window in self.screen.windows() if window != self.main_window]


@contextlib.contextmanager
def a_screen() -> Iterator[Screen]:
    """Start Xvfb on a free display, and openbox on it."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        with os.fdopen(read) as number:
            display = f":{number.readline().strip()}"
        environment = os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
        with subprocess.Popen(["openbox"], env=environment, stderr=subprocess.DEVNULL) as manager:
            try:
                yield Screen(display, environment)
            finally:
                manager.terminate()
                manager.wait()
                server.terminate()


@contextlib.contextmanager
def a_desktop(screen: Screen) -> Iterator[Desktop]:
    """Start `assent` as a person would, with places of its own."""
    with tempfile.TemporaryDirectory(prefix="at-") as folder:
        root = Path(folder)
        address = str(root / "r" / "a.sock")
        places = {"ASSENT_SOCKET": address, "XDG_STATE_HOME": f"{root}/s", "XDG_CONFIG_HOME": f"{root}/c"}
        here = Screen(screen.display, screen.environment | places)
        with _assent(here.environment, "--theme", "light") as process:
            try:
                until_now(lambda: _answers(address), within_s=30)
                until_now(here.windows)
                yield Desktop(here, process, here.windows()[0])
            finally:
                process.terminate()
                assert process.wait(30) == 0


def _assent(environment: dict[str, str], *words: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "assent", *words]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def _answers(address: str) -> bool:
    try:
        Line(address).close()
    except ConsoleAbsent:
        return False
    return True
