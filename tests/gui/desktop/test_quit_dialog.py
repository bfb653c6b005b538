"""Quitting says what would be lost, and Enter keeps everything."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QDialog, QLabel, QPushButton
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


def _texts(dialog: QuitDialog) -> set[str]:
    kinds = (QLabel, QPushButton, QCheckBox)
    return {part.text() for kind in kinds for part in dialog.findChildren(kind) if part.parent() is dialog}


def test_what_can_go_on_is_kept_only_if_the_person_says_so(qtbot: QtBot) -> None:
    dialog = QuitDialog(3, 0, ["serve", "watch"], keepable=2)
    qtbot.addWidget(dialog)
    assert not dialog.keeps
    assert {"Keep 2 background tasks running", "Stop everything and quit"} < _texts(dialog)
    assert any(text.startswith("3 commands running will be killed") for text in _texts(dialog))
    dialog.findChildren(QCheckBox)[0].click()
    assert dialog.keeps
    assert "Stop the rest and quit" in _texts(dialog)
    assert any(text.startswith("1 command running will be killed") for text in _texts(dialog))


def test_where_all_can_go_on_nothing_is_stopped(qtbot: QtBot) -> None:
    dialog = QuitDialog(1, 0, ["serve"], keepable=1)
    qtbot.addWidget(dialog)
    dialog.findChildren(QCheckBox)[0].click()
    assert "Quit" in _texts(dialog)
    assert any(text.startswith("They go on until") for text in _texts(dialog))


def test_what_cannot_be_kept_is_not_offered_and_it_says_why(qtbot: QtBot) -> None:
    for dialog, why in (
        (QuitDialog(1, 0, ["serve"], why_not_kept="nothing stands over them"), "nothing stands over them."),
        (QuitDialog(1, 0, ["serve"]), "What is paused or confined"),
    ):
        qtbot.addWidget(dialog)
        assert any(why in text for text in _texts(dialog))
        assert not any(text.startswith("Keep") for text in _texts(dialog))
        assert not dialog.keeps
