"""The agent of the demonstration: a process of its own, as any agent is."""

import sys

from PySide6.QtCore import QProcess, QProcessEnvironment


def start_agent(address: str) -> QProcess:
    """Start the sample agent, which talks to this console like any other."""
    environment = QProcessEnvironment.systemEnvironment()
    environment.insert("ASSENT_SOCKET", address)
    agent = QProcess()
    agent.setProcessEnvironment(environment)
    agent.setStandardInputFile(QProcess.nullDevice())
    agent.setProcessChannelMode(QProcess.ProcessChannelMode.ForwardedChannels)
    agent.start(sys.executable, ["-m", "assent.clients.demo"])
    return agent


def end_agent(agent: QProcess) -> None:
    """End it; it has ended when this returns."""
    # The console has hung up, and that is all it takes for an agent that is well.
    for end in (agent.terminate, agent.kill):
        if agent.state() == QProcess.ProcessState.NotRunning or agent.waitForFinished(2_000):
            return
        end()
    agent.waitForFinished(2_000)
