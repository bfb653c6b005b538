"""Each call has its pane; the ones that were not used for long are given up."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStackedWidget
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import Theme
from assent.desktop.calls.calls_model import Entry
from assent.desktop.output import panes
from assent.desktop.output.panes import Panes
from assent.desktop.output.terminal_pane import TerminalPane
from assent.model.events import Moved, Output
from assent.model.lifecycle import Exited
from builders import AT, a_call, settled


@pytest.fixture
def kept(qtbot: QtBot, theme: Theme) -> Panes:
    stack = QStackedWidget()
    qtbot.addWidget(stack)
    made = Panes(theme, stack)
    made.stack = stack  # type: ignore[attr-defined]  # or Python would let go of it
    return made


def test_output_goes_to_its_calls_pane(kept: Panes) -> None:
    kept.take(Output("one", "stdout", b"first"))
    kept.take(Output("two", "stdout", b"second"))
    kept.open("one").flush()
    assert kept.open("one").document().toRawText() == "first"
    assert kept.has("two")
    assert not kept.has("three")


def test_a_call_of_earlier_shows_what_is_on_record(kept: Panes) -> None:
    entry = Entry.of(Moved(a_call(), settled(Exited(code=0), output="from the record"), AT))
    assert kept.of(entry).document().toRawText() == "from the record"
    assert kept.of(entry) is kept.of(entry)


def test_the_oldest_panes_are_given_up(kept: Panes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panes, "MOST_PANES", 2)
    for name in ("one", "two", "one", "three"):
        kept.open(name)
    assert [kept.has(name) for name in ("one", "two", "three")] == [True, False, True]


def test_a_terminal_tells_its_calls_name_and_lives_until_its_end(kept: Panes, qtbot: QtBot) -> None:
    typed: list[tuple[str, bytes]] = []
    kept.typed.connect(lambda *what: typed.append(what))
    kept.begin("pipes", has_terminal=False)
    assert not kept.has("pipes")
    kept.begin("one", has_terminal=True)
    pane = kept.open("one")
    assert isinstance(pane, TerminalPane)
    QTest.keyClicks(pane, "x")
    assert typed == [("one", b"x")]
    kept.begin("one", has_terminal=True)
    assert kept.open("one") is pane
    kept.end("one")
    kept.end("unknown")
    assert not pane.is_live


def test_a_live_terminal_is_not_given_up(kept: Panes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panes, "MOST_PANES", 2)
    kept.begin("live", has_terminal=True)
    for name in ("one", "two", "three"):
        kept.open(name)
    assert [kept.has(name) for name in ("live", "one", "two", "three")] == [True, False, False, True]
    kept.end("live")
    kept.open("four")
    assert not kept.has("live")
