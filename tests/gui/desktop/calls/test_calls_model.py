"""The list knows of each call what its steps told, newest first."""

from datetime import timedelta

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from assent.desktop.calls import calls_model
from assent.desktop.calls.calls_model import ENTRY_ROLE, CallsModel, Entry
from assent.model.call import Call
from assent.model.events import Intervened, Moved
from assent.model.intervention import Paused, Resumed, SentToBackground, Typed
from assent.model.lifecycle import Approved, Asking, Exited, Received, Refused, Running, Settled, State
from builders import AT, PERSON, a_call, a_proposal, settled


@pytest.fixture
def model(qtbot: QtBot) -> CallsModel:
    made = CallsModel()
    made.tester = QAbstractItemModelTester(made)  # type: ignore[attr-defined]  # fails on what breaks Qt's rules
    return made


def at(call: Call, state: State, seconds: float = 0) -> Moved:
    return Moved(call, state, AT + timedelta(seconds=seconds))


def entries(model: CallsModel) -> list[Entry]:
    return [model.data(model.index(row), ENTRY_ROLE) for row in range(model.rowCount())]  # type: ignore[misc]


def test_a_call_is_followed_through_its_steps(model: CallsModel) -> None:
    call, proposal = a_call("make\ntest"), a_proposal("make\ntest")
    steps = (Received(), Asking(proposal=proposal), Approved(by=PERSON, proposal=proposal), Running(pid=7))
    for seconds, state in enumerate((*steps, settled(Exited(code=0)))):
        model.take(at(call, state, seconds))
    (entry,) = entries(model)
    assert (entry.title, entry.who, entry.command) == ("make ⏎ test", "agent", "make\ntest")
    assert (entry.proposal, entry.decided_by, entry.is_open) == (proposal, PERSON, False)
    assert entry.started_at == AT + timedelta(seconds=3)
    assert entry.ended_at == AT + timedelta(seconds=4)


def test_a_refusal_says_who_decided(model: CallsModel) -> None:
    model.take(at(a_call(), settled(Refused(by=PERSON))))
    assert entries(model)[0].decided_by == PERSON


def test_the_newest_stands_on_top(model: CallsModel) -> None:
    old, new = a_call("old"), a_call("new")
    model.fill([at(old, settled(Exited(code=0)))])
    model.take(at(new, Received()))
    assert [entry.title for entry in entries(model)] == ["new", "old"]
    assert (model.row_of(new.id).row(), model.row_of(old.id).row()) == (0, 1)
    assert model.newest is not None
    assert model.newest.call == new


def test_the_record_is_taken_newest_first(model: CallsModel) -> None:
    model.fill([at(a_call("new"), settled(Exited(code=0))), at(a_call("old"), settled(Exited(code=1)))])
    assert [entry.title for entry in entries(model)] == ["new", "old"]


def test_open_and_running_calls_are_counted(model: CallsModel, qtbot: QtBot) -> None:
    told: list[tuple[int, int]] = []
    model.counted.connect(lambda *counts: told.append(counts))
    one, other = a_call(), a_call()
    for call, state in (
        (one, Received()),
        (other, Received()),
        (one, Running(pid=1)),
        (one, settled(Exited(code=0))),
    ):
        model.take(at(call, state))
    assert told == [(1, 0), (2, 0), (2, 1), (1, 0)]
    assert (model.open, model.running) == (1, ())


def test_it_forgets_the_oldest_ended_calls(model: CallsModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls_model, "MOST_CALLS", 3)
    calls = [a_call(str(number)) for number in range(5)]
    for call in calls:
        model.take(at(call, settled(Exited(code=0))))
    assert [entry.title for entry in entries(model)] == ["4", "3", "2"]
    assert model.entry(calls[0].id) is None
    assert not model.row_of(calls[0].id).isValid()
    model.take(at(calls[3], settled(Exited(code=9))))
    assert model.data(model.index(1), Qt.ItemDataRole.DisplayRole) == "3, exit code 9"


def test_an_open_call_is_never_forgotten(model: CallsModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls_model, "MOST_CALLS", 2)
    waiting = a_call("waiting")
    model.take(at(waiting, Received()))
    for number in range(5):
        model.take(at(a_call(str(number)), settled(Exited(code=0))))
    assert model.entry(waiting.id) is not None


def test_foreign_text_is_revealed(model: CallsModel) -> None:
    model.take(at(a_call("a\u202eb"), Received()))
    assert entries(model)[0].title == "a⟦U+202E⟧b"


def test_a_call_of_another_tool_has_its_name(model: CallsModel) -> None:
    model.take(at(a_call(tool="ReadFile", arguments={"path": "x"}), Received()))
    assert (entries(model)[0].title, entries(model)[0].command) == ("ReadFile", "ReadFile")


def test_an_invalid_index_has_nothing(model: CallsModel) -> None:
    assert model.data(QModelIndex()) is None
    assert model.rowCount(model.index(0)) == 0
    assert isinstance(settled(Exited(code=0)), Settled)


def test_what_was_done_is_kept_with_the_call(model: CallsModel) -> None:
    call, other = a_call("serve"), a_call("build")
    for each in (call, other):
        model.take(at(each, Approved(by=PERSON, proposal=a_proposal(timeout_s=60))))
        model.take(at(each, Running(pid=1)))
    model.take_intervention(Intervened(call, Paused(by=PERSON), AT))
    model.take_intervention(Intervened(call, SentToBackground(by=PERSON), AT))
    model.take_intervention(Intervened(a_call("unknown"), Paused(by=PERSON), AT))
    entry = model.entry(call.id)
    assert entry is not None
    assert entry.is_paused
    assert [deed.what.kind for deed in entry.deeds] == ["paused", "sent_to_background"]
    assert model.background == ("serve",)
    model.take_intervention(Intervened(call, Resumed(by=PERSON), AT))
    entry = model.entry(call.id)
    assert entry is not None
    assert entry.told.text == "in the background"
    model.take(at(call, settled(Exited(code=0))))
    entry = model.entry(call.id)
    assert entry is not None
    assert not entry.is_paused
    assert model.background == ()


def test_the_deeds_of_a_long_conversation_are_bounded(model: CallsModel) -> None:
    call = a_call("python3")
    model.take(at(call, Running(pid=1)))
    for _ in range(calls_model.MOST_DEEDS + 5):
        model.take_intervention(Intervened(call, Typed(by=PERSON, hidden=False), AT))
    entry = model.entry(call.id)
    assert entry is not None
    assert len(entry.deeds) == calls_model.MOST_DEEDS
