"""From a request's first byte to the modal painted with its command, in a real window.

    python tests/benchmarks/modal.py [requests]

Needs a display (under a virtual one: xvfb-run); the figure is taken when the event loop has come round after
the paint event of the command view, so the picture has been handed to the display server. The first request
comes a second after the window: later than any command that would be the first one's.
"""

import asyncio
import sys
import tempfile
import threading
import time
from pathlib import Path

from measuring import connect, percentile, row
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from assent.console.approval import No
from assent.console.console import Folders
from assent.desktop import loop
from assent.desktop.app import Desk
from assent.desktop.appearance.theme import Theme
from assent.desktop.approval.approval_dialog import ApprovalDialog
from assent.desktop.approval.command_view import CommandView
from assent.model.authority import ByPerson

COMMANDS = {
    "one line": "git commit --all --message 'Ask once'",
    "five lines": "set -e\ncd build\ncmake --build . --parallel 4\nctest --output-on-failure\necho finished",
    "1,000 lines": "\n".join(f"cp -v src/{number} out" for number in range(1_000)),
}
BY = ByPerson(name="benchmark")
# Between an answer and the next request: the last modal has gone from the screen.
PAUSE_S = 0.15
SETTLED_S = 1.0


class Painted:
    """Sees the modal being painted and then answers it, as no person could."""

    def __init__(self) -> None:
        """Listen in on the command view: an event filter for all events would cost more than the modal."""
        self.sent_at = 0.0
        self.took: dict[str, list[float]] = {what: [] for what in COMMANDS}
        self.asked = ""
        self._answered: object = None
        paint = CommandView.paintEvent

        def paint_and_tell(view: CommandView, event: QPaintEvent) -> None:
            paint(view, event)
            dialog = view.window()
            if isinstance(dialog, ApprovalDialog) and dialog is not self._answered:
                self._answered = dialog
                asyncio.get_running_loop().call_soon(self._finish, dialog)

        CommandView.paintEvent = paint_and_tell  # type: ignore[method-assign]

    def _finish(self, dialog: ApprovalDialog) -> None:
        if not isValid(dialog):
            return
        self.took[self.asked].append(time.perf_counter() - self.sent_at)
        dialog.answer = No(by=BY)  # a yes would start a process, which is not what is measured
        dialog.done(1)


def ask(address: str, times: int, painted: Painted) -> None:
    """Be the agent, in a thread of its own."""
    line = connect(address)
    messages = line.messages()
    time.sleep(SETTLED_S)
    # In turn: whatever else the machine does meets all of them alike.
    for number, what in enumerate([*COMMANDS] * times, start=1):
        time.sleep(PAUSE_S)
        painted.asked, painted.sent_at = what, time.perf_counter()
        params = {"name": "Shell", "arguments": {"command": COMMANDS[what]}}
        line.send({"id": number, "method": "tools/call", "params": params})
        next(message for message in messages if message.get("id") == number)
    line.close()


async def measure(desk: Desk, times: int, painted: Painted) -> None:
    """Serve until the agent has had its answers."""
    serving = asyncio.ensure_future(desk.serve())
    while not desk.window.isVisible():  # noqa: ASYNC110  # no event tells of it
        await asyncio.sleep(0.01)
    agent = threading.Thread(target=ask, args=(desk.console.folders.address, times, painted))
    agent.start()
    while agent.is_alive():  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    desk.over.set()
    await serving


def main() -> None:
    """Measure and print."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    painted = Painted()
    with tempfile.TemporaryDirectory(prefix="ab-") as folder:
        desk = Desk(Folders.below(Path(folder)), Theme(app, "light"))
        loop.run(app, measure(desk, times, painted))
    for what, took in painted.took.items():
        print(row(f"request to painted modal, {what}", took))
        print(f"p99: {percentile(took, 0.99) * 1e3:.1f} ms (target: at most 50)")


if __name__ == "__main__":
    main()
