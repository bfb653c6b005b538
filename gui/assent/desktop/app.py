"""Builds the window, the tray and the console, and connects them: the only file that does."""

from assent.desktop import versions

versions.require_sound()

# Not before the line above: where Qt is missing or would abort, the person is to read a sentence.
import asyncio  # noqa: E402
import getpass  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
from collections.abc import Sequence  # noqa: E402
from contextlib import ExitStack  # noqa: E402
from pathlib import Path  # noqa: E402

from PySide6.QtCore import Qt  # noqa: E402
from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402

from assent.console.console import Console, Folders  # noqa: E402
from assent.desktop import loop  # noqa: E402
from assent.desktop.appearance.icons import mark  # noqa: E402
from assent.desktop.appearance.theme import Choice, Theme  # noqa: E402
from assent.desktop.approval.approver import DesktopApprover  # noqa: E402
from assent.desktop.approval.counsel import Counsel  # noqa: E402
from assent.desktop.awaiting import answered  # noqa: E402
from assent.desktop.calls.calls_model import CallsModel  # noqa: E402
from assent.desktop.garbage import Garbage  # noqa: E402
from assent.desktop.hand import Hand  # noqa: E402
from assent.desktop.main_window import MainWindow  # noqa: E402
from assent.desktop.policy_hand import PolicyHand  # noqa: E402
from assent.desktop.quit_dialog import QuitDialog  # noqa: E402
from assent.desktop.sample_agent import end_agent, start_agent  # noqa: E402
from assent.desktop.signals import CallSignals  # noqa: E402
from assent.desktop.tray import Tray  # noqa: E402
from assent.desktop.watch import Watch  # noqa: E402
from assent.model.authority import ByPerson  # noqa: E402
from assent.model.events import Intervened, Moved, Output  # noqa: E402
from assent.model.grant import Grant  # noqa: E402
from assent.model.intervention import Terminated  # noqa: E402
from assent.model.lifecycle import Settled  # noqa: E402
from assent.model.mode import Mode  # noqa: E402

SHOWN_FROM_RECORD = 500
_NOTHING_LEFT = "a demonstration leaves nothing behind"
WARM_UP_AFTER_S = 0.2  # the window is drawn first


def main(*, demo: bool = False, theme: Choice = "auto") -> int:
    """Show the window until the person quits, and return the exit code.

    Raises AlreadyRunning, another HostError, or JournalError. `demo` touches nothing of this user's and
    brings a sample agent along.
    """
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    # Else the loop would end with the first dialog that is closed while the window is hidden.
    app.setQuitOnLastWindowClosed(False)
    app.setApplicationName("assent")
    app.setDesktopFileName("assent")
    app.setWindowIcon(mark())
    look = Theme(app, theme)
    with ExitStack() as stack:
        if demo:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="assent-demo-"))
            folders = Folders.below(Path(folder))
        else:
            folders = Folders.of_this_user()
        return loop.run(app, Desk(folders, look, is_demo=demo).serve())


class Desk:
    """All parts of one running window."""

    def __init__(self, folders: Folders, look: Theme, *, is_demo: bool = False) -> None:
        """Build them; raises what Console raises, and then nothing is left behind."""
        title = "Assent — Demo" if is_demo else "Assent"
        self.model = CallsModel()
        self.window = MainWindow(self.model, look, title)
        self._by = ByPerson(name=getpass.getuser())
        self.approver = DesktopApprover(self._by, look, self._parent, self._counsel())
        self.console = Console(folders, self.approver, raise_window=self.raise_window)
        self.tray = Tray(title)
        self.over = asyncio.Event()
        self._is_demo = is_demo
        self._keeps = False
        self._hand, self._watch = Hand(self.console, self._by), Watch(self.console)
        self._policy = PolicyHand(self.console, self._by)
        self._signals = CallSignals(self.console.calls)
        self._garbage = Garbage()
        self._tasks: set[asyncio.Task[None]] = set()
        self._connect()

    async def serve(self) -> int:
        """Serve agents and the person until one of the signals or the person ends it."""
        running = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            running.add_signal_handler(number, self.over.set)
        agent = None
        try:
            self.model.fill(self.console.history(SHOWN_FROM_RECORD))
            await self.console.start()
            self.window.begin(self.console.folders.address, self.console.guarantee)
            self._policy.tell()
            self.window.show()
            running.call_later(WARM_UP_AFTER_S, self.approver.warm_up)
            if self._is_demo:
                agent = start_agent(self.console.folders.address)
            await self.over.wait()
        finally:
            await self._close()
            if agent is not None:
                end_agent(agent)
            for number in (signal.SIGINT, signal.SIGTERM):
                running.remove_signal_handler(number)
        return 0

    def raise_window(self) -> bool:
        """Bring the window to the front; a question that is on the screen is above it."""
        self.window.show()
        self.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
        self.window.raise_()
        self.window.activateWindow()
        return True

    def close_window(self) -> None:
        """Hide the window where the tray's icon brings it back; else ask whether to quit."""
        if self.tray.is_there:
            self.window.hide()
            self.tray.say_hidden()
        else:
            self.ask_to_quit()

    def ask_to_quit(self) -> None:
        """Quit, after a question when something runs or waits."""
        if not self._tasks:
            task = asyncio.get_running_loop().create_task(self._ask_to_quit())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def stop_all(self) -> None:
        """Stop every running command."""
        for call_id in self.model.running:
            self._hand.do(call_id, Terminated)

    def _connect(self) -> None:
        self._signals.moved.connect(self._moved)
        self._signals.intervened.connect(self._intervened)
        self._signals.wrote.connect(self._wrote)
        for hand in (self._hand, self._policy):
            hand.failed.connect(self.window.show_failure)
        self._policy.changed.connect(self._policy_changed)
        self._watch.echo_seen.connect(lambda call_id, echoes: self.window.show_echo(call_id, echoes=echoes))
        self._watch.members_seen.connect(self.window.show_members)
        self.window.wanted.connect(self._hand.do)
        self.window.typed.connect(self._hand.type_into)
        self.window.resized.connect(self._hand.resize)
        self.window.shown.connect(self._recall)
        self.window.watched.connect(self._watch.look_at)
        self.window.close_asked.connect(self.close_window)
        self.window.top.waiting_asked.connect(self.approver.show_waiting)
        self.window.top.mode_chosen.connect(self._policy.set_mode)
        self.window.top.grant_ended.connect(self._policy.end_grant)
        self.approver.waiting_changed.connect(lambda _: self._count())
        self.approver.unseen_changed.connect(self.window.top.show_unseen)
        self.approver.said.connect(self.window.show_failure)
        self.approver.asking.connect(self.window.look_at)
        self.model.counted.connect(lambda *_: self._count())
        self.tray.show_asked.connect(self.raise_window)
        self.tray.waiting_asked.connect(self.approver.show_waiting)
        self.tray.mode_chosen.connect(self._policy.set_mode)
        self.tray.stop_all_asked.connect(self.stop_all)
        self.tray.quit_asked.connect(self.ask_to_quit)

    def _moved(self, moved: Moved) -> None:
        self.model.take(moved)
        self.window.take(moved)
        self.window.show_problems(self.console.rulebook_problem, self.console.settings_problem)
        if isinstance(moved.state, Settled):
            self._garbage.expect()

    def _intervened(self, deed: Intervened) -> None:
        self.model.take_intervention(deed)
        self.window.take_intervention(deed)

    def _recall(self, call_id: str) -> None:
        """Look up what was done to a call of earlier, now that it is in sight."""
        entry = self.model.entry(call_id)
        if entry is not None and not entry.is_open and not entry.deeds:
            for at, what in self.console.interventions(call_id):
                self._intervened(Intervened(entry.call, what, at))

    def _wrote(self, output: Output) -> None:
        self.window.take_output(output)
        self._watch.heard(output)

    def _count(self) -> None:
        self.tray.show_counts(self.approver.waiting, len(self.model.running))

    def _policy_changed(self, mode: Mode, grants: Sequence[Grant]) -> None:
        self.window.top.show_policy(mode, grants)
        self.tray.show_mode(mode)
        self.window.show_problems(self.console.rulebook_problem, self.console.settings_problem)

    def _counsel(self) -> Counsel:
        # Looked up when they are called: the console is made after the one it asks.
        return Counsel(
            confinements=lambda: self.console.confinements(),  # noqa: PLW0108
            review=lambda call, proposal: self.console.review(call, proposal),  # noqa: PLW0108
            offers=lambda question: self.console.offers(question),  # noqa: PLW0108
            back_test=lambda offer: self.console.back_test(offer),  # noqa: PLW0108
            refusals=lambda: self.console.refusals(),  # noqa: PLW0108
            trust=lambda root, fingerprint: self._policy.trust(root, fingerprint),  # noqa: PLW0108
        )

    def _parent(self) -> QWidget | None:
        # A dialog of a hidden window would be hidden with it on some desktops.
        return self.window if self.window.isVisible() and not self.window.isMinimized() else None

    async def _ask_to_quit(self) -> None:
        running, waiting = len(self.model.running), self.approver.waiting
        dialog = QuitDialog(
            running,
            waiting,
            self.model.background,
            self._parent(),
            keepable=0 if self._is_demo else len(self.console.keepable()),
            why_not_kept=_NOTHING_LEFT if self._is_demo else self.console.why_not_kept,
        )
        if not (running or waiting) or await answered(dialog):
            self._keeps = dialog.keeps
            self.over.set()

    async def _close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await self.console.close(keep=self._by if self._keeps else None)
        self._signals.close()
        self._policy.close()
        self.tray.close()
        self.window.hide()
        self.window.deleteLater()
        self._garbage.close()
