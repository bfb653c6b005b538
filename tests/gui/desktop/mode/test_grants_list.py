"""The grants in force are listed with what is left of them, and each can be ended."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from asking import a_grant
from assent.desktop.appearance.key_button import KeyButton
from assent.desktop.mode.grants_list import MOST_HEIGHT, GrantsList, remaining
from assent.model.grant import ForUses, Grant, UntilTime

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("grant", "told"),
    [
        (a_grant(), "for this session"),
        (a_grant(term=ForUses(uses=5)), "5 of 5 commands left"),
        (a_grant(term=ForUses(uses=5), left=2), "2 of 5 commands left"),
        (a_grant(term=UntilTime(at=NOW + timedelta(minutes=3))), "3:00 left"),
    ],
)
def test_it_says_what_is_left(grant: Grant, told: str) -> None:
    assert remaining(grant, NOW) == told


def test_each_is_ended_by_its_own_button(qtbot: QtBot) -> None:
    listed, ended = GrantsList(), list[str]()
    qtbot.addWidget(listed)
    listed.ended.connect(ended.append)
    listed.show_grants([a_grant("one"), a_grant("two")])
    names = [label.accessibleName() for label in listed.findChildren(QLabel)]
    assert names.count("git push & go") == 2
    listed.findChildren(KeyButton)[1].click()
    assert ended == ["two"]


def test_the_clock_runs_only_where_something_ends_by_it(qtbot: QtBot) -> None:
    listed = GrantsList()
    qtbot.addWidget(listed)
    listed.show_grants([a_grant(term=UntilTime(at=datetime.now(UTC) + timedelta(minutes=3)))])
    assert listed._tick.isActive()
    listed.show_grants([a_grant()])
    assert not listed._tick.isActive()


def test_many_are_scrolled_and_none_hides_it(qtbot: QtBot) -> None:
    listed = GrantsList()
    qtbot.addWidget(listed)
    listed.show_grants([a_grant(str(number)) for number in range(40)])
    listed.show()
    assert listed._scroll.height() <= MOST_HEIGHT
    listed.show_grants([])
    assert not listed.isVisible()
