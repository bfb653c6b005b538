"""The list draws each state, and tells when the person, and not the program, picks a call."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import Theme
from assent.desktop.calls.calls_list import CallsList
from assent.desktop.calls.calls_model import CallsModel
from assent.model.events import Moved
from builders import AT, STATES, a_call


@pytest.fixture
def shown(qtbot: QtBot, theme: Theme) -> CallsList:
    model = CallsModel()
    made = CallsList(model, theme)
    qtbot.addWidget(made)
    for number, state in enumerate(STATES):
        model.take(Moved(a_call(f"command {number}", id=f"call {number}"), state, AT))
    made.resize(360, 800)
    made.show()
    return made


def test_each_state_can_be_drawn(shown: CallsList) -> None:
    image = shown.grab().toImage()
    assert len({image.pixel(x, y) for x in range(0, 360, 3) for y in range(0, 600, 3)}) > 5


def test_a_click_is_the_persons_choice(shown: CallsList) -> None:
    told: list[str] = []
    shown.chosen.connect(told.append)
    place = shown.visualRect(shown.model().index(2, 0)).center()
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.keyClick(shown, Qt.Key.Key_Down)
    last = len(STATES) - 1
    assert told == [f"call {last - 2}", f"call {last - 3}"]


def test_a_selection_by_the_program_is_not(shown: CallsList) -> None:
    told: list[str] = []
    shown.chosen.connect(told.append)
    shown.select("call 1")
    assert shown.currentIndex().row() == len(STATES) - 2
    assert told == []
