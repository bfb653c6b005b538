"""The ladder offers what can be done to a command as it is now, by pointer and by keys, at every width."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import Theme
from assent.desktop.calls.calls_model import Entry
from assent.desktop.calls.ladder import Ladder
from assent.model.events import Intervened, Moved
from assent.model.intervention import (
    Extended,
    Interrupted,
    Intervention,
    Killed,
    Lifted,
    Paused,
    Resumed,
    SentToBackground,
    Terminated,
)
from assent.model.lifecycle import Approved, Received, Running
from builders import AT, PERSON, a_call, a_proposal

CALL = a_call("make test")
HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
WIDE, NARROW = 900, 330


def running(*deeds: Intervention, **changes: object) -> Entry:
    proposal = a_proposal(**{"timeout_s": 300, **changes})
    entry = Entry.of(Moved(CALL, Received(), AT))
    for state in (Approved(by=PERSON, proposal=proposal), Running(pid=7)):
        entry = entry.after(Moved(CALL, state, AT))
    for what in deeds:
        entry = entry.intervened(Intervened(CALL, what, AT))
    return entry


@pytest.fixture
def ladder(qtbot: QtBot, theme: Theme) -> Iterator[Ladder]:
    window = QWidget()  # a name for it: nothing else keeps it alive
    made = Ladder(theme)
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(made)
    qtbot.addWidget(window)
    window.resize(WIDE, 60)
    window.show()
    qtbot.waitExposed(window)
    yield made
    window.hide()


@pytest.fixture
def wanted(ladder: Ladder) -> list[Intervention]:
    made: list[Intervention] = []
    ladder.wanted.connect(lambda makes: made.append(makes(by=PERSON)))
    return made


def buttons(ladder: Ladder) -> dict[str, QToolButton]:
    return {each.text(): each for each in ladder.findChildren(QToolButton) if each.isVisible()}


RUNGS = [
    ("Pause", "P", Paused(by=PERSON)),
    ("Background", "B", SentToBackground(by=PERSON)),
    ("Interrupt", "I", Interrupted(by=PERSON)),
    ("Kill", "K", Killed(by=PERSON)),
    ("Stop", "S", Terminated(by=PERSON)),
    ("+1 min", "M", Extended(by=PERSON, by_s=60)),
]


@pytest.mark.parametrize(("text", "_letter", "what"), RUNGS)
def test_a_click_asks_for_it(
    ladder: Ladder, wanted: list[Intervention], text: str, _letter: str, what: Intervention
) -> None:
    ladder.show_entry(running())
    QTest.mouseClick(buttons(ladder)[text], Qt.MouseButton.LeftButton)
    assert wanted == [what]


@pytest.mark.parametrize(
    ("letter", "what"),
    [(letter, what) for _, letter, what in RUNGS]
    + [("T", Extended(by=PERSON, by_s=600)), ("L", Lifted(by=PERSON))],
)
def test_the_keys_ask_for_it(
    ladder: Ladder, wanted: list[Intervention], qtbot: QtBot, letter: str, what: Intervention
) -> None:
    ladder.show_entry(running())
    window = ladder.window()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, letter, HELD)
    assert wanted == [what]


def test_every_rung_has_its_own_keys_which_no_terminal_needs(ladder: Ladder) -> None:
    keys = [action.shortcut().toString() for action in ladder.actions()]
    assert len(set(keys)) == len(keys) == 8
    assert all(each.startswith("Ctrl+Shift+") and len(each) == len("Ctrl+Shift+A") for each in keys)
    assert not {"Ctrl+Shift+C", "Ctrl+Shift+V"} & set(keys)


def test_each_button_has_a_drawing_a_name_and_says_its_effect_and_keys(ladder: Ladder) -> None:
    ladder.show_entry(running())
    for button in buttons(ladder).values():
        assert not button.icon().isNull()
        assert button.text()
        assert "Ctrl+Shift+" in button.toolTip()


def test_a_paused_command_can_go_on(ladder: Ladder, wanted: list[Intervention]) -> None:
    ladder.show_entry(running(Paused(by=PERSON)))
    QTest.mouseClick(buttons(ladder)["Continue"], Qt.MouseButton.LeftButton)
    assert wanted == [Resumed(by=PERSON)]
    ladder.show_entry(running(Paused(by=PERSON), Resumed(by=PERSON)))
    assert "Pause" in buttons(ladder)


def enabled(ladder: Ladder) -> set[str]:
    return {action.text() for action in ladder.actions() if action.isEnabled()}


@pytest.mark.parametrize(
    ("deeds", "changes", "gone"),
    [
        ((), {}, set()),
        ((), {"timeout_s": None}, {"+1 min", "+10 min", "No limit"}),
        ((), {"timeout_s": None, "idle_timeout_s": 9}, {"+1 min", "+10 min"}),
        ((Lifted(by=PERSON),), {"idle_timeout_s": 9}, {"+1 min", "+10 min", "No limit"}),
        ((), {"background": True}, {"Background"}),
        ((SentToBackground(by=PERSON),), {}, {"Background"}),
        ((Terminated(by=PERSON),), {}, {"Pause", "Background", "Interrupt", "Stop"}),
        ((Killed(by=PERSON),), {}, {"Pause", "Background", "Interrupt", "Stop", "Kill"}),
    ],
)
def test_only_what_can_be_done_is_offered(
    ladder: Ladder, deeds: tuple[Intervention, ...], changes: dict[str, object], gone: set[str]
) -> None:
    everything = {action.text() for action in ladder.actions()}
    ladder.show_entry(running(*deeds, **changes))
    assert everything - enabled(ladder) == gone


def test_without_a_running_command_the_keys_do_nothing(ladder: Ladder, wanted: list[Intervention]) -> None:
    ladder.show_entry(running())
    ladder.show_none()
    assert enabled(ladder) == set()
    for action in ladder.actions():
        action.trigger()
    assert wanted == []


@pytest.mark.parametrize(
    ("changes", "passed_s", "told"),
    [
        ({}, 28, "4:32 left of 5:00"),
        ({}, 400, "0:00 left of 5:00"),
        ({"timeout_s": None}, 28, "0:28, no limit"),
    ],
)
def test_it_counts_down(ladder: Ladder, changes: dict[str, object], passed_s: int, told: str) -> None:
    ladder.show_entry(running(**changes))
    ladder.tell_time(AT + timedelta(seconds=passed_s), None)
    assert ladder._left.text() == told


def test_silence_is_told_where_it_is_limited(ladder: Ladder) -> None:
    ladder.show_entry(running(idle_timeout_s=60))
    now = AT + timedelta(seconds=30)
    ladder.tell_time(now, AT + timedelta(seconds=11))
    assert "silent 0:19 of 1:00" in ladder._silent.text()
    ladder.tell_time(now, now)
    assert ladder._silent.text() == ""
    ladder.show_entry(running(Paused(by=PERSON), idle_timeout_s=60))
    ladder.tell_time(now, None)
    assert ladder._silent.text() == ""


def test_the_buttons_stand_still_while_it_counts(ladder: Ladder) -> None:
    ladder.show_entry(running())
    places = set()
    for passed_s in range(0, 290, 7):
        ladder.tell_time(AT + timedelta(seconds=passed_s), None)
        QTest.qWait(0)
        places.add(buttons(ladder)["+1 min"].x())
    assert len(places) == 1


@pytest.mark.parametrize("width", [NARROW, 420, 560, WIDE])
def test_nothing_is_cut_at_any_width(ladder: Ladder, qtbot: QtBot, width: int) -> None:
    ladder.show_entry(running(idle_timeout_s=60))
    ladder.window().resize(width, 60)
    ladder.tell_time(AT + timedelta(seconds=28), None)
    QTest.qWait(0)
    shown = ladder.findChildren(QToolButton)
    assert all(each.width() >= each.sizeHint().width() for each in shown)
    assert max(each.geometry().right() for each in shown) < width
    assert ladder._left.text().startswith("4:32 left")


def test_words_come_and_go_with_the_room_for_them(ladder: Ladder, theme: Theme) -> None:
    ladder.show_entry(running())
    wide = buttons(ladder)["Kill"].width()
    ladder.window().resize(NARROW, 60)
    QTest.qWait(0)
    assert buttons(ladder)["Kill"].width() < wide
    ladder.window().resize(WIDE, 60)
    ladder.take_colours()
    QTest.qWait(0)
    assert buttons(ladder)["Kill"].width() == wide


def test_the_menu_has_the_longer_extensions(ladder: Ladder) -> None:
    menu = ladder._more.menu()
    assert menu is not None
    assert [action.text() for action in menu.actions() if isinstance(action, QAction)] == [
        "+1 min",
        "+10 min",
        "No limit",
    ]
