"""The parts at the window's top show what they are told, and pass on what is chosen."""

from pytestqt.qtbot import QtBot

from asking import a_grant
from assent.desktop.mode.window_top import WindowTop
from assent.model.events import Moved
from assent.model.lifecycle import Exited, Expired
from assent.model.mode import Mode
from builders import AT, a_call, settled


def a_top(qtbot: QtBot) -> WindowTop:
    top = WindowTop()
    qtbot.addWidget(top)
    top.show()
    return top


def test_mode_and_grants_are_shown_together(qtbot: QtBot) -> None:
    top, told = a_top(qtbot), list[object]()
    top.mode_chosen.connect(told.append)
    top.grant_ended.connect(told.append)
    top.show_policy(Mode(name="lockdown"), [a_grant("one")])
    assert top._band.isVisible()
    assert not top._grants.isVisible()
    top._bar._grants.click()
    assert top._grants.isVisible()
    top._band._end.click()
    top._grants.ended.emit("one")
    assert told == [Mode(), "one"]


def test_what_waits_leads_to_it(qtbot: QtBot) -> None:
    top, asked = a_top(qtbot), list[int]()
    top.waiting_asked.connect(lambda: asked.append(1))
    top.show_unseen(3)
    assert top._waiting.isVisible()
    top._waiting._show.click()
    assert asked == [1]


def test_only_what_expired_went_by(qtbot: QtBot) -> None:
    top = a_top(qtbot)
    top.take(Moved(a_call(), settled(Exited(code=0)), AT), "ls")
    assert not top._absence.isVisible()
    top.take(Moved(a_call(), settled(Expired(after_s=5)), AT), "ls")
    assert top._absence.isVisible()
