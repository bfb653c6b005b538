"""The empty window says how to begin."""

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from assent.desktop.calls.welcome import Welcome


def test_it_says_where_and_how(qtbot: QtBot) -> None:
    welcome = Welcome()
    qtbot.addWidget(welcome)
    welcome.show_address("/run/user/1000/assent/assent.sock")
    texts = [label.text() for label in welcome.findChildren(QLabel)]
    assert "assent run -- ls" in texts
    assert any("/run/user/1000/assent/assent.sock" in text for text in texts)
