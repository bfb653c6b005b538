"""The demonstration's agent is a process that ends when it is told to."""

from PySide6.QtCore import QProcess
from pytestqt.qtbot import QtBot

from assent.desktop.sample_agent import end_agent, start_agent


def test_it_is_gone_when_it_was_ended(qtbot: QtBot) -> None:
    agent = start_agent("/nowhere/assent.sock")
    assert agent.waitForStarted(10_000)
    end_agent(agent)
    assert agent.state() == QProcess.ProcessState.NotRunning
    end_agent(agent)
