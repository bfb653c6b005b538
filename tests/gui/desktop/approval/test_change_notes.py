"""What the person changed is marked as theirs, with what it was, and a rule's no is told."""

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.approval.change_notes import changed_by_you, denied
from assent.model.judgement import Judgement
from builders import a_proposal


def test_the_original_stays_in_sight_and_comes_back(qtbot: QtBot) -> None:
    undone: list[int] = []
    note = changed_by_you(a_proposal("rm \u202ex"), lambda: undone.append(1))
    qtbot.addWidget(note)
    assert "rm ⟦U+202E⟧x" in [label.text() for label in note.findChildren(QLabel)]
    (button,) = note.findChildren(KeyButton)
    button.click()
    assert undone == [1]


def test_a_denial_says_why(qtbot: QtBot) -> None:
    note = denied(Judgement(decision="deny", reason="The rule 'rm' denies it."))
    qtbot.addWidget(note)
    assert any("The rule 'rm' denies it." in label.text() for label in note.findChildren(QLabel))
