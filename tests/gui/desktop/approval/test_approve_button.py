"""The button that approves takes nothing that was meant for something else."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.approve_button import CHORD, READY, UNSEEN, ApproveButton
from assent.desktop.approval.calm import ARMING_MS, Calm

EVERY_KEY = (
    Qt.Key.Key_Space,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Select,
    Qt.Key.Key_Y,
    Qt.Key.Key_A,
    Qt.Key.Key_1,
)


def a_button(qtbot: QtBot, *, may: bool = True) -> tuple[ApproveButton, Calm, list[int]]:
    window, approvals = QWidget(), list[int]()
    calm = Calm(window)
    button = ApproveButton(LIGHT, calm, parent=window)
    button.approved.connect(lambda: approvals.append(1))
    qtbot.addWidget(window)
    button.allow(may=may)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return button, calm, approvals


def test_it_is_never_a_default_button(qtbot: QtBot) -> None:
    button, _, _ = a_button(qtbot)
    assert not button.isDefault()
    assert not button.autoDefault()
    assert "&" not in READY + UNSEEN


def test_nothing_before_it_is_armed_approves(qtbot: QtBot) -> None:
    button, calm, approvals = a_button(qtbot)
    while not calm.is_reached:
        for key in EVERY_KEY:
            QTest.keyClick(button, key)
        button.click()
        qtbot.wait(20)
    assert calm._settling.elapsed() >= ARMING_MS
    assert approvals == []


def test_who_goes_on_clicking_does_not_approve(qtbot: QtBot) -> None:
    button, calm, approvals = a_button(qtbot)
    for _ in range(10):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert not calm.is_reached
        qtbot.wait(ARMING_MS // 5)
    assert approvals == []


def test_a_press_before_and_a_release_after_is_no_click(qtbot: QtBot) -> None:
    button, _, approvals = a_button(qtbot)
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: button.is_armed)
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)
    assert approvals == []


def test_a_press_before_a_change_and_a_release_after_is_no_click(qtbot: QtBot) -> None:
    button, calm, approvals = a_button(qtbot)
    qtbot.waitUntil(lambda: button.is_armed)
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    calm.begin()
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)
    assert approvals == []


def test_armed_it_takes_a_click_and_no_key(qtbot: QtBot) -> None:
    button, _, approvals = a_button(qtbot)
    qtbot.waitUntil(lambda: button.is_armed)
    for key in EVERY_KEY:
        QTest.keyClick(button, key)
    assert approvals == []
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert approvals == [1]


def test_it_says_what_it_waits_for(qtbot: QtBot) -> None:
    button, calm, approvals = a_button(qtbot, may=False)
    qtbot.waitUntil(lambda: calm.is_reached)
    button.click()
    assert (button.text(), approvals) == (UNSEEN, [])
    button.allow(may=False, instead="A rule denies it")
    assert button.accessibleDescription() == "A rule denies it"
    button.allow(may=True)
    button.click()
    assert (button.text(), approvals) == (READY, [1])


def test_its_width_stays_when_its_text_changes(qtbot: QtBot) -> None:
    button, _, _ = a_button(qtbot, may=False)
    before = button.sizeHint()
    button.allow(may=True)
    assert button.sizeHint() == before
    assert before.width() > button.fontMetrics().horizontalAdvance(READY + CHORD)


def test_where_it_comes_to_stand_elsewhere_it_arms_anew(qtbot: QtBot) -> None:
    button, calm, _ = a_button(qtbot)
    qtbot.waitUntil(lambda: button.is_armed)
    button.move(button.x() + 10, button.y())
    assert not calm.is_settled


def test_it_can_be_drawn_in_each_state(qtbot: QtBot) -> None:
    button, _, _ = a_button(qtbot)
    early = button.grab().toImage()
    qtbot.waitUntil(lambda: button.is_armed)
    assert button.grab().toImage() != early
