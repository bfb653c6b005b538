"""The whole way: a real agent on a real socket, the real window, and the answer back at the agent."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from asking import OFFERS
from assent.console.console import AlreadyRunning, Console, Folders
from assent.desktop.app import Desk
from assent.desktop.appearance.theme import Theme
from assent.desktop.approval.approval_dialog import ApprovalDialog
from assent.desktop.mode.mode_band import LOCKED
from assent.desktop.output.output_pane import OutputPane
from assent.desktop.quit_dialog import QuitDialog
from assent.model.grant import Session, Wish
from assent.model.intervention import Killed, Paused
from assent.model.lifecycle import Asking, Running
from assent.model.mode import Mode
from assent.model.rules import Rule
from builders import PERSON
from fakes import says_yes
from waiting import lives, until


class Agent:
    """A client of the socket that speaks raw lines."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._answers: dict[int, dict[str, Any]] = {}

    @classmethod
    async def connect(cls, address: str) -> "Agent":
        agent = cls(*await asyncio.open_unix_connection(address))
        hello = {
            "protocol_version": 1,
            "client": {"name": "test"},
            "session": {"title": "A test", "cwd": "/tmp"},
        }
        await agent.answer(agent.send(0, "initialize", hello))
        return agent

    def send(self, number: int, method: str, params: dict[str, Any]) -> int:
        line = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self._writer.write((json.dumps(line) + "\n").encode())
        return number

    def call(self, number: int, command: str, **arguments: Any) -> int:
        params = {"name": "Shell", "arguments": {"command": command, **arguments}, "stream": True}
        return self.send(number, "tools/call", params)

    async def answer(self, number: int) -> dict[str, Any]:
        while number not in self._answers:
            message = json.loads(await self._reader.readline())
            if "id" in message and "method" not in message:
                self._answers[message["id"]] = message
        return self._answers[number]

    async def hang_up(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()


@pytest.fixture
def folders() -> Iterator[Folders]:
    # Not pytest's folder: a socket's path may have 107 bytes.
    with tempfile.TemporaryDirectory(prefix="assent-") as folder:
        yield Folders.below(Path(folder))


@pytest.fixture
async def desk(folders: Folders, theme: Theme) -> AsyncIterator[Desk]:
    made = Desk(folders, theme)
    serving = asyncio.create_task(made.serve())
    await until(made.window.isVisible)
    yield made
    made.over.set()
    assert await serving == 0
    assert not Path(folders.address).exists()


def shown(kind: type[ApprovalDialog] | type[QuitDialog]) -> Any:
    return next(
        (each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible()), None
    )


def _armed_dialog() -> ApprovalDialog | None:
    """Return the dialog once it can be answered; a person goes there first, it takes no focus by itself."""
    dialog = shown(ApprovalDialog)
    if dialog is not None and not dialog.isActiveWindow():
        dialog.activateWindow()
    return dialog if dialog is not None and dialog._approve.is_armed else None


async def the_armed_dialog() -> ApprovalDialog:
    dialog = await until(_armed_dialog)
    assert dialog is not None
    return dialog


async def approve() -> None:
    dialog = await the_armed_dialog()
    QTest.mouseClick(dialog._approve, Qt.MouseButton.LeftButton)


async def test_an_approved_command_runs_and_its_result_comes_back(desk: Desk, folders: Folders) -> None:
    agent = await Agent.connect(folders.address)
    agent.call(1, "echo out; echo err >&2; exit 3", description="say something")
    await approve()
    result = (await agent.answer(1))["result"]
    assert result["outcome"] == {"kind": "exited", "code": 3}
    assert set(result["result"]["output"].split()) == {"out", "err"}
    pane = desk.window._page.panes.currentWidget()
    assert isinstance(pane, OutputPane)
    pane.flush()
    assert "out" in pane.document().toRawText()
    assert "Exit code 3" in desk.window._page._state.text()
    await agent.hang_up()


async def test_a_refusal_comes_back_with_its_word(desk: Desk, folders: Folders) -> None:
    agent = await Agent.connect(folders.address)
    agent.call(1, "rm -rf /tmp/assent-never")
    dialog = await the_armed_dialog()
    QTest.keyClicks(dialog._word, "not that one")
    QTest.keyClick(dialog._word, Qt.Key.Key_Return)
    result = (await agent.answer(1))["result"]
    assert result["outcome"]["kind"] == "refused"
    assert "not that one" in result["result"]["message"]
    await agent.hang_up()


async def test_an_agent_that_hangs_up_takes_its_question_along(desk: Desk, folders: Folders) -> None:
    agent = await Agent.connect(folders.address)
    agent.call(1, "true")
    await until(lambda: shown(ApprovalDialog))
    await agent.hang_up()
    await until(lambda: not shown(ApprovalDialog))
    await until(lambda: desk.approver.waiting == 0)


async def test_stop_ends_the_command(desk: Desk, folders: Folders) -> None:
    agent = await Agent.connect(folders.address)
    agent.call(1, "echo started; sleep 600")
    await approve()
    await until(lambda: desk.model.running)
    desk.window._page.ladder._stop.trigger()
    result = (await agent.answer(1))["result"]
    assert result["outcome"]["kind"] == "stopped"
    assert result["outcome"]["by"]["kind"] == "person"
    await agent.hang_up()


async def test_the_tray_can_stop_everything(desk: Desk, folders: Folders) -> None:
    agent = await Agent.connect(folders.address)
    for number in (1, 2):
        agent.call(number, "sleep 600")
        await approve()
        await until(lambda number=number: len(desk.model.running) == number)  # type: ignore[misc]
    desk.tray.stop_all_asked.emit()
    for number in (1, 2):
        assert (await agent.answer(number))["result"]["outcome"]["kind"] == "stopped"
    await agent.hang_up()


async def test_closing_hides_where_there_is_a_tray(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(desk.tray), "is_there", property(lambda _: True))
    monkeypatch.setattr(desk.tray._icon, "showMessage", lambda *_: None)
    desk.window.close()
    assert not desk.window.isVisible()
    assert not desk.over.is_set()
    desk.tray.show_asked.emit()
    assert desk.window.isVisible()


async def test_a_request_is_shown_while_the_window_is_hidden(
    desk: Desk, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(desk.tray), "is_there", property(lambda _: True))
    monkeypatch.setattr(desk.tray._icon, "showMessage", lambda *_: None)
    desk.window.close()
    agent = await Agent.connect(folders.address)
    agent.call(1, "true")
    await approve()
    assert (await agent.answer(1))["result"]["outcome"]["kind"] == "exited"
    assert not desk.window.isVisible()
    await agent.hang_up()


async def test_closing_without_a_tray_quits_when_nothing_would_be_lost(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(desk.tray), "is_there", property(lambda _: False))
    desk.window.close()
    await asyncio.wait_for(desk.over.wait(), 10)


async def test_quitting_asks_when_something_runs_and_then_kills_it(desk: Desk, folders: Folders) -> None:
    agent = await Agent.connect(folders.address)
    agent.call(1, "sleep 600")
    await approve()
    call_id = (await until(lambda: desk.model.running))[0]
    entry = desk.model.entry(call_id)
    assert entry is not None
    assert isinstance(entry.state, Running)
    desk.ask_to_quit()
    desk.ask_to_quit()  # impatience makes no second dialog
    dialog = await until(lambda: shown(QuitDialog))
    _press(dialog, "Stay")
    await until(lambda: not shown(QuitDialog))
    assert not desk.over.is_set()
    await until(lambda: not desk._tasks)
    desk.ask_to_quit()
    dialog = await until(lambda: shown(QuitDialog))
    _press(dialog, "Stop everything and quit")
    result = (await agent.answer(1))["result"]
    assert result["outcome"]["kind"] == "withdrawn"
    await until(lambda: not lives(entry.state.pid))
    await agent.hang_up()


@pytest.mark.skipif(sys.platform != "linux", reason="wardens stand on Linux only")
@pytest.mark.parametrize("in_terminal", [False, True], ids=["pipes", "terminal"])
async def test_a_task_that_is_kept_is_in_the_next_window(
    folders: Folders, theme: Theme, *, in_terminal: bool
) -> None:
    folders.configuration.mkdir()
    (folders.configuration / "settings.toml").write_text('[tools.shell]\nsupervision = "warden"\n')
    (folders.configuration / "settings.toml").chmod(0o600)
    first = Desk(folders, theme)
    serving = asyncio.create_task(first.serve())
    await until(first.window.isVisible)
    agent = await Agent.connect(folders.address)
    given = {"run_in_background": True, "description": "Work", "interactive": in_terminal}
    agent.call(1, "echo of before; sleep 600", **given)
    await approve()
    await agent.answer(1)
    (call_id,) = await until(first.console.keepable)
    first.ask_to_quit()
    dialog = await until(lambda: shown(QuitDialog))
    dialog._keep.click()
    forker = first.console._supervision._trees._forker  # type: ignore[union-attr]
    _press(dialog, "Quit")
    assert await serving == 0
    await agent.hang_up()
    second = Desk(folders, theme)
    serving = asyncio.create_task(second.serve())
    await until(second.window.isVisible)
    assert second.model.running == (call_id,)
    entry = second.model.entry(call_id)
    assert entry is not None
    assert entry.is_background
    assert lives(entry.state.pid)  # type: ignore[union-attr]
    second.stop_all()
    await until(lambda: not second.model.running)
    second.over.set()
    assert await serving == 0
    await asyncio.to_thread(forker.wait, 10)


async def test_what_is_put_off_is_told_in_the_window_and_comes_back(desk: Desk, folders: Folders) -> None:
    agent = await Agent.connect(folders.address)
    agent.call(1, "true")
    (await the_armed_dialog()).reject()
    top = desk.window.top
    assert (top._waiting.isVisible(), top._waiting.text) == (True, "1 request waits for you")
    top.waiting_asked.emit()
    await approve()
    assert (await agent.answer(1))["result"]["outcome"]["kind"] == "exited"
    assert not top._waiting.isVisible()
    await agent.hang_up()


async def test_a_mode_that_is_chosen_answers_what_waits(desk: Desk, folders: Folders) -> None:
    agent = await Agent.connect(folders.address)
    agent.call(1, "true")
    await until(lambda: shown(ApprovalDialog))
    desk.tray.mode_chosen.emit(Mode(name="lockdown"))
    assert (await agent.answer(1))["result"]["outcome"]["kind"] == "refused"
    await until(lambda: not shown(ApprovalDialog))
    assert desk.window.top._band.text == LOCKED
    desk.window.top._band._end.click()
    assert desk.console.mode == Mode()
    assert not desk.window.top._band.isVisible()
    await agent.hang_up()


async def test_a_grant_is_taken_listed_and_ended(desk: Desk, folders: Folders) -> None:
    agent = await Agent.connect(folders.address)
    agent.call(1, "uname")
    dialog = await the_armed_dialog()
    offer = OFFERS[0].model_copy(update={"rules": (Rule(decision="allow", command="= uname"),)})
    dialog._approve_it(Wish(offer=offer, term=Session()))
    assert (await agent.answer(1))["result"]["outcome"]["kind"] == "exited"
    (grant,) = desk.console.grants()
    assert desk.window.top._bar._grants.text() == "1 grant in force"
    agent.call(2, "uname")
    assert (await agent.answer(2))["result"]["outcome"]["kind"] == "exited"
    desk.window.top.grant_ended.emit(grant.id)
    assert desk.console.grants() == ()
    await agent.hang_up()


async def test_an_edited_command_is_what_runs(desk: Desk, folders: Folders) -> None:
    agent = await Agent.connect(folders.address)
    agent.call(1, "echo asked")
    dialog = await the_armed_dialog()
    dialog.changed.emit("echo edited")
    await until(lambda: (other := shown(ApprovalDialog)) and other is not dialog)
    await approve()
    result = (await agent.answer(1))["result"]["result"]
    assert result["output"] == "edited\n"
    assert "echo edited" in result["message"]
    await agent.hang_up()


async def test_a_question_is_withdrawn_when_the_console_ends(desk: Desk, folders: Folders) -> None:
    agent = await Agent.connect(folders.address)
    agent.call(1, "true")
    await until(lambda: shown(ApprovalDialog))
    newest = desk.model.newest
    assert newest is not None
    assert isinstance(newest.state, Asking)
    desk.over.set()
    assert (await agent.answer(1))["result"]["outcome"]["kind"] == "withdrawn"
    assert not shown(ApprovalDialog)
    await agent.hang_up()


async def test_a_second_console_is_told_and_can_raise_this_one(
    desk: Desk, folders: Folders, theme: Theme
) -> None:
    with pytest.raises(AlreadyRunning):
        Desk(folders, theme)
    desk.window.hide()
    agent = await Agent.connect(folders.address)
    assert (await agent.answer(agent.send(5, "window/raise", {})))["result"] == {"raised": True}
    assert desk.window.isVisible()
    await agent.hang_up()


async def test_the_record_is_shown_after_a_restart(folders: Folders, theme: Theme) -> None:
    console = Console(folders, says_yes())
    await console.start()
    agent = await Agent.connect(folders.address)
    agent.call(1, "echo of earlier; sleep 0.2; sleep 600")
    (call_id,) = await until(lambda: [*console._controls])
    control = console._controls[call_id]
    await until(lambda: control.capture and control.capture.n_bytes)
    await until(lambda: console.intervene(call_id, Paused(by=PERSON)))
    await until(lambda: console.intervene(call_id, Killed(by=PERSON)))
    await agent.answer(1)
    await agent.hang_up()
    await console.close()
    desk = Desk(folders, theme)
    serving = asyncio.create_task(desk.serve())
    await until(desk.window.isVisible)
    assert desk.model.rowCount() == 1
    pane = desk.window._page.panes.currentWidget()
    assert isinstance(pane, OutputPane)
    assert "of earlier" in pane.document().toRawText()
    told = desk.window._page._since.accessibleName()
    assert told.index("you killed") < told.index("you paused")
    desk.over.set()
    await serving


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_demonstration_starts_and_a_signal_ends_it_cleanly(
    number: signal.Signals, tmp_path: Path
) -> None:
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "QT_QPA_PLATFORM": "offscreen",
        "TMPDIR": str(tmp_path),
    }
    code = "from assent.desktop import app; raise SystemExit(app.main(demo=True))"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        sockets = list[Path]()
        for _ in range(600):
            sockets = list(tmp_path.glob("assent-demo-*/run/assent.sock"))
            if sockets or process.poll() is not None:
                break
            signal.sigtimedwait([], 0.05)
        assert sockets, process.communicate()
        signal.sigtimedwait([], 0.5)
        process.send_signal(number)
        _, told = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, told
    assert "Traceback" not in told
    assert list(tmp_path.glob("assent-demo-*")) == []


def _press(dialog: QuitDialog, text: str) -> None:
    (button,) = (each for each in dialog.findChildren(QPushButton) if each.text() == text)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
