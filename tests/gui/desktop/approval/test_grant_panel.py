"""A grant is chosen, shown word for word, tried on the record, and taken by a step of its own."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from asking import OFFERS, a_counsel
from assent.desktop.appearance.theme import LIGHT
from assent.desktop.approval.calm import Calm
from assent.desktop.approval.grant_panel import GrantPanel, back_tested
from assent.model.grant import BackTest, Offer, Session, UntilTime, Wish
from builders import a_call


class Shown:
    def __init__(self, qtbot: QtBot, offers: tuple[Offer, ...] = OFFERS) -> None:
        self.window, self.looked = QWidget(), list[Offer]()
        self.calm, self.granted = Calm(self.window), list[Wish]()

        def back_test(offer: Offer) -> BackTest:
            self.looked.append(offer)
            return BackTest(requests=400, answered=37, refused_then=2)

        counsel = a_counsel(back_test=back_test)
        self.panel = GrantPanel(a_call("git push"), offers, counsel, self.calm, LIGHT, parent=self.window)
        self.panel.granted.connect(self.granted.append)
        qtbot.addWidget(self.window)
        self.window.resize(700, 400)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(self.window.isActiveWindow)


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


def test_the_rule_is_shown_word_for_word(shown: Shown) -> None:
    assert shown.panel._rule.toPlainText() == OFFERS[0].toml.strip()
    shown.panel._group.button(1).click()
    assert shown.panel._rule.toPlainText() == OFFERS[1].toml.strip()
    assert shown.panel._rule.isReadOnly()


def test_an_offer_is_tried_on_the_record_once_and_only_when_looked_at(shown: Shown, qtbot: QtBot) -> None:
    told = "Would have answered 37 of the last 400 requests, 2 of which you refused."
    qtbot.waitUntil(lambda: shown.panel._test.text() == told)
    assert shown.looked == [OFFERS[0]]
    for number in (1, 0, 1):
        shown.panel._group.button(number).click()
        qtbot.waitUntil(lambda: shown.panel._test.text() == told)
    assert shown.looked == list(OFFERS)


def test_it_is_taken_only_when_that_can_be_meant(shown: Shown, qtbot: QtBot) -> None:
    shown.panel.take()
    QTest.mouseClick(shown.panel._grant, Qt.MouseButton.LeftButton)
    assert shown.granted == []
    qtbot.waitUntil(lambda: shown.calm.is_reached)
    shown.panel._group.button(1).click()
    shown.panel.take()
    assert shown.granted == [], "what is granted has changed just now"
    qtbot.waitUntil(lambda: shown.calm.is_reached)
    shown.panel.take()
    assert shown.granted == [Wish(offer=OFFERS[1], term=Session())]


def test_a_time_counts_from_the_moment_it_is_taken(shown: Shown, qtbot: QtBot) -> None:
    shown.panel._term.setCurrentIndex(1)
    qtbot.waitUntil(lambda: shown.calm.is_reached)
    shown.panel.take()
    (wish,) = shown.granted
    assert isinstance(wish.term, UntilTime)
    left = wish.term.at - datetime.now(UTC)
    assert timedelta(minutes=14) < left <= timedelta(minutes=15)


def test_the_number_is_asked_for_where_it_counts(shown: Shown) -> None:
    assert not shown.panel._uses.isVisible()
    shown.panel._term.setCurrentIndex(4)
    assert shown.panel._uses.isVisible()
    shown.panel._uses.setValue(9)
    assert "9 more commands" in shown.panel._ends.text()


def test_foreign_text_is_no_mark_of_a_key_and_is_revealed(qtbot: QtBot) -> None:
    offer = OFFERS[0].model_copy(update={"text": "a & b\u202e", "toml": 'command = "\u202e"'})
    shown = Shown(qtbot, (offer,))
    assert shown.panel._group.button(0).text().endswith("a && b⟦U+202E⟧")
    assert "\u202e" not in shown.panel._rule.toPlainText()


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ((0, 0, 0), "Nothing was asked before that it could be tried on."),
        ((1, 0, 0), "Would have answered 0 of the last 1 request."),
        ((5, 2, 0), "Would have answered 2 of the last 5 requests, none of which you refused."),
    ],
)
def test_what_it_would_have_answered_is_said_plainly(found: tuple[int, int, int], told: str) -> None:
    requests, answered, refused = found
    assert back_tested(BackTest(requests=requests, answered=answered, refused_then=refused)) == told
