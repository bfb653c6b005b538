"""Tries to approve by accident: keys and clicks meant for something else, while modals pop up.

    python tests/e2e/desktop/accidents.py [rounds]

In each round an agent asks, keys or clicks come as they would from a person who is busy with something else,
and the agent takes its question back. Counts what was approved: it must be nothing.
"""

import contextlib
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from e2e.agent import Agent
from e2e.desktop.screen import Desktop, Screen, a_desktop, a_screen
from waiting import until_now

# How long keys and clicks go on after a modal has appeared: longer than it takes to arm.
GOES_ON_S = 1.0
STREAM = ("Return", "space", "y", "1", "2", "l", "s", "Return", "KP_Enter", "a", "Y", "space", "o", "k")
# Another program: a line to type into, which writes what arrives into a file.
OTHER = """
import sys
from PySide6.QtWidgets import QApplication, QLineEdit
app = QApplication([])
line = QLineEdit()
line.setWindowTitle("Other program")
line.resize(500, 300)
line.textChanged.connect(lambda text: open(sys.argv[1], "w").write(text))
line.show()
app.exec()
"""


@dataclass
class Found:
    """What came of the rounds: `approved` must be 0; in those `hit`, Approve stood where the clicks went."""

    rounds: int = 0
    shown: int = 0
    approved: int = 0
    refused: int = 0
    taken_focus: int = 0
    hit: int = 0


class Trial:
    """One console on one screen, an agent that asks, and a person who is busy."""

    def __init__(self, desktop: Desktop, agent: Agent, other: str) -> None:
        """`other` is the window of another program."""
        self.desktop, self.agent, self.other = desktop, agent, other
        self.screen, self._number = desktop.screen, 0

    def round(self, found: Found, busy: Callable[[], None]) -> None:
        """Ask, be busy, take the question back, and count what came of it."""
        self._number += 1
        arguments = {"command": f"true {self._number}"}
        self.agent.send(
            id=self._number, method="tools/call", params={"name": "Shell", "arguments": arguments}
        )
        busy()
        found.shown += bool(self.desktop.modals())
        self.agent.send(method="cancel", params={"id": self._number})
        while (message := self.agent.receive()).get("id") != self._number:
            continue
        outcome = message["result"]["outcome"]["kind"]
        found.rounds += 1
        found.approved += outcome not in ("withdrawn", "refused")
        found.refused += outcome == "refused"
        self.desktop.no_modal()

    def types_elsewhere(self, window: str, found: Found) -> Callable[[], None]:
        """Return what a person does who types into `window`, and goes on."""

        def busy() -> None:
            until = time.monotonic() + GOES_ON_S + 0.3
            while time.monotonic() < until:
                self.screen.xdotool("key", "--delay", "8", *random.sample(STREAM, 7))
            found.taken_focus += self.screen.active() != window

        return busy

    def types_into_it(self) -> Callable[[], None]:
        """Return what a person does whose window manager gave the focus to the modal while they typed."""

        def busy() -> None:
            self.desktop.modal()
            until = time.monotonic() + GOES_ON_S + 0.3
            while time.monotonic() < until:
                self.screen.xdotool("key", "--delay", "8", *random.sample(STREAM, 7))

        return busy

    def clicks_once(self, place: tuple[int, int], found: Found) -> Callable[[], None]:
        """Return what a person does who clicks where Approve comes to stand, within half a second."""

        def busy() -> None:
            window = until_now(lambda: next(iter(self.desktop.modals()), ""))
            time.sleep(random.uniform(0, 0.5))
            self.screen.xdotool("mousemove", *map(str, place), "click", "1")
            found.hit += self.screen.place_of_approve(window) == place
            time.sleep(0.2)

        return busy

    def clicks_on(self, place: tuple[int, int], found: Found) -> Callable[[], None]:
        """Return what a person does who goes on clicking there, before and after the modal has come."""

        def busy() -> None:
            self.screen.xdotool("mousemove", *map(str, place))
            self.screen.xdotool("click", "--repeat", "12", "--delay", "90", "1")
            found.hit += any(self.screen.place_of_approve(one) == place for one in self.desktop.modals())

        return busy

    def place(self) -> tuple[int, int]:
        """Return where Approve stands in a modal that nothing happens to."""
        places: list[tuple[int, int]] = []

        def look() -> None:
            window = until_now(lambda: next(iter(self.desktop.modals()), ""))
            time.sleep(0.3)
            places.append(self.screen.place_of_approve(window))

        self.round(Found(), look)
        return places[0]

    def go_to(self, window: str) -> None:
        """Go to a window as a person does."""
        self.screen.xdotool("windowactivate", window)
        until_now(lambda: self.screen.active() == window)


@contextlib.contextmanager
def a_trial(screen: Screen) -> Iterator[Trial]:
    """Start all that a trial takes."""
    with tempfile.TemporaryDirectory() as folder, a_desktop(screen) as desktop:
        typed = str(Path(folder) / "typed")
        with subprocess.Popen([sys.executable, "-c", OTHER, typed], env=screen.environment) as other:
            try:
                window = until_now(
                    lambda: screen.xdotool("search", "--onlyvisible", "--name", "^Other program")
                )
                with Agent(desktop.screen.environment["ASSENT_SOCKET"]) as agent:
                    yield Trial(desktop, agent, window)
            finally:
                other.kill()


def all_kinds(
    trial: Trial, rounds: int, tell: Callable[[str, Found], None] = lambda _kind, _found: None
) -> dict[str, Found]:
    """Try each kind of accident so many times, and `tell` what came of it."""
    results: dict[str, Found] = {}

    def run(kind: str, window: str, makes: Callable[[Found], Callable[[], None]]) -> None:
        found = results[kind] = Found()
        for _ in range(rounds):
            trial.go_to(window)
            trial.round(found, makes(found))
        tell(kind, found)

    main_window = trial.desktop.main_window
    run("typing into another program", trial.other, lambda found: trial.types_elsewhere(trial.other, found))
    run("typing into Assent's window", main_window, lambda found: trial.types_elsewhere(main_window, found))
    run("typing into the modal itself", trial.other, lambda _: trial.types_into_it())
    place = trial.place()
    run("a click where Approve appears", trial.other, lambda found: trial.clicks_once(place, found))
    run("clicking on and on there", trial.other, lambda found: trial.clicks_on(place, found))
    return results


def main() -> int:
    """Try, print, and return 1 when anything was approved."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with a_screen() as screen, a_trial(screen) as trial:
        results = all_kinds(trial, rounds, _print)
    return 1 if any(found.approved for found in results.values()) else 0


def _print(kind: str, found: Found) -> None:
    sys.stdout.write(
        f"{kind:32} {found.approved} of {found.rounds} approved, {found.refused} refused,\n"
        f"{'':32} {found.shown} on the screen till the end, {found.hit} times Approve was clicked at,\n"
        f"{'':32} {found.taken_focus} times the focus was taken\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
