"""Each call has its pane; the ones that were not used for long are given up."""

import pytest
from PySide6.QtWidgets import QStackedWidget
from pytestqt.qtbot import QtBot

from assent.desktop.appearance.theme import Theme
from assent.desktop.calls.calls_model import Entry
from assent.desktop.output import panes
from assent.desktop.output.panes import Panes
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
