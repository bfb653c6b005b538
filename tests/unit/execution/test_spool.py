"""The whole of a long output is on disk, private and within limits, and a full disk breaks nothing."""

import os
import resource
import signal
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from assent.execution.spool import MOST_SECONDS, SEGMENT_BYTES, Spools

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes and limits are of POSIX")


def written(spools: Spools, call_id: str, size: int, at: int = 0) -> Path:
    """Write a file that was last changed at second `at`."""
    spool = spools.open(call_id)
    spool.write(b"x" * size)
    spool.close()
    os.utime(spool.path, (at, at))
    return spool.path


def names(spools: Spools) -> list[str]:
    return sorted(path.stem for path in spools.folder.iterdir())


def test_what_is_written_is_there_for_this_user_only(tmp_path: Path):
    old = os.umask(0)
    try:
        spool = Spools(tmp_path / "state" / "output").open("a1")
    finally:
        os.umask(old)
    spool.write(b"one ")
    spool.write(b"two")
    spool.close()
    assert spool.path.read_bytes() == b"one two"
    assert (spool.kept_bytes, spool.problem) == (7, "")
    assert stat.S_IMODE(spool.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(spool.path.parent.stat().st_mode) == 0o700


def test_it_is_written_in_large_segments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    sizes, write = [], os.write

    def count(file: int, data: memoryview) -> int:
        sizes.append(len(data))
        return write(file, data)

    monkeypatch.setattr(os, "write", count)
    spool = Spools(tmp_path).open("a1")
    for _ in range(1_000):
        spool.write(b"x" * 5_000)
    spool.close()
    assert len(sizes) == 5
    assert min(sizes[:-1]) >= SEGMENT_BYTES
    assert spool.path.stat().st_size == spool.kept_bytes == 5_000_000


def test_a_short_write_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:3]))
    spool = Spools(tmp_path).open("a1")
    spool.write(b"0123456789")
    spool.close()
    assert spool.path.read_bytes() == b"0123456789"


def test_no_more_than_the_limit_is_kept_of_a_call(tmp_path: Path):
    spool = Spools(tmp_path, most_bytes=10).open("a1")
    for _ in range(5):
        spool.write(b"1234")
    spool.close()
    assert (spool.path.read_bytes(), spool.kept_bytes) == (b"1234123412", 10)


@pytest.fixture
def small_files() -> Iterator[int]:
    """Let no file grow beyond 1.5 segments."""
    limit = SEGMENT_BYTES * 3 // 2
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    yield limit
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    signal.signal(signal.SIGXFSZ, ignored)


@pytest.mark.usefixtures("small_files")
def test_when_the_disk_takes_no_more_the_space_is_given_back(tmp_path: Path):
    spool = Spools(tmp_path).open("a1")
    for _ in range(4):
        spool.write(b"x" * SEGMENT_BYTES)
    spool.close()
    assert spool.problem == os.strerror(27)  # EFBIG, as ENOSPC would
    assert spool.kept_bytes == 0
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_a_problem_and_no_more(tmp_path: Path):
    (tmp_path / "file").touch()
    spools = Spools(tmp_path / "file" / "output")
    spool = spools.open("a1")
    spool.write(b"x")
    spool.close()
    assert spool.problem
    assert spools._open == set()


def test_a_file_that_is_there_is_neither_written_nor_removed(tmp_path: Path):
    target = tmp_path / "precious"
    target.write_text("kept")
    (tmp_path / "a1.out").symlink_to(target)
    spool = Spools(tmp_path).open("a1")
    spool.write(b"x")
    spool.close()
    assert spool.problem
    assert (target.read_text(), (tmp_path / "a1.out").is_symlink()) == ("kept", True)


def test_a_slow_disk_is_left_alone_and_what_is_written_stays(tmp_path: Path):
    now = iter(range(100))
    spool = Spools(tmp_path, clock=lambda: next(now) * MOST_SECONDS * 0.6).open("a1")
    for _ in range(5):
        spool.write(b"x" * SEGMENT_BYTES)
    spool.close()
    assert spool.problem == ""
    assert spool.kept_bytes == spool.path.stat().st_size == 2 * SEGMENT_BYTES


def test_a_calls_file_goes_with_its_record(tmp_path: Path):
    spools = Spools(tmp_path)
    path = written(spools, "a1", 5)
    spools.remove("a1")
    spools.remove("a1")
    assert not path.exists()


def test_the_oldest_go_first_until_all_fit(tmp_path: Path):
    spools = Spools(tmp_path, most_bytes=10, most_bytes_in_all=100)
    for number in range(9):
        written(spools, f"c{number}", 10, at=900 - number)
    Spools(tmp_path, most_bytes_in_all=35).prune()
    assert names(spools) == ["c0", "c1", "c2"]


def test_room_is_made_before_another_file_and_open_ones_stay(tmp_path: Path):
    spools = Spools(tmp_path, most_bytes=10, most_bytes_in_all=30)
    running = spools.open("running")
    running.write(b"x" * 9)
    os.utime(running.path, (1, 1))
    for number in range(5):
        written(spools, f"c{number}", 10, at=100 + number)
    assert "running" in names(spools)
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 30
    running.close()
    assert running.path.read_bytes() == b"x" * 9


def test_nothing_is_pruned_where_nothing_is(tmp_path: Path):
    Spools(tmp_path / "none").prune()
    assert not (tmp_path / "none").exists()


def test_what_is_not_ours_in_the_folder_stays(tmp_path: Path):
    (tmp_path / "notes.txt").write_text("x" * 100)
    Spools(tmp_path, most_bytes_in_all=0).prune()
    assert (tmp_path / "notes.txt").exists()


def test_what_came_can_be_read_before_the_end(tmp_path: Path):
    spool = Spools(tmp_path).open("a1")
    spool.write(b"one\n")
    spool.flush()
    assert (spool.path.read_bytes(), spool.kept_bytes) == (b"one\n", 4)
    spool.write(b"two\n")
    spool.close()
    spool.flush()
    assert (spool.path.read_bytes(), spool.kept_bytes) == (b"one\ntwo\n", 8)


def test_another_may_write_on_and_then_we_do(tmp_path: Path):
    spools = Spools(tmp_path)
    spool = spools.open("a1", 20)
    spool.write(b"before ")
    file, room = spool.lent()
    assert room == 13
    os.write(file, b"between ")
    os.close(file)
    spool.close()
    again = Spools(tmp_path).go_on("a1", 20)
    assert again.kept_bytes == 15
    again.write(b"after")
    again.close()
    assert again.path.read_bytes() == b"before between after"
    assert (again.kept_bytes, again.problem) == (20, "")


def test_another_writes_no_more_into_a_full_one(tmp_path: Path):
    spool = Spools(tmp_path).open("a1", 3)
    spool.write(b"123")
    file, room = spool.lent()
    os.write(file, b"4")
    os.close(file)
    assert (room, spool.path.read_bytes()) == (0, b"123")


def test_one_that_is_gone_is_not_gone_on_with(tmp_path: Path):
    spool = Spools(tmp_path).go_on("a1", 20)
    spool.write(b"after")
    spool.close()
    assert (spool.kept_bytes, bool(spool.problem)) == (0, True)


def test_what_another_writes_is_not_removed_to_make_room(tmp_path: Path):
    for number, name in enumerate(("a1", "a2")):
        written(Spools(tmp_path), name, 8, at=number)
    spools = Spools(tmp_path, most_bytes_in_all=10)
    spools.spare("a1")
    spools.prune()
    assert names(spools) == ["a1"]
