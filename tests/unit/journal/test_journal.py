"""Every step is on disk before anyone hears of it, and what cannot be recorded is not run."""

import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from assent.journal.journal import INTERRUPTED, Journal, JournalError, KeptCall
from assent.model.authority import ByPerson
from assent.model.intervention import Kept, Paused, SentToBackground, Terminated
from assent.model.lifecycle import (
    Approved,
    Asking,
    Exited,
    Failed,
    Received,
    Running,
    Settled,
    State,
    Withdrawn,
)
from builders import AT, INTERVENTIONS, PERSON, STATES, a_call, a_proposal, a_result, settled

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes and signals are of POSIX")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Open a new journal."""
    journal = Journal(tmp_path / "state")
    yield journal
    journal.close()


def kinds(path: Path, call_id: str) -> list[str]:
    """Read a call's steps as another program would."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        rows = database.execute(
            "SELECT kind FROM steps JOIN calls ON call = calls.number WHERE id = ? ORDER BY steps.number",
            (call_id,),
        )
        return [kind for (kind,) in rows]
    finally:
        database.close()


def test_each_step_is_there_for_others_as_soon_as_it_is_written(journal: Journal):
    call = a_call()
    steps: list[State] = [Received(), Asking(proposal=a_proposal()), settled(Exited(code=0))]
    journal.open(call, [steps[0]], AT)
    assert kinds(journal.path, call.id) == ["received"]
    for count, step in enumerate(steps[1:], start=2):
        journal.write(call, step, AT)
        assert len(kinds(journal.path, call.id)) == count


@pytest.mark.parametrize("state", STATES, ids=lambda state: getattr(state, "outcome", state).kind)
def test_every_state_is_read_as_it_was_written(journal: Journal, state: State):
    call = a_call("echo 'ä\u202e\x1b'")
    journal.open(call, [Received()], AT)
    journal.write(call, state, AT + timedelta(microseconds=1))
    [found] = journal.latest(10)
    assert (found.call, found.state, found.at) == (call, state, AT + timedelta(microseconds=1))


def test_the_newest_come_first(journal: Journal):
    calls = [a_call(str(number)) for number in range(5)]
    for call in calls:
        journal.open(call, [Received()], AT)
    journal.write(calls[0], Running(pid=1), AT)
    assert [moved.call for moved in journal.latest(3)] == calls[:1:-1]
    assert [moved.state.kind for moved in journal.latest(5)] == ["received"] * 4 + ["running"]


def test_a_second_call_of_the_same_id_is_refused(journal: Journal):
    call = a_call()
    journal.open(call, [Received()], AT)
    with pytest.raises(JournalError):
        journal.open(call, [Received()], AT)
    journal.open(a_call(), [Received()], AT)
    assert len(journal.latest(5)) == 2


def test_reopening_finds_everything_and_settles_what_was_open(tmp_path: Path):
    first, done, open_calls = Journal(tmp_path), a_call(), [a_call() for _ in range(3)]
    for call in (done, *open_calls):
        first.open(call, [Received()], AT)
    first.write(done, settled(Exited(code=0)), AT)
    first.write(open_calls[1], Approved(by=PERSON, proposal=a_proposal()), AT)
    first.write(open_calls[2], Running(pid=1), AT)
    first.close()
    second = Journal(tmp_path)
    states = {moved.call.id: moved.state for moved in second.latest(10)}
    assert states[done.id] == settled(Exited(code=0))
    for call in open_calls:
        state = states[call.id]
        assert isinstance(state, Settled)
        assert state.outcome == Failed(error=INTERRUPTED)
        assert state.result.is_error
    second.close()
    third = Journal(tmp_path)
    assert kinds(third.path, open_calls[0].id) == ["received", "settled"]  # once, not at each start
    third.close()


@posix
@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_nobody_else_may_read_it(tmp_path: Path, umask: int):
    before = os.umask(umask)
    try:
        journal = Journal(tmp_path / "state")
        journal.open(a_call(), [Received()], AT)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    files = list((tmp_path / "state").iterdir())
    assert len(files) >= 4  # the journal, its log, the log's index and the claim
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    journal.close()


@posix
def test_what_others_could_read_is_closed_to_them(tmp_path: Path):
    Journal(tmp_path).close()
    tmp_path.chmod(0o755)
    (tmp_path / "journal.sqlite3").chmod(0o644)
    Journal(tmp_path).close()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "journal.sqlite3").stat().st_mode) == 0o600


def test_two_consoles_do_not_write_one_journal(journal: Journal):
    call = a_call()
    journal.open(call, [Received()], AT)
    with pytest.raises(JournalError, match="another"):
        Journal(journal.path.parent)
    journal.write(call, settled(Exited(code=0)), AT)
    assert kinds(journal.path, call.id) == ["received", "settled"]


WRITER = """
import sys
from pathlib import Path
from assent.journal.journal import Journal
from assent.model.lifecycle import Approved, Asking, Received, Running
from builders import AT, INTERVENTIONS, PERSON, a_call, a_proposal
journal = Journal(Path(sys.argv[1]))
steps = [Asking(proposal=a_proposal()), Approved(by=PERSON, proposal=a_proposal()), Running(pid=1)]
while True:
    call = a_call()
    journal.open(call, [Received()], AT)
    print(call.id, flush=True)
    for step in steps:
        journal.write(call, step, AT)
        print(call.id, flush=True)
"""


@posix
@pytest.mark.parametrize("lines", [1, 7, 40])
def test_what_was_acknowledged_before_the_writer_was_killed_is_there(tmp_path: Path, lines: int):
    tests = Path(__file__).parents[2]
    paths = {"PYTHONPATH": f"{tests.parent / 'gui'}{os.pathsep}{tests}"}
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path)],
        env=os.environ | paths,
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        acknowledged = [writer.stdout.readline().strip() for _ in range(lines)]
        writer.send_signal(signal.SIGKILL)
        acknowledged += writer.stdout.read().split()
    journal = Journal(tmp_path)
    for call_id in set(acknowledged):
        steps = kinds(journal.path, call_id)
        assert steps[-1] == "settled"
        assert len(steps) - 1 >= acknowledged.count(call_id)
    assert all(isinstance(moved.state, Settled) for moved in journal.latest(100_000))
    journal.close()


def fill(journal: Journal) -> None:
    """Let the file grow no more: SQLite then tells what it tells of a full disk."""
    [(pages,)] = journal._database.execute("PRAGMA page_count").fetchall()
    journal._database.execute(f"PRAGMA max_page_count = {pages}")


def test_a_full_disk_is_a_journal_error_that_says_so_and_loses_nothing(journal: Journal):
    call, refused = a_call(), list[str]()
    journal.open(call, [Received()], AT)
    fill(journal)
    for _ in range(20):
        late = a_call("x" * 30_000)
        with pytest.raises(JournalError, match="full"):
            journal.open(late, [Received()], AT)
        refused.append(late.id)
    with pytest.raises(JournalError, match="full"):
        journal.write(call, settled(Exited(code=0), output="y" * 100_000), AT)
    assert not set(refused) & {moved.call.id for moved in journal.latest(1_000)}
    journal._database.execute("PRAGMA max_page_count = 1000000")
    journal.write(call, settled(Exited(code=0)), AT)  # there is room again
    journal.open(a_call(), [Received()], AT)
    assert kinds(journal.path, call.id) == ["received", "settled"]


def test_a_commit_that_fails_is_undone_and_the_next_one_works(journal: Journal):
    def add_to_a_call_that_is_not_there() -> None:
        with journal._transaction():
            journal._database.execute("PRAGMA defer_foreign_keys = ON")  # so that only the commit sees it
            journal._add_step(99, Received(), AT)

    with pytest.raises(sqlite3.IntegrityError):
        add_to_a_call_that_is_not_there()
    journal.open(a_call(), [Received()], AT)
    assert len(journal.latest(5)) == 1


REFUSED = """
import os, sys
from pathlib import Path
from assent.journal.journal import Journal, JournalError
if os.geteuid() == 0:
    os.setuid(65534)  # root may write everywhere
try:
    Journal(Path(sys.argv[1]))
except JournalError as problem:
    print(problem)
"""


@posix
@pytest.mark.parametrize("place", ["closed/state", "closed"])
def test_a_folder_that_cannot_be_written_is_refused(place: str):
    if place == "closed" and os.geteuid() != 0:
        pytest.skip("its owner may open it again, and does")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        (Path(folder) / "closed").mkdir(mode=0o555)
        environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3] / "gui")}
        command = [sys.executable, "-c", REFUSED, f"{folder}/{place}"]
        told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        assert "cannot be opened" in told
        assert list((Path(folder) / "closed").iterdir()) == []


def test_a_place_that_cannot_be_made_is_refused(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(tmp_path / "file")
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal(tmp_path / "file" / "below")


def test_what_is_no_journal_is_refused_and_left_alone(tmp_path: Path):
    path = tmp_path / "journal.sqlite3"
    path.write_bytes(b"these are somebody's notes\n" * 100)
    with pytest.raises(JournalError, match="not a database"):
        Journal(tmp_path)
    assert path.read_bytes() == b"these are somebody's notes\n" * 100


def test_a_journal_of_a_later_version_is_refused_and_left_alone(tmp_path: Path):
    Journal(tmp_path).close()
    database = sqlite3.connect(tmp_path / "journal.sqlite3")
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(JournalError, match="format 99"):
        Journal(tmp_path)


def test_a_journal_that_cannot_be_settled_is_refused(tmp_path: Path):
    first = Journal(tmp_path)
    first.open(a_call(), [Received()], AT)
    first.close()
    database = sqlite3.connect(tmp_path / "journal.sqlite3")
    database.execute("CREATE TRIGGER no BEFORE INSERT ON steps BEGIN SELECT RAISE(ABORT, 'no'); END")
    database.close()
    with pytest.raises(JournalError, match="no"):
        Journal(tmp_path)


def test_a_value_that_no_file_can_hold_is_a_journal_error(journal: Journal):
    call = a_call()
    with pytest.raises(JournalError):
        journal.open(a_call("\ud800"), [Received()], AT)
    journal.open(call, [Received()], AT)
    with pytest.raises(JournalError):
        journal.write(call, settled(Failed(error="\udcff")), AT)
    journal.write(call, settled(Failed(error="again")), AT)
    assert len(journal.latest(5)) == 1


def test_the_output_of_a_command_is_on_record(journal: Journal):
    call = a_call()
    journal.open(call, [Received()], AT)
    journal.write(call, settled(Withdrawn(why="gone"), output="é\x00\x1b[31m\ufffd"), AT)
    [moved] = journal.latest(1)
    assert isinstance(moved.state, Settled)
    assert moved.state.result == a_result(output="é\x00\x1b[31m\ufffd")


def test_what_was_done_to_a_call_is_there_for_ever_in_its_order(tmp_path: Path):
    journal, call, other = Journal(tmp_path), a_call(), a_call()
    for each in (call, other):
        journal.open(each, [Received()], AT)
    for number, what in enumerate(INTERVENTIONS):
        journal.note(call, what, AT + timedelta(seconds=number))
    journal.note(other, INTERVENTIONS[0], AT)
    journal.close()
    reopened = Journal(tmp_path)
    found = reopened.interventions(call.id)
    assert [what for _, what in found] == list(INTERVENTIONS)
    assert [at for at, _ in found] == [AT + timedelta(seconds=number) for number in range(len(found))]
    assert len(reopened.interventions(other.id)) == 1
    assert reopened.interventions("nobody") == []
    reopened.close()


def test_what_was_done_does_not_change_what_a_call_is(journal: Journal):
    call = a_call()
    journal.open(call, [Received(), Approved(by=PERSON, proposal=a_proposal()), Running(pid=5)], AT)
    journal.note(call, INTERVENTIONS[0], AT)
    assert [moved.state for moved in journal.latest(1)] == [Running(pid=5)]


def test_what_cannot_be_noted_is_an_error(journal: Journal):
    call = a_call()
    journal.open(call, [Received()], AT)
    [(pages,)] = journal._database.execute("PRAGMA page_count").fetchall()
    journal._database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError, match="intervention cannot be recorded"):
        journal.note(call, Paused(by=ByPerson(name="x" * 100_000)), AT)
    assert journal.interventions(call.id) == []


def test_the_log_has_its_size_from_the_start_and_the_journal_knows_nothing_of_it(tmp_path: Path):
    journal, call = Journal(tmp_path), a_call()
    log = journal.path.with_name(journal.path.name + "-wal")
    before = log.stat().st_size
    assert before > 4_000_000
    journal.open(call, [Received()], AT)
    assert log.stat().st_size == before
    assert journal.path.stat().st_size < 100_000
    tables = {name for (name,) in journal._database.execute("SELECT name FROM sqlite_schema")}
    assert "room" not in tables
    # As after a loss of power: another reads what is on disk now.
    shutil.copytree(tmp_path, tmp_path / "copy", ignore=shutil.ignore_patterns("*.lock", "copy"))
    copy = Journal(tmp_path / "copy")
    assert [moved.call.id for moved in copy.latest(5)] == [call.id]
    assert copy._database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    copy.close()
    journal.close()


def test_the_background_tasks_of_a_console_that_died_are_known_to_the_next(tmp_path: Path):
    first, proposal = Journal(tmp_path), a_proposal(background=True)
    asked_for, sent, in_front, not_begun, over = (a_call() for _ in range(5))
    for call, shown in (
        (asked_for, proposal),
        (sent, a_proposal()),
        (in_front, a_proposal()),
        (not_begun, proposal),
        (over, proposal),
    ):
        first.open(call, [Received(), Approved(by=PERSON, proposal=shown)], AT)
        if call is not not_begun:
            first.write(call, Running(pid=1), AT)
    first.note(sent, SentToBackground(by=PERSON), AT)
    first.write(over, settled(Exited(code=0)), AT)
    assert first.lost_tasks == []
    first.close()
    second = Journal(tmp_path)
    assert second.lost_tasks == [(asked_for, proposal), (sent, a_proposal())]
    second.close()
    third = Journal(tmp_path)
    assert third.lost_tasks == []
    third.close()


class _Commits:
    """Takes note of how the disk was waited for with each step that was written: FULL or NORMAL."""

    def __init__(self, journal: Journal) -> None:
        self.by_kind: list[tuple[str, str]] = []
        self._mode = "FULL"
        journal._database.set_trace_callback(self._hear)

    def _hear(self, statement: str) -> None:
        if found := re.match(r"PRAGMA synchronous = (\w+)", statement):
            self._mode = found[1]
        elif found := re.match(
            r"INSERT INTO (?:steps|interventions) .*VALUES \(\d+, '[^']*', '(\w+)'", statement
        ):
            self.by_kind.append((found[1], self._mode))


def test_every_step_waits_for_the_platter_but_that_a_command_runs(journal: Journal):
    commits, call = _Commits(journal), a_call()
    assert journal._database.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    journal.open(call, [Received(), Asking(proposal=a_proposal())], AT)
    journal.write(call, Approved(by=PERSON, proposal=a_proposal()), AT)
    journal.write(call, Running(pid=1), AT)
    journal.note(call, Terminated(by=PERSON), AT)
    journal.write(call, settled(Exited(code=0)), AT)
    waited = {"received": "FULL", "asking": "FULL", "approved": "FULL", "running": "NORMAL"}
    assert commits.by_kind == [*waited.items(), ("terminated", "FULL"), ("settled", "FULL")]
    assert journal._database.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_step_that_cannot_be_written_leaves_no_other_unsynced(journal: Journal):
    call = a_call()
    journal.open(call, [Received(), Approved(by=PERSON, proposal=a_proposal())], AT)
    [(pages,)] = journal._database.execute("PRAGMA page_count").fetchall()
    journal._database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError):
        journal.write(call, Running(pid=1, note="x" * 100_000), AT)
    assert journal._database.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_kept_call_is_not_settled_by_the_next_journal(tmp_path: Path):
    call, proposal = a_call(), a_proposal(background=True)
    approved, running = Approved(by=PERSON, proposal=proposal), Running(pid=7, terminal=True)
    first = Journal(tmp_path)
    first.open(call, [Received(), approved], AT)
    first.write(call, running, AT + timedelta(seconds=1))
    first.note(call, Kept(by=PERSON, total_s=60), AT)
    first.close()
    second = Journal(tmp_path)
    assert second.kept == [KeptCall(call, approved, running, AT + timedelta(seconds=1))]
    assert second.lost_tasks == []
    second.write(call, settled(Exited(code=3)), AT)
    second.close()
    third = Journal(tmp_path)
    assert third.kept == []
    assert kinds(third.path, call.id) == ["received", "approved", "running", "settled"]
    third.close()
