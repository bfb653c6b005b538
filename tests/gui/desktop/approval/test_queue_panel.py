"""The list of what waits shows each request, lets the person jump, and names whose all can be answered."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assent.desktop.approval.queue_panel import Line, QueuePanel
from builders import a_process

AGENT, OTHER = a_process(), a_process(pid=9, name="co&dex")


def a_panel(qtbot: QtBot) -> QueuePanel:
    panel = QueuePanel()
    qtbot.addWidget(panel)
    panel.resize(600, 300)
    panel.show()
    return panel


def lines(*commands: str, age_s: float = 65) -> list[Line]:
    return [
        Line(str(number), AGENT if number % 2 else OTHER, command, age_s, bool(number % 2))
        for number, command in enumerate(commands)
    ]


def row(panel: QueuePanel, number: int) -> list[str]:
    item = panel._list.topLevelItem(number)
    assert item is not None
    return [item.text(column) for column in range(3)]


def test_each_has_its_agent_its_first_line_and_its_age(qtbot: QtBot) -> None:
    panel = a_panel(qtbot)
    panel.show_lines(lines("ls", "a\u202eb\nsecond"), "0")
    assert row(panel, 0) == ["co&dex", "ls", "1:05"]
    assert row(panel, 1) == ["agent", "a⟦U+202E⟧b …", "1:05"]


def test_the_one_on_the_screen_is_marked(qtbot: QtBot) -> None:
    panel = a_panel(qtbot)
    panel.show_lines(lines("a", "b"), "1")
    assert [panel._items[each].font(0).bold() for each in ("0", "1")] == [False, True]


def test_a_choice_is_told_by_click_and_by_enter(qtbot: QtBot) -> None:
    panel, chosen = a_panel(qtbot), list[str]()
    panel.chosen.connect(chosen.append)
    panel.show_lines(lines("a", "b"), "0")
    place = panel._list.visualItemRect(panel._items["1"]).center()
    QTest.mouseClick(panel._list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    panel._list.itemActivated.emit(panel._items["0"], 0)
    assert chosen == ["1", "0"]


def test_growing_older_keeps_the_place_in_the_list(qtbot: QtBot) -> None:
    panel = a_panel(qtbot)
    panel.show_lines(lines("a", "b"), "0")
    panel._list.setCurrentItem(panel._items["1"])
    panel.show_lines(lines("a", "b", age_s=66), "0")
    assert panel._list.currentItem() is panel._items["1"]
    assert row(panel, 0)[2] == "1:06"


def test_all_of_one_agent_can_be_answered_where_there_are_several(qtbot: QtBot) -> None:
    panel, told = a_panel(qtbot), list[str]()
    panel.refuse_all_asked.connect(lambda: told.append("refuse"))
    panel.approve_all_asked.connect(lambda: told.append("approve"))
    panel.show_lines(lines("a", "b"), "1")
    assert not panel._refuse_all.isVisible()
    panel.show_lines(lines("a", "b", "c", "d"), "1")
    assert panel._refuse_all.text() == "Refuse all 2 of agent"
    assert panel._approve_all.text() == "Approve all 2 of agent…"
    panel._refuse_all.click()
    panel._approve_all.click()
    assert told == ["refuse", "approve"]


def test_a_thousand_are_listed(qtbot: QtBot) -> None:
    panel = a_panel(qtbot)
    panel.show_lines(lines(*map(str, range(1_000))), "0")
    assert panel._list.topLevelItemCount() == 1_000
    assert panel._list.height() < 300
