"""Quitting says what would be lost, and Enter keeps everything."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel
from pytestqt.qtbot import QtBot

from assent.desktop.quit_dialog import QuitDialog


def test_it_says_what_would_be_lost(qtbot: QtBot) -> None:
    dialog = QuitDialog(2, 1)
    qtbot.addWidget(dialog)
    (told,) = (label.text() for label in dialog.findChildren(QLabel) if "killed" in label.text())
    assert told == (
        "2 commands running will be killed with all that they started. "
        "1 request will go unanswered; the agent is told so."
    )


def test_it_names_what_runs_in_the_background(qtbot: QtBot) -> None:
    dialog = QuitDialog(9, 0, [f"serve {number}" for number in range(8)])
    qtbot.addWidget(dialog)
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert [text for text in texts if text.startswith("serve")] == [f"serve {number}" for number in range(6)]
    assert "and 2 more" in texts


def test_enter_and_escape_stay(qtbot: QtBot) -> None:
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        dialog = QuitDialog(1, 0)
        qtbot.addWidget(dialog)
        results: list[int] = []
        dialog.finished.connect(results.append)
        dialog.open()
        qtbot.waitUntil(lambda dialog=dialog: dialog.isActiveWindow())  # type: ignore[misc]
        QTest.keyClick(dialog.focusWidget() or dialog, key)
        assert results == [QDialog.DialogCode.Rejected]
