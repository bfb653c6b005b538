"""The banner says how many requests wait out of sight, and leads there."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assent.desktop.mode.waiting_banner import WaitingBanner


def test_it_is_there_while_something_waits(qtbot: QtBot) -> None:
    banner, asked = WaitingBanner(), list[int]()
    qtbot.addWidget(banner)
    banner.asked.connect(lambda: asked.append(1))
    banner.show_number(1)
    assert (banner.text, banner.isVisible()) == ("1 request waits for you", True)
    banner.show_number(2)
    assert banner.text == "2 requests wait for you"
    banner.activateWindow()
    qtbot.waitUntil(banner.isActiveWindow)
    QTest.keyClick(banner, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert asked == [1]
    banner.show_number(0)
    assert not banner.isVisible()
