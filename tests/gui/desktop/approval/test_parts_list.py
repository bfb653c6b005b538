"""The parts are listed, read out, and chosen by keys and clicks."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.part_rows import PartRow
from assent.desktop.approval.parts_list import PartsList


def a_row(number: int, **changes: object) -> PartRow:
    values: dict[str, object] = {
        "start": number * 10,
        "end": number * 10 + 5,
        "program": f"run{number}",
        "arguments": "-x <b>y</b>",
        "facts": "/usr/bin/run",
        "rule": "no rule",
        "risk": "low",
        "danger": "",
        **changes,
    }
    return PartRow(**values)  # type: ignore[arg-type]


def a_list(qtbot: QtBot, number: int, total: int = 0) -> PartsList:
    made = PartsList(tuple(map(a_row, range(number))), total or number, LIGHT)
    qtbot.addWidget(made)
    made.resize(600, made.heightForWidth(600))
    made.show()
    qtbot.waitExposed(made)
    return made


def test_choosing_a_row_tells_its_place(qtbot: QtBot) -> None:
    made, chosen = a_list(qtbot, 3), list[tuple[int, int]]()
    made.chosen.connect(lambda start, end: chosen.append((start, end)))
    made.setFocus()
    QTest.keyClick(made, Qt.Key.Key_Down)
    QTest.keyClick(made, Qt.Key.Key_Down)
    place = made.visualRect(made.model().index(0, 0)).center()
    QTest.mouseClick(made.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert (10, 15) in chosen
    assert chosen[-1] == (0, 5)


def test_each_row_is_read_out_whole(qtbot: QtBot) -> None:
    made = a_list(qtbot, 2)
    said = made.model().index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "2 of 2: run1 -x <b>y</b>; /usr/bin/run; no rule; low risk"
    assert made.model().index(1, 0).data(Qt.ItemDataRole.ToolTipRole) is None


def test_it_is_no_higher_than_six_rows(qtbot: QtBot) -> None:
    assert a_list(qtbot, 40).height() == a_list(qtbot, 6).height() > a_list(qtbot, 5).height()


def test_what_is_not_listed_is_counted(qtbot: QtBot) -> None:
    model = a_list(qtbot, 3, total=1_000).model()
    assert model.rowCount() == 4
    assert "997 more parts" in model.index(3, 0).data()


def test_a_row_is_as_high_as_its_facts(qtbot: QtBot) -> None:
    plain = PartsList((a_row(0),), 1, LIGHT)
    longer = PartsList((a_row(0, danger="deletes", expansions=("*.x → " + "name " * 60,)),), 1, LIGHT)
    for each in (plain, longer):
        qtbot.addWidget(each)
    assert longer.heightForWidth(600) > plain.heightForWidth(600)
    assert longer.heightForWidth(300) > longer.heightForWidth(600)
