"""The bar at the top names the mode and the number of grants."""

from pytestqt.qtbot import QtBot

from assent.desktop.mode.mode_bar import ModeBar
from assent.model.mode import Mode


def test_it_names_what_it_is_told(qtbot: QtBot) -> None:
    bar = ModeBar()
    qtbot.addWidget(bar)
    assert (bar._mode.text(), bar._grants.isVisibleTo(bar)) == ("Ask", False)
    bar.show_mode(Mode(name="lockdown"))
    bar.show_number(1)
    assert (bar._mode.text(), bar._grants.text()) == ("Lockdown", "1 grant in force")
    assert bar._grants.isVisibleTo(bar)


def test_it_tells_what_is_chosen(qtbot: QtBot) -> None:
    bar, told = ModeBar(), list[object]()
    qtbot.addWidget(bar)
    bar.chosen.connect(told.append)
    bar.grants_toggled.connect(lambda: told.append("grants"))
    bar.menu.actions()[1].trigger()
    bar._grants.click()
    assert told == [Mode(name="auto-read"), "grants"]
