"""A box with a list can be seen in both looks, and the wheel does not change it."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.drop_down import DropDown
from assent.desktop.appearance.theme import Theme


def test_the_wheel_changes_nothing(qtbot: QtBot) -> None:
    box = DropDown()
    qtbot.addWidget(box)
    box.addItems(["one", "two"])
    buttons, modifiers = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    turn = QWheelEvent(QPointF(), QPointF(), QPoint(), QPoint(0, -120), buttons, modifiers, phase, False)
    box.wheelEvent(turn)
    assert (box.currentIndex(), turn.isAccepted()) == (0, False)


def test_it_draws_an_arrow(qtbot: QtBot, theme: Theme) -> None:
    box = DropDown()
    qtbot.addWidget(box)
    box.addItems(["", ""])
    box.resize(120, 30)
    picture = box.grab().toImage()
    corner = {picture.pixelColor(x, y).name() for x in range(97, 115) for y in range(8, 22)}
    assert len(corner) > 1
