"""What a shell left behind is named, and each of it can be ended."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import Theme
from assent.desktop.calls.leftovers import MOST_BUTTONS, Leftovers
from assent.model.intervention import Intervention, ProcessEnded
from builders import PERSON


@pytest.fixture
def strip(qtbot: QtBot, theme: Theme) -> Iterator[Leftovers]:
    window = QWidget()  # a name for it: nothing else keeps it alive
    made = Leftovers(theme)
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(made)
    qtbot.addWidget(window)
    window.resize(900, 60)
    window.show()
    qtbot.waitExposed(window)
    yield made
    window.hide()


def names(strip: Leftovers) -> list[str]:
    return [each.text() for each in strip._buttons if each.isVisible()]


def test_it_is_there_only_when_something_is(strip: Leftovers) -> None:
    assert not strip.isVisible()
    strip.show_members({12: "sleep", 7: "server"})
    assert strip.isVisible()
    assert names(strip) == ["server 7", "sleep 12"]
    strip.show_members({})
    assert not strip.isVisible()


def test_a_click_ends_one_of_them(strip: Leftovers) -> None:
    made: list[Intervention] = []
    strip.wanted.connect(lambda makes: made.append(makes(by=PERSON)))
    strip.show_members({12: "sleep", 7: "server"})
    QTest.mouseClick(strip._buttons[1], Qt.MouseButton.LeftButton)
    assert made == [ProcessEnded(by=PERSON, pid=12)]


def test_a_name_cannot_forge_anything(strip: Leftovers) -> None:
    strip.show_members({7: "a\u202eb & <b>c"})
    (button,) = strip._buttons
    assert button.text() == "a⟦U+202E⟧b && <b>c 7"
    assert "<b>" not in button.toolTip()
    assert button.accessibleName() == "Kill a⟦U+202E⟧b & <b>c, process 7"


def test_the_same_processes_keep_their_buttons(strip: Leftovers) -> None:
    strip.show_members({7: "server"})
    before = strip._buttons[0]
    strip.show_members({7: "server"})
    assert strip._buttons[0] is before


def test_as_many_are_shown_as_there_is_room_for(strip: Leftovers, qtbot: QtBot) -> None:
    members = {100 + number: f"worker{number}" for number in range(30)}
    strip.show_members(members)
    assert 1 < len(names(strip)) <= MOST_BUTTONS
    assert strip._more.text() == f"and {30 - len(names(strip))} more"
    strip.window().resize(420, 60)
    qtbot.waitUntil(lambda: len(names(strip)) == 1)
    assert strip._more.geometry().right() < 420
    assert len(strip.findChildren(QToolButton)) >= MOST_BUTTONS
