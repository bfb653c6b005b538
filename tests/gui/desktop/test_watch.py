"""A running call in sight is looked at now and then; nothing else is."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assent.desktop.watch import Watch
from assent.model.events import Output


class Console:
    """The console: says of every terminal the same."""

    def __init__(self) -> None:
        self.is_echoing = True

    def echoes(self, _call_id: str) -> bool:
        return self.is_echoing

    def members(self, _call_id: str) -> dict[int, str]:
        return {7: "sleep"}


@pytest.fixture
def console(qapp: QApplication) -> Console:
    return Console()


@pytest.fixture
def watch(console: Console) -> Watch:
    return Watch(console)  # type: ignore[arg-type]


def test_echo_and_processes_are_looked_at_again_and_again(
    watch: Watch, console: Console, qtbot: QtBot
) -> None:
    echoes: list[tuple[str, bool]] = []
    members: list[tuple[str, object]] = []
    watch.echo_seen.connect(lambda *what: echoes.append(what))
    watch.members_seen.connect(lambda *what: members.append(what))
    watch.look_at("c1", True)
    assert echoes == [("c1", True)]
    console.is_echoing = False
    qtbot.waitUntil(lambda: ("c1", False) in echoes)
    qtbot.waitUntil(lambda: members == [("c1", {7: "sleep"})])
    watch.look_at("", False)


def test_output_is_a_reason_to_look_at_once(watch: Watch) -> None:
    echoes: list[tuple[str, bool]] = []
    watch.look_at("c1", True)
    watch.echo_seen.connect(lambda *what: echoes.append(what))
    watch.heard(Output("another", "stdout", b"Password: "))
    assert echoes == []
    watch.heard(Output("c1", "stdout", b"Password: "))
    assert echoes == [("c1", True)]
    watch.look_at("c1", False)
    watch.heard(Output("c1", "stdout", b"Password: "))
    assert len(echoes) == 1


def test_no_timer_runs_while_nothing_is_in_sight(watch: Watch) -> None:
    watch.look_at("c1", True)
    assert watch._echo.isActive()
    assert watch._members.isActive()
    watch.look_at("c2", False)
    assert not watch._echo.isActive()
    watch.look_at("", False)
    assert not watch._members.isActive()
