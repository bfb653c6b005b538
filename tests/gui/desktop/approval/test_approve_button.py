"""The button that approves takes nothing that was meant for something else."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.approve_button import ARMING_MS, READY, UNSEEN, ApproveButton


def a_button(qtbot: QtBot, *, may: bool = True) -> tuple[ApproveButton, list[int]]:
    button, approvals = ApproveButton(LIGHT), list[int]()
    button.approved.connect(lambda: approvals.append(1))
    qtbot.addWidget(button)
    button.allow(may=may)
    button.show()
    return button, approvals


def test_it_is_never_a_default_button(qtbot: QtBot) -> None:
    button, _ = a_button(qtbot)
    assert not button.isDefault()
    assert not button.autoDefault()
    assert "&" not in READY + UNSEEN


def test_nothing_before_it_is_armed_approves(qtbot: QtBot) -> None:
    button, approvals = a_button(qtbot)
    button.arm()
    while not button.is_calm:
        QTest.keyClick(button, Qt.Key.Key_Space)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        button.click()
        qtbot.wait(20)
    assert button._since.elapsed() >= ARMING_MS
    assert approvals == []


def test_a_press_before_and_a_release_after_is_no_click(qtbot: QtBot) -> None:
    button, approvals = a_button(qtbot)
    button.arm()
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    QTest.keyPress(button, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: button.is_armed)
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)
    QTest.keyRelease(button, Qt.Key.Key_Space)
    assert approvals == []


def test_armed_it_takes_a_click_and_space(qtbot: QtBot) -> None:
    button, approvals = a_button(qtbot)
    button.arm()
    qtbot.waitUntil(lambda: button.is_armed)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert approvals == [1, 1]


def test_enter_does_nothing_even_when_armed(qtbot: QtBot) -> None:
    button, approvals = a_button(qtbot)
    button.arm()
    qtbot.waitUntil(lambda: button.is_armed)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select, Qt.Key.Key_Y):
        QTest.keyClick(button, key)
    assert approvals == []


def test_it_says_what_it_waits_for(qtbot: QtBot) -> None:
    button, approvals = a_button(qtbot, may=False)
    button.arm()
    qtbot.waitUntil(lambda: button.is_calm)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (button.text(), approvals) == (UNSEEN, [])
    button.allow(may=True)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (button.text(), approvals) == (READY, [1])


def test_its_width_stays_when_its_text_changes(qtbot: QtBot) -> None:
    button, _ = a_button(qtbot, may=False)
    before = button.minimumWidth()
    button.allow(may=True)
    assert button.minimumWidth() == before


def test_it_arms_anew_from_the_start(qtbot: QtBot) -> None:
    button, approvals = a_button(qtbot)
    button.arm()
    qtbot.waitUntil(lambda: button.is_armed)
    button.arm()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (button.is_armed, approvals) == (False, [])
