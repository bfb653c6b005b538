"""The page tells what is known of a call, and its clock runs only while somebody looks."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import Theme
from assent.desktop.calls.call_page import CallPage
from assent.desktop.calls.calls_model import Entry
from assent.model.events import Moved
from assent.model.lifecycle import Approved, Asking, Exited, Received, Running, State
from builders import AT, PERSON, STATES, a_call, a_proposal, settled

CALL = a_call("make test")
WAY: tuple[State, ...] = (
    Received(),
    Asking(proposal=a_proposal()),
    Approved(by=PERSON, proposal=a_proposal()),
    Running(pid=7),
)


def entry(*states: State, at: datetime = AT) -> Entry:
    known = Entry.of(Moved(CALL, states[0], at))
    for state in states[1:]:
        known = known.after(Moved(CALL, state, at))
    return known


@pytest.fixture
def page(qtbot: QtBot, theme: Theme) -> CallPage:
    made = CallPage(theme)
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show()
    return made


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.kind)
def test_each_state_can_be_shown(page: CallPage, state: State) -> None:
    page.show_entry(entry(state))
    assert page._state.text()


def test_a_running_command_can_be_stopped(page: CallPage) -> None:
    told: list[str] = []
    page.stop_asked.connect(told.append)
    page.show_entry(entry(*WAY))
    QTest.mouseClick(page._stop, Qt.MouseButton.LeftButton)
    assert told == [CALL.id]
    page.show_entry(entry(*WAY, settled(Exited(code=0))))
    assert not page._stop.isVisible()


def test_time_and_deadline_are_told_while_it_runs(page: CallPage) -> None:
    page.show_entry(entry(*WAY, at=datetime.now(UTC)))
    assert page._time.text() == "0:00 of 1:00"
    page.show_entry(entry(*WAY, settled(Exited(code=0))))
    assert page._time.text() == "0:00"


def test_the_clock_runs_only_while_it_is_seen_and_needed(page: CallPage) -> None:
    page.show_entry(entry(*WAY))
    assert page._second.isActive()
    page.hide()
    assert not page._second.isActive()
    page.show()
    assert page._second.isActive()
    page.show_entry(entry(*WAY, settled(Exited(code=0))))
    assert not page._second.isActive()


def test_who_decided_is_told(page: CallPage) -> None:
    page.show_entry(entry(*WAY[:2]))
    assert page._by.accessibleName() == "nobody yet"
    page.show_entry(entry(*WAY))
    assert page._by.accessibleName() == "ada"
