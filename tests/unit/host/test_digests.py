"""A file's digest is that of what is in it now, and is not read again while it is as it was."""

import hashlib
import os
import sys
from pathlib import Path

import pytest

from assent.host import digests
from assent.host.digests import Digest, Digests, Slow, is_settled


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_it_is_the_digest_of_what_is_in_it(tmp_path: Path):
    path = tmp_path / "a"
    path.write_bytes(b"one")
    known = Digests()
    assert known.of(str(path)) == Digest(sha256(b"one"), 3)
    path.write_bytes(b"two, longer")
    assert known.of(str(path)) == Digest(sha256(b"two, longer"), 11)


def test_a_change_that_keeps_size_and_time_is_found_however_quick(tmp_path: Path):
    path, known = tmp_path / "a", Digests()
    for number in range(200):
        data = f"{number:04}".encode()
        path.write_bytes(data)
        os.utime(path, ns=(1, 1))
        assert known.of(str(path)) == Digest(sha256(data), 4)


def test_a_settled_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path, known = tmp_path / "a", Digests()
    path.write_bytes(b"x")
    monkeypatch.setattr(digests, "is_settled", lambda _found: True)
    first = known.of(str(path))
    monkeypatch.setattr(known, "_read", lambda _path: pytest.fail("read again"))
    assert known.of(str(path)) == first


def test_a_file_that_was_just_written_is_not_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "a").touch()
    found = (tmp_path / "a").stat()
    assert not is_settled(found)
    monkeypatch.setattr(digests.time, "time_ns", lambda: found.st_ctime_ns + 10**9)
    assert is_settled(found)


def test_a_long_file_is_read_with_patience_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(digests, "QUICK", 10)
    path, known = tmp_path / "a", Digests()
    path.write_bytes(b"x" * 11)
    with pytest.raises(Slow):
        known.of(str(path))
    assert known.of(str(path), patient=True) == Digest(sha256(b"x" * 11), 11)


def test_what_is_no_file_has_none(tmp_path: Path):
    known = Digests()
    assert known.of(str(tmp_path)) is None
    assert known.of(str(tmp_path / "none")) is None
    assert known.of("a\0b") is None


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_holds_nobody_up(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    assert Digests().of(str(tmp_path / "pipe")) is None
    assert Digests()._read(str(tmp_path / "pipe")) is None


def test_not_more_are_remembered_than_there_is_room_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(digests, "MOST_REMEMBERED", 2)
    monkeypatch.setattr(digests, "is_settled", lambda _found: True)
    known = Digests()
    for name in "abc":
        (tmp_path / name).write_text(name)
        known.of(str(tmp_path / name))
    assert len(known._known) == 2
