"""One place changes a call's state: law, then ink, then news."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from assent.console.calls import Calls
from assent.journal.journal import Journal, JournalError
from assent.model.authority import ByPerson
from assent.model.events import Event, Intervened, Moved, Output
from assent.model.intervention import Paused
from assent.model.lifecycle import Approved, Exited, Failed, IllegalStep, Received, Running
from builders import INTERVENTIONS, PERSON, a_call, a_proposal, settled
from fakes import Approver
from unit.console.building import House, house


@pytest.fixture
def built(tmp_path: Path) -> Iterator[House]:
    """Build a house."""
    with house(tmp_path, Approver()) as built:
        yield built


def test_what_is_heard_is_on_disk_already(built: House):
    call, on_disk = a_call(), list[list[str]]()
    built.calls.observe(lambda event: on_disk.append(built.recorded()))
    built.calls.open(call)
    built.calls.move(call, settled(Failed(error="x")))
    assert on_disk == [["received"], ["received", "settled"]]


def test_an_illegal_step_is_a_bug_that_leaves_no_trace(built: House):
    call = a_call()
    built.calls.open(call)
    with pytest.raises(IllegalStep):
        built.calls.move(call, Running(pid=1))
    with pytest.raises(IllegalStep):
        built.calls.move(call, settled(Exited(code=0)))
    assert (built.recorded(), built.way()) == (["received"], ["received"])


def test_what_cannot_be_recorded_has_not_happened(built: House):
    call, late = a_call(), a_call("x" * 100_000)
    built.calls.open(call)
    built.fill_disk()
    with pytest.raises(JournalError):
        built.calls.open(late)
    with pytest.raises(JournalError):
        built.calls.move(call, settled(Failed(error="x"), output="y" * 100_000))
    assert (built.way(), len(built.calls)) == (["received"], 1)


def test_an_end_that_cannot_be_recorded_is_told_all_the_same(built: House):
    call = a_call()
    built.calls.open(call)
    built.calls.move_unrecorded(call, settled(Failed(error="x")))
    assert (built.way(), len(built.calls), built.recorded()) == (["received", "failed"], 0, ["received"])


def test_who_asked_for_one_call_hears_of_that_one_until_it_settles(built: House):
    one, other, heard = a_call(), a_call(), list[Event]()
    built.calls.observe_one(one.id, heard.append)
    for call in (one, other):
        built.calls.open(call)
        built.calls.output(call, "stdout", b"x")
        built.calls.move(call, settled(Failed(error="x")))
    assert [type(event) for event in heard] == [Moved, Output, Moved]
    assert len(built.calls._observers_of) == 0


def test_an_observer_of_a_call_that_could_not_be_recorded_is_forgotten(built: House):
    late = a_call("x" * 100_000)
    built.calls.observe_one(late.id, lambda event: None)
    built.fill_disk()
    with pytest.raises(JournalError):
        built.calls.open(late)
    assert len(built.calls._observers_of) == 0


def test_one_who_stops_hears_no_more(built: House):
    heard = list[Event]()
    stop = built.calls.observe(heard.append)
    built.calls.open(a_call())
    stop()
    built.calls.open(a_call())
    assert len(heard) == 1


def test_a_broken_observer_keeps_nobody_from_the_news(built: House, caplog: pytest.LogCaptureFixture):
    heard = list[Event]()

    def broken(_event: Event) -> None:
        raise ValueError("hunter2 is no pane")

    stop = built.calls.observe(broken)
    built.calls.observe(heard.append)
    built.calls.open(a_call())
    stop()
    assert len(heard) == 1
    assert "an observer failed" in caplog.text


def test_a_call_that_was_opened_is_received(tmp_path: Path):
    journal = Journal(tmp_path)
    calls, call = Calls(journal), a_call()
    calls.open(call)
    assert [moved.state for moved in journal.latest(5)] == [Received()]
    journal.close()


def test_what_is_done_to_a_running_call_is_on_disk_before_it_is_told(built: House):
    call, on_disk = a_call(), list[int]()
    built.calls.open(call, Approved(by=PERSON, proposal=a_proposal()), Running(pid=5))
    built.calls.observe(lambda event: on_disk.append(len(built.journal.interventions(call.id))))
    built.calls.intervene(call.id, INTERVENTIONS[0])
    assert on_disk == [1]
    assert built.heard[-1] == Intervened(call, INTERVENTIONS[0], built.heard[-1].at)  # type: ignore[union-attr]


def test_nothing_is_done_to_a_call_that_does_not_run(built: House):
    call = a_call()
    built.calls.open(call)
    with pytest.raises(IllegalStep, match="received cannot be extended"):
        built.calls.intervene(call.id, INTERVENTIONS[0])
    assert built.journal.interventions(call.id) == []


def test_what_cannot_be_recorded_is_not_told(built: House):
    call = a_call()
    built.calls.open(call, Approved(by=PERSON, proposal=a_proposal()), Running(pid=5))
    built.fill_disk()
    before = len(built.heard)
    with pytest.raises(JournalError):
        built.calls.intervene(call.id, Paused(by=ByPerson(name="x" * 100_000)))
    assert (len(built.heard) - before, built.journal.interventions(call.id)) == (0, [])
