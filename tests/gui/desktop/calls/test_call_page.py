"""The page tells what is known of a call, and its clock runs only while somebody looks."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import Theme
from assent.desktop.calls.call_page import CallPage
from assent.desktop.calls.calls_model import Entry
from assent.desktop.output.terminal_pane import TerminalPane
from assent.model.events import Intervened, Moved
from assent.model.intervention import Extended, Intervention, Paused, Terminated, Typed
from assent.model.lifecycle import Approved, Asking, Exited, Received, Running, State
from builders import AT, PERSON, STATES, a_call, a_proposal, settled

CALL = a_call("make test")
WAY: tuple[State, ...] = (
    Received(),
    Asking(proposal=a_proposal()),
    Approved(by=PERSON, proposal=a_proposal()),
    Running(pid=7),
)


TERMINAL = Running(pid=7, terminal=True)


def deed(known: Entry, what: Intervention) -> Entry:
    return known.intervened(Intervened(CALL, what, AT))


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
    told: list[tuple[str, Intervention]] = []
    page.wanted.connect(lambda call_id, makes: told.append((call_id, makes(by=PERSON))))
    page.show_entry(entry(*WAY))
    (stop,) = (each for each in page.findChildren(QToolButton) if each.text() == "Stop")
    QTest.mouseClick(stop, Qt.MouseButton.LeftButton)
    assert told == [(CALL.id, Terminated(by=PERSON))]
    page.show_entry(entry(*WAY, settled(Exited(code=0))))
    assert not page.ladder.isVisible()


def test_time_and_deadline_are_told_while_it_runs(page: CallPage) -> None:
    page.show_entry(entry(*WAY, at=datetime.now(UTC)))
    assert page.ladder._left.text() == "1:00 left of 1:00"
    assert not page._time.isVisible()
    page.show_entry(entry(*WAY, settled(Exited(code=0))))
    assert page._time.text() == "0:00"
    assert page._time.isVisible()


def test_nothing_moves_when_it_is_paused_or_ends(page: CallPage) -> None:
    tops = set()
    running = entry(*WAY)
    ended = running.after(Moved(CALL, settled(Exited(code=0)), AT))
    for each in (entry(*WAY[:2]), running, deed(running, Paused(by=PERSON)), ended):
        page.show_entry(each)
        QTest.qWait(0)
        tops.add((page._sign.x(), page._state.x(), page._command.y(), page.panes.y()))
    assert len(tops) == 1, tops


def test_what_was_done_is_told_newest_first(page: CallPage) -> None:
    known = deed(entry(*WAY), Extended(by=PERSON, by_s=600))
    for _ in range(3):
        known = deed(known, Typed(by=PERSON, hidden=True))
    known = deed(known, Paused(by=PERSON))
    page.show_entry(known)
    told = page._since.accessibleName()
    assert (
        told.index("you paused") < told.index("you typed") < told.index("you extended the deadline by 10 min")
    )
    assert told.count("typed") == 1
    assert page._state.text() == "Paused"


def test_a_note_is_shown_while_it_runs(page: CallPage) -> None:
    page.show_entry(entry(*WAY[:3], Running(pid=7, note="No terminal could be had.\u202e")))
    assert page._note.isVisible()
    assert page._note.text() == "No terminal could be had.⟦U+202E⟧"
    page.show_entry(entry(*WAY))
    assert not page._note.isVisible()


def test_the_line_for_typing_is_there_for_a_terminal_only(page: CallPage) -> None:
    told: list[tuple[str, bytes]] = []
    page.typed.connect(lambda call_id, data: told.append((call_id, data)))
    page.show_entry(entry(*WAY))
    assert not page._input.isVisible()
    page.show_entry(entry(*WAY[:3], TERMINAL))
    assert page._input.isVisible()
    page.leave_pane(forward=True)
    assert page._input._line.hasFocus()
    QTest.keyClicks(page._input._line, "yes\r")
    assert told == [(CALL.id, b"yes\r")]
    page.leave_pane(forward=False)
    assert page._command.hasFocus()


def test_tab_goes_from_the_command_to_the_output_to_the_line_and_on(page: CallPage, theme: Theme) -> None:
    page.show_entry(entry(*WAY[:3], TERMINAL))
    pane = TerminalPane(theme.colours)
    page.show_pane(pane)
    chain = [page._command]
    while (after := chain[-1].nextInFocusChain()) is not page._command:
        chain.append(after)  # type: ignore[arg-type]
    taking = [each for each in chain if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isVisible()]
    assert taking[:3] == [page._command, pane, page._input.entry]
    assert page.ladder._stop_button in taking[3:]


def test_a_secret_half_typed_goes_to_no_other_call(page: CallPage) -> None:
    page.show_entry(entry(*WAY[:3], TERMINAL))
    page.show_echo(CALL.id, echoes=False)
    page._input._line.setText("hunter2")
    other = a_call("another")
    page.show_entry(Entry.of(Moved(other, TERMINAL, AT)))
    assert page._input._line.text() == ""
    page.show_echo(CALL.id, echoes=False)
    assert page._input._line.echoMode() == QLineEdit.EchoMode.Normal


def test_a_secret_is_forgotten_when_the_command_ends(page: CallPage) -> None:
    page.show_entry(entry(*WAY[:3], TERMINAL))
    page._input._line.setText("hunter2")
    page.show_entry(entry(*WAY, settled(Exited(code=0))))
    assert page._input._line.text() == ""


def test_what_the_shell_left_behind_is_named_once_it_has_ended(page: CallPage) -> None:
    page.show_entry(entry(*WAY))
    page.show_members(CALL.id, {7: "bash", 8: "sleep"})
    assert not page._leftovers.isVisible()
    page.show_members("another", {8: "sleep"})
    assert not page._leftovers.isVisible()
    page.show_members(CALL.id, {8: "sleep"})
    assert page._leftovers.isVisible()
    page.show_entry(entry(*WAY, settled(Exited(code=0))))
    assert not page._leftovers.isVisible()
    page.show_members(CALL.id, {8: "sleep"})
    assert not page._leftovers.isVisible()


def test_a_running_call_is_watched_while_it_is_in_sight(page: CallPage) -> None:
    told: list[tuple[str, bool]] = []
    page.watched.connect(lambda *what: told.append(what))
    page.show_entry(entry(*WAY[:3], TERMINAL))
    page.hide()
    page.show()
    page.show_entry(entry(*WAY, settled(Exited(code=0))))
    assert told == [(CALL.id, True), ("", False), (CALL.id, True), ("", False)]


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
