"""The person may change what is run before saying yes, to what is to be had here."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QStandardItemModel, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from assent.desktop.approval.choices import Choices
from assent.model.confinement import Choice
from builders import a_proposal

OFFERED = (
    Choice(name="off", sentence="It may do all that you may."),
    Choice(name="workspace", sentence="Changes its folder only."),
    Choice(name="read-only", sentence="Changes nothing.", problem="<b>bwrap</b> is not there"),
)
Show = Callable[..., Choices]


@pytest.fixture
def show(qtbot: QtBot) -> Show:
    def make(**changes: object) -> Choices:
        made = Choices(a_proposal(**changes), OFFERED)
        qtbot.addWidget(made)
        made.show()
        return made

    return make


def test_it_begins_with_what_was_proposed(show: Show) -> None:
    choices = show(terminal=True, confinement="workspace")
    assert choices._terminal.isChecked()
    assert choices._confinement.currentText() == "workspace"
    assert choices._confinement.toolTip() == "<qt>Changes its folder only.</qt>"
    assert choices.changed_proposal is None


def test_a_change_is_told_and_comes_back_as_a_proposal(show: Show) -> None:
    choices, told = show(), list[int]()
    choices.changed.connect(lambda: told.append(1))
    QTest.mouseClick(choices._terminal, Qt.MouseButton.LeftButton, pos=QPoint(8, 12))
    assert choices.changed_proposal == a_proposal(terminal=True)
    QTest.keyClick(choices._confinement, Qt.Key.Key_Down)
    assert choices.changed_proposal == a_proposal(terminal=True, confinement="workspace")
    assert told == [1, 1]
    QTest.keyClick(choices._confinement, Qt.Key.Key_Up)
    QTest.keyClick(choices._terminal, Qt.Key.Key_Space)
    assert choices.changed_proposal is None
    assert told == [1, 1, 1, 1]


def test_what_is_not_to_be_had_cannot_be_chosen_and_says_why(show: Show) -> None:
    choices = show(confinement="workspace")
    QTest.keyClick(choices._confinement, Qt.Key.Key_Down)
    assert choices._confinement.currentText() == "workspace"
    items = choices._confinement.model()
    assert isinstance(items, QStandardItemModel)
    refused = items.item(2)
    assert not refused.isEnabled()
    assert refused.text() == "read-only  (not here)"
    assert refused.toolTip() == "<qt>Not to be had here: &lt;b&gt;bwrap&lt;/b&gt; is not there</qt>"


def test_a_confinement_that_is_not_on_offer_is_shown_all_the_same(show: Show) -> None:
    choices = show(confinement="of-earlier")
    assert choices._confinement.currentText() == "of-earlier"
    assert choices._confinement.count() == 4
    assert choices.changed_proposal is None


def test_the_wheel_changes_nothing(show: Show) -> None:
    choices = show()
    box = choices._confinement
    at = QPointF(box.rect().center())
    event = QWheelEvent(
        at,
        QPointF(box.mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, event)
    assert box.currentText() == "off"
    assert not event.isAccepted()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"timeout_s": 300}, "5 min at most"),
        ({"timeout_s": None}, "no time limit"),
        (
            {"timeout_s": 90, "idle_timeout_s": 60, "background": True},
            "90 s at most, 1 min of silence, in the background",
        ),
    ],
)
def test_it_says_what_ends_the_command(show: Show, changes: dict[str, object], told: str) -> None:
    choices = show(**changes)
    assert told in [label.text() for label in choices.findChildren(QLabel)]
