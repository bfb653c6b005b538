"""A check box can be seen in both looks, and whether it is checked."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyle, QStyleOptionButton
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.check_box import CheckBox
from assent.desktop.appearance.theme import Choice, Theme, contrast


@pytest.mark.parametrize("look", ["light", "dark"])
def test_its_frame_and_its_mark_stand_out(qtbot: QtBot, theme: Theme, look: Choice) -> None:
    theme.choose(look)
    box = CheckBox("Follow")
    qtbot.addWidget(box)
    box.show()
    option = QStyleOptionButton()
    box.initStyleOption(option)
    place = box.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, box)
    edge = box.grab().toImage().pixelColor(place.left(), place.center().y())
    assert contrast(edge.name(), theme.colours.surface) > 2
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert box.isChecked()
    filled = box.grab().toImage().pixelColor(place.left() + 3, place.top() + 3)
    assert filled.name() == theme.colours.accent
    box.setFocus()
    focused = box.grab().toImage()
    box.clearFocus()
    assert box.grab().toImage() != focused or not box.isActiveWindow()
    theme.choose("light")
