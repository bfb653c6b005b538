"""The menu of modes marks what is in force, and tells what was chosen without going ahead of it."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from assent.desktop.mode.mode_menu import CHOICES, ModeMenu, spoken_mode
from assent.model.mode import Mode

NOW = datetime.now(UTC)


def a_menu(qtbot: QtBot) -> tuple[ModeMenu, list[Mode]]:
    menu, chosen = ModeMenu(), list[Mode]()
    qtbot.addWidget(menu)
    menu.chosen.connect(chosen.append)
    return menu, chosen


def marked(menu: ModeMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.isChecked()]


def action(menu: ModeMenu, begins: str) -> QAction:
    return next(each for each in menu.actions() if each.text().startswith(begins))


def test_each_line_makes_its_mode() -> None:
    made = [choice.makes(NOW) for choice in CHOICES]
    assert [mode.name for mode in made] == ["ask", "auto-read", "trust", "trust", "trust", "lockdown"]
    ends = [mode.until - NOW for mode in made if mode.until]
    assert ends == [timedelta(minutes=15), timedelta(hours=1), timedelta(hours=4)]


def test_what_is_chosen_is_told_and_marked_only_when_it_is_in_force(qtbot: QtBot) -> None:
    menu, chosen = a_menu(qtbot)
    action(menu, "Lockdown").trigger()
    assert (chosen, marked(menu)) == ([Mode(name="lockdown")], ["Ask of what no rule decides"])
    menu.show_mode(chosen[0])
    assert marked(menu) == ["Lockdown: refuse everything"]


def test_being_away_and_the_mode_are_apart(qtbot: QtBot) -> None:
    menu, chosen = a_menu(qtbot)
    menu.show_mode(Mode(name="auto-read"))
    action(menu, "Nobody").trigger()
    menu.show_mode(chosen[-1])
    action(menu, "Ask").trigger()
    assert chosen == [Mode(name="auto-read", is_away=True), Mode(is_away=True)]


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        (Mode(), "Ask"),
        (Mode(name="auto-read", is_away=True), "Auto-read, away"),
        (Mode(name="trust", until=NOW), f"Trust until {NOW.astimezone():%H:%M}"),
    ],
)
def test_a_mode_is_named(mode: Mode, told: str) -> None:
    assert spoken_mode(mode) == told
